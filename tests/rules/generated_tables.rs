//! The tables that `build.rs` generates are the same on every machine.

#[test]
fn slider_attacks_and_magics() {
    let hash = if cfg!(feature = "pext") { 0x5ac9_c7ba_94a9_4dd9 } else { 0x8a78_a60c_a8fd_73eb };
    assert_eq!(quevedo::attacks::tables_hash(), hash);
}

#[test]
fn zobrist_keys_and_reversible_moves() {
    assert_eq!(quevedo::position::tables_hash(), 0x2418_456d_2424_5fa3);
}
