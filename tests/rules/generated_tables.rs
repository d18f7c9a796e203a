//! What `build.rs` generates is the same on every machine.

#[test]
fn slider_attacks_and_magics() {
    assert_eq!(quevedo::attacks::tables_hash(), 0x8a78_a60c_a8fd_73eb);
}

#[test]
fn zobrist_keys_and_reversible_moves() {
    assert_eq!(quevedo::position::tables_hash(), 0x5b2f_3bc9_d928_4bf7);
}
