//! Hash keys.

/// A Zobrist key.
pub type Key = u64;

/// FNV-1a over 64-bit words: a checksum, not a hash for positions.
///
/// Source: <http://www.isthe.com/chongo/tech/comp/fnv/>
pub fn fnv(words: impl IntoIterator<Item = u64>) -> u64 {
    fnv_after(FNV_BASIS, words)
}

/// The hash of no words.
pub const FNV_BASIS: u64 = 0xcbf2_9ce4_8422_2325;

/// The hash of words that follow those of another hash.
pub fn fnv_after(hash: u64, words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(hash, |hash, word| (hash ^ word).wrapping_mul(0x0100_0000_01b3))
}
