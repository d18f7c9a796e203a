//! Whether this machine has the instructions that the program was built with.
//!
//! The program is compiled for one kind of CPU. Started on an older one, it says so instead of crashing with
//! an illegal instruction. No code path is chosen at run time. `is_x86_feature_detected!` can't be used: it
//! takes every feature that the program was built with for granted.

/// The names of the CPU features that the program was built with and this machine lacks. Always empty on
/// architectures other than x86-64, whose binaries are built for the baseline.
pub fn missing() -> impl Iterator<Item = &'static str> {
    #[cfg(target_arch = "x86_64")]
    return x86_64::missing(x86_64::FEATURES)
        .chain((cfg!(feature = "pext") && x86_64::pext_is_slow()).then_some("fast pext"));
    #[cfg(not(target_arch = "x86_64"))]
    return std::iter::empty();
}

/// Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, CPUID; AMD64
/// Architecture Programmer's Manual, volume 3, appendix E.
#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::{__cpuid_count, __get_cpuid_max, CpuidResult};

    /// A set of instructions that a CPU may have.
    pub(super) struct Feature {
        pub(super) name: &'static str,
        /// Whether the compiler was told to use it.
        pub(super) wanted: bool,
        /// Where CPUID reports it: leaf and subleaf, register, bit.
        leaf: (u32, u32),
        register: fn(&CpuidResult) -> u32,
        mask: u32,
        #[cfg(test)]
        pub(super) known_to_std: fn() -> bool,
    }

    macro_rules! features {
        ($(($leaf:literal, $subleaf:literal) $register:ident: $($name:tt $bit:literal),+;)+) => {
            /// Every feature that stable Rust can build for, except Key Locker, which compilers don't use
            /// on their own.
            pub(super) static FEATURES: &[Feature] = &[$($(Feature {
                name: $name,
                wanted: cfg!(target_feature = $name),
                leaf: ($leaf, $subleaf),
                register: |result| result.$register,
                mask: 1 << $bit,
                #[cfg(test)]
                known_to_std: || is_x86_feature_detected!($name),
            },)+)+];
        };
    }

    features! {
        // Bit 27 (OSXSAVE) instead of 26 (XSAVE): the operating system must save the registers, too,
        // or AVX can't be used.
        (1, 0) ecx: "sse3" 0, "pclmulqdq" 1, "ssse3" 9, "fma" 12, "cmpxchg16b" 13, "sse4.1" 19,
            "sse4.2" 20, "movbe" 22, "popcnt" 23, "aes" 25, "xsave" 27, "avx" 28, "f16c" 29,
            "rdrand" 30;
        (7, 0) ebx: "bmi1" 3, "avx2" 5, "bmi2" 8, "avx512f" 16, "avx512dq" 17, "rdseed" 18, "adx" 19,
            "avx512ifma" 21, "avx512cd" 28, "sha" 29, "avx512bw" 30, "avx512vl" 31;
        (7, 0) ecx: "avx512vbmi" 1, "avx512vbmi2" 6, "gfni" 8, "vaes" 9, "vpclmulqdq" 10,
            "avx512vnni" 11, "avx512bitalg" 12, "avx512vpopcntdq" 14;
        (7, 0) edx: "avx512vp2intersect" 8, "avx512fp16" 23;
        (7, 1) eax: "sha512" 0, "sm3" 1, "sm4" 2, "avxvnni" 4, "avx512bf16" 5, "avxifma" 23;
        (7, 1) edx: "avxvnniint8" 4, "avxneconvert" 5, "avxvnniint16" 10;
        (13, 1) eax: "xsaveopt" 0, "xsavec" 1, "xsaves" 3;
        (0x8000_0001, 0) ecx: "lzcnt" 5, "sse4a" 6, "tbm" 21;
    }

    impl Feature {
        /// The same, as if the program had been built with it.
        #[cfg(test)]
        pub(super) fn wanted_too(&self) -> Feature {
            Feature { wanted: true, ..*self }
        }

        pub(super) fn is_present(&self) -> bool {
            let (leaf, subleaf) = self.leaf;
            // Basic leaves count from zero, extended ones from 2^31; each kind has a last one.
            let (last, _) = __get_cpuid_max(leaf & 1 << 31);
            // A shift of the register, or a mask of several bits, might be compiled to the very
            // instructions (shrx, andn) that are missing.
            leaf <= last && (self.register)(&__cpuid_count(leaf, subleaf)) & self.mask != 0
        }
    }

    /// Whether PEXT runs as a loop of some 250 steps: on AMD's families before 19 hex (Zen 3), and Hygon's.
    ///
    /// Source: <https://www.chessprogramming.org/BMI2#Serial_Implementation>
    pub(super) fn pext_is_slow() -> bool {
        let vendor = __cpuid_count(0, 0);
        let is = |name: &[u8; 12]| {
            [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes).concat() == name
        };
        let version = __cpuid_count(1, 0).eax;
        let family = (version >> 8 & 0xF) + (version >> 20 & 0xFF);
        (is(b"AuthenticAMD") || is(b"HygonGenuine")) && family < 0x19
    }

    /// The names of those features that are wanted and not present.
    pub(super) fn missing(features: &[Feature]) -> impl Iterator<Item = &'static str> {
        features
            .iter()
            .filter(|feature| feature.wanted && !feature.is_present())
            .map(|feature| feature.name)
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use std::collections::HashSet;

    use super::x86_64::{FEATURES, Feature, missing};

    #[test]
    fn nothing_is_missing_here() {
        // This test runs, so it runs on a machine that it was built for.
        assert_eq!(super::missing().next(), None);
    }

    #[test]
    fn the_table_agrees_with_the_standard_library() {
        for feature in FEATURES {
            // The library knows of XSAVE only together with AVX, which small CPUs lack.
            if !feature.name.starts_with("xsave") || is_x86_feature_detected!("avx") {
                assert_eq!(feature.is_present(), (feature.known_to_std)(), "{}", feature.name);
            }
        }
    }

    #[test]
    fn what_is_wanted_and_not_present_is_missing() {
        let absent: Vec<&str> = FEATURES
            .iter()
            .filter(|feature| !feature.is_present())
            .map(|feature| feature.name)
            .collect();
        let all_wanted: Vec<_> = FEATURES.iter().map(Feature::wanted_too).collect();
        // No CPU has both AMD's and Intel's own.
        assert!(!absent.is_empty());
        assert_eq!(missing(&all_wanted).collect::<Vec<_>>(), absent);
    }

    #[test]
    fn the_table_is_complete_and_has_nothing_twice() {
        let names: HashSet<&str> = FEATURES.iter().map(|feature| feature.name).collect();
        assert_eq!(names.len(), FEATURES.len());
        // What every x86-64 has, a way of linking, and key locker.
        let known = ["fxsr", "sse", "sse2", "x87", "crt-static", "kl", "widekl"];
        let built_with: Vec<&str> = env!("QUEVEDO_FEATURES").split(',').collect();
        for name in &built_with {
            assert!(names.contains(name) || known.contains(name), "{name} is not looked for");
        }
        for feature in FEATURES {
            assert_eq!(feature.wanted, built_with.contains(&feature.name), "{}", feature.name);
        }
    }
}
