//! Short lists on the stack.

use core::mem::MaybeUninit;
use core::ops::{Deref, DerefMut};

use super::moves::Move;

/// Room for the moves of one position. Games reach no more than 218; boards can be set up with more pieces than a game
/// has, but none is known with more than 241 moves.
const MOVES: usize = 256;

/// A list of up to `N` small values, on the stack and left uninitialized.
#[derive(Clone)]
pub struct List<T: Copy, const N: usize = MOVES> {
    items: [MaybeUninit<T>; N],
    len: usize,
}

/// The moves of one position.
pub type MoveList = List<Move>;

impl<T: Copy, const N: usize> List<T, N> {
    /// An empty list.
    #[inline(always)]
    pub const fn new() -> List<T, N> {
        List { items: [const { MaybeUninit::uninit() }; N], len: 0 }
    }

    /// Appends a value; there must be room.
    #[inline(always)]
    pub fn push(&mut self, item: T) {
        self.items[self.len].write(item);
        self.len += 1;
    }

    /// Appends a value if `wanted`, without a branch; there must be room either way.
    #[inline(always)]
    pub(crate) fn push_if(&mut self, wanted: bool, item: T) {
        self.items[self.len].write(item);
        self.len += usize::from(wanted);
    }

    /// Empties the list.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl<T: Copy, const N: usize> Default for List<T, N> {
    fn default() -> List<T, N> {
        List::new()
    }
}

impl<T: Copy, const N: usize> Deref for List<T, N> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        debug_assert!(self.len <= N);
        // SAFETY: `push` wrote the first `len` values, one by one, and nothing else changes `len`
        // but `clear`, which lowers it. `MaybeUninit<T>` has the layout of `T`.
        unsafe { core::slice::from_raw_parts(self.items.as_ptr().cast(), self.len) }
    }
}

impl<'a, T: Copy, const N: usize> IntoIterator for &'a List<T, N> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;

    #[inline(always)]
    fn into_iter(self) -> core::slice::Iter<'a, T> {
        self.iter()
    }
}

impl<T: Copy, const N: usize> DerefMut for List<T, N> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        debug_assert!(self.len <= N);
        // SAFETY: as in `deref`.
        unsafe { core::slice::from_raw_parts_mut(self.items.as_mut_ptr().cast(), self.len) }
    }
}
