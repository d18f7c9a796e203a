//! Sorting of few things.

/// Sorts by a key; what has the same key stays in order. For the short lists of chess: moves, lines, reasons. The
/// standard library's sort is made for long ones, and adds some kilobytes to the program for each type that it sorts.
pub fn sort_few<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        let wanted = key(&items[end]);
        let place = items[..end].partition_point(|item| key(item) <= wanted);
        for at in (place..end).rev() {
            items.swap(at, at + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sort_few;

    #[test]
    fn sorts_as_the_standard_library_does() {
        let mut seed = 1u32;
        for length in 0..100 {
            let mut random = || {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                seed >> 28
            };
            let mut items: Vec<(u32, usize)> = (0..length).map(|n| (random(), n)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            sort_few(&mut items, |item| item.0);
            assert_eq!(items, expected);
        }
    }
}
