//! A hint to the processor.

/// Asks the processor to bring a value, or the first line of a larger one, into its cache. The program goes on
/// meanwhile, and does not wait for main memory when it reads the value a little later.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let place: *const T = value;
        debug_assert!(place.is_aligned());
        // SAFETY: a prefetch is a hint, reads nothing that the program sees, and can't fail; besides, the
        // address is that of a value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
