//! The weights by name, (middlegame, endgame), in centipawns; `terms.rs` says what each means.
#![cfg_attr(rustfmt, rustfmt_skip)]

use crate::eval::pair::{S, s};

/// How these weights were made.
pub const ORIGIN: &str = "quevedo tune 0.1.0; g3.vf (15391 games, 1094348 positions, 8ac3a036e4ce391a; skip 4, max-score 1000, max-swing 60, held-out 0.05); 49 of 60 epochs, lambda 0.5, K 0.007546, batch 16384, rate 1, prior 400, seed 1, reach 0.4; loss 0.027133, 0.026644 held out. Then, percent by games: PIECE_VALUE_mg 99, PIECE_VALUE_eg 99, BISHOP_PAIR_mg 125, PIECE_SQUARE_mg 97, PIECE_SQUARE_eg 102, KNIGHT_MOBILITY_mg 99, BISHOP_MOBILITY_mg 93, ROOK_MOBILITY_mg 96, QUEEN_MOBILITY_mg 143, PHALANX_mg 93, OUTPOST_mg 94, MINOR_KING_DISTANCE_mg 94, BISHOP_PAWNS_mg 79, LONG_DIAGONAL_mg 112, BISHOP_ON_KING_RING_mg 69, KNIGHT_CLOSEDNESS_mg 79, ROOK_CLOSEDNESS_mg 104, ROOK_FILE_mg 108, ROOK_ON_KING_RING_mg 115, THREAT_BY_PAWN_mg 99, THREAT_BY_MINOR_mg 119, THREAT_BY_MINOR_eg 109, THREAT_BY_ROOK_mg 112, PUSH_THREAT_mg 96, RESTRICTED_mg 90, THREAT_ON_QUEEN_mg 163, SHELTER_mg 108, STORM_mg 108, KING_RING_ATTACKER_mg 87, KING_RING_ATTACKS_mg 505, WEAK_KING_RING_mg 206, SAFE_CHECK_mg 185, SAFE_CHECK_eg 119, UNSAFE_CHECK_mg 218, DISCOVERED_CHECK_mg 93, KING_DEFENDER_mg 168, KING_LINES_mg 48, NO_QUEEN_mg 102, DANGER_BASE_mg 91, TEMPO_mg 132. Then quevedo tune 0.1.0; g4.vf (7967 games, 541541 positions, a3871f5e1547354e; skip 4, max-score 1000, max-swing 60, held-out 0.05); 7 of 25 epochs, lambda 0.3, K 0.007546, batch 16384, rate 1, prior 200, seed 1, only PASSED_LEVER PASSED_DEFENDED_PUSH PASSED_SAFE_PATH PASSED_WIDE_PATH THREAT_BY_SAFE_PAWN DOUBLY_ATTACKED SPACE WINNABLE_PAWNS WINNABLE_PASSED_PAWNS OUTFLANKING BOTH_FLANKS INFILTRATION PAWN_ENDGAME ALMOST_UNWINNABLE WINNABLE_BASE KING_RING_EDGE_ATTACKS SAFE_CHECKS_MANY KING_RING_ATTACKS WEAK_KING_RING SAFE_CHECK UNSAFE_CHECK KING_LINES KING_DEFENDER DANGER_BASE KING_RING_ATTACKER PASSED_PAWN PASSED_FREE_PATH PASSED_CONNECTED PASSED_OWN_KING PASSED_ENEMY_KING HANGING THREAT_BY_PAWN, reach 1, restored KING_RING_ATTACKS WEAK_KING_RING SAFE_CHECK UNSAFE_CHECK KING_LINES KING_DEFENDER DANGER_BASE KING_RING_ATTACKER; loss 0.017403, 0.016758 held out. Then by games, tables in percent, single weights: DOUBLY_ATTACKED_mg_0 15, PASSED_CONNECTED_mg 120, PASSED_FREE_PATH_mg 120, PASSED_PAWN_mg 120, THREAT_BY_KING_eg_0 42, THREAT_BY_KING_eg_1 35, THREAT_BY_KING_eg_2 35. Then quevedo tune 0.1.0; positions of search trees (888838, from 12543 games at 8000 nodes of bench 2786336; skip 0, max-score 1000, leaves, held-out 0.05); 51 of 60 epochs, lambda 0, score-scale 0.72, K 0.007546, batch 16384, rate 1, prior 100, seed 1, reach 1, all fitted; loss 0.011681 held out; of these, as games chose: PIECE_VALUE_mg BISHOP_PAIR_mg QUEEN_MOBILITY_eg THREAT_BY_MINOR THREAT_BY_ROOK THREAT_BY_QUEEN THREAT_BY_KING THREAT_ON_QUEEN HANGING_eg WEAK_QUEEN_PROTECTION_eg RESTRICTED_eg DOUBLY_ATTACKED_eg. Then by games, tables in percent, single weights added to: KNIGHT_CLOSEDNESS_mg 130, ROOK_CLOSEDNESS_mg 130, HANGING_eg 130, SPACE_mg 130, KING_RING_ATTACKS_mg 130, TEMPO_mg 120, SHELTER_mg_0 -15, SHELTER_mg_8 -15, SHELTER_mg_16 -15, SHELTER_mg_24 -10, DANGER_BASE_mg_0 2.";

pub(super) const PIECE_VALUE: [S; 6] = [
    s(64, 116), s(315, 386), s(319, 395), s(421, 652), s(945, 1170), s(0, 0),
];

pub(super) const BISHOP_PAIR: [S; 1] = [
    s(26, 56),
];

pub(super) const PIECE_SQUARE: [S; 768] = [
    s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    s(-13, 8), s(1, 4), s(-2, 2), s(-1, 16), s(1, 7), s(18, 3), s(21, -1), s(-2, 0),
    s(-16, -4), s(-11, 3), s(-11, -11), s(-11, -9), s(2, -10), s(-4, -5), s(12, -4), s(-9, -3),
    s(-6, 1), s(-3, 4), s(4, -14), s(9, -15), s(13, -18), s(15, 6), s(7, 2), s(-5, 3),
    s(3, 21), s(9, 22), s(8, 1), s(16, -7), s(18, -11), s(15, 6), s(15, 12), s(-2, 13),
    s(15, 37), s(24, 35), s(16, 18), s(43, 16), s(21, 20), s(20, 38), s(28, 42), s(13, 31),
    s(37, 66), s(29, 60), s(31, 65), s(54, 57), s(54, 59), s(37, 55), s(17, 62), s(8, 38),
    s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    s(-45, -71), s(-21, -37), s(-18, -20), s(-18, -10), s(-16, -14), s(-20, -17), s(-32, -28), s(-26, -59),
    s(-27, -44), s(-17, -12), s(-12, -16), s(-5, -11), s(-4, -21), s(-4, -17), s(-22, -21), s(-13, -32),
    s(-8, -27), s(1, -7), s(-3, -10), s(5, 14), s(2, -2), s(0, -12), s(1, -22), s(-15, -32),
    s(5, 1), s(19, 16), s(17, 11), s(7, 24), s(9, 21), s(19, 6), s(10, 8), s(-1, -2),
    s(12, 14), s(5, 7), s(19, 17), s(24, 24), s(14, 28), s(20, 16), s(16, 6), s(13, -12),
    s(-21, 2), s(-2, 6), s(31, 11), s(32, 9), s(23, 17), s(15, 16), s(0, 10), s(-2, -10),
    s(-24, -22), s(-6, -12), s(10, 0), s(18, 9), s(16, 5), s(4, -3), s(-24, -19), s(-30, -24),
    s(-74, -49), s(-59, -35), s(-36, -12), s(-19, 8), s(-21, -3), s(-39, -16), s(-57, -40), s(-91, -69),
    s(-5, -26), s(12, -11), s(0, -7), s(-2, -5), s(-1, 2), s(-15, -3), s(-12, 8), s(-21, -23),
    s(-7, -13), s(8, -33), s(15, -11), s(5, -2), s(4, 5), s(10, 1), s(11, -24), s(1, -8),
    s(14, -7), s(15, -2), s(1, -9), s(13, 11), s(7, 17), s(3, -4), s(12, 0), s(6, -17),
    s(4, -16), s(8, -5), s(13, 7), s(17, 7), s(17, 8), s(11, 6), s(14, 0), s(2, 2),
    s(8, 0), s(10, 0), s(6, 9), s(23, 5), s(17, 7), s(14, 2), s(15, -5), s(-5, 0),
    s(6, -8), s(8, 9), s(2, 0), s(17, 13), s(1, 7), s(6, -11), s(21, -3), s(10, 2),
    s(-7, 7), s(-10, -1), s(5, 3), s(3, -1), s(-3, 3), s(-6, -1), s(-15, -12), s(-21, -14),
    s(-29, 7), s(-19, 11), s(-13, 2), s(-11, 3), s(-12, 0), s(-16, -4), s(-16, -4), s(-38, -30),
    s(-6, -6), s(-3, -1), s(2, -10), s(5, -18), s(7, -23), s(3, -22), s(-7, -18), s(-4, -30),
    s(-21, -5), s(-12, 3), s(-20, 11), s(-3, -5), s(-3, -13), s(-13, -16), s(-2, -13), s(-32, -7),
    s(-8, 10), s(-12, 6), s(-4, 10), s(-5, 2), s(-13, 4), s(-18, 6), s(-5, -11), s(-8, -15),
    s(-16, 22), s(-7, 22), s(-12, 19), s(0, 9), s(-12, 4), s(-5, 1), s(-17, 8), s(-24, 6),
    s(-16, 24), s(-4, 27), s(7, 14), s(0, 11), s(-1, 5), s(-6, 13), s(11, 4), s(-8, 7),
    s(-3, 28), s(22, 17), s(23, 12), s(23, -2), s(20, -3), s(10, 7), s(-4, 14), s(-4, 7),
    s(4, 16), s(14, 13), s(23, 13), s(20, 3), s(19, 5), s(16, 8), s(1, 10), s(0, 3),
    s(16, 14), s(17, 18), s(10, 12), s(13, 9), s(11, 6), s(12, 13), s(-5, 17), s(-2, 9),
    s(0, -24), s(-2, -24), s(-4, -13), s(3, -26), s(1, -13), s(-19, -11), s(-17, -39), s(-20, -57),
    s(1, -17), s(4, -21), s(12, -7), s(-2, 20), s(5, 1), s(9, -17), s(5, -20), s(-10, -32),
    s(7, -5), s(9, 0), s(3, 27), s(2, 18), s(-3, 6), s(4, 12), s(0, 7), s(-3, -2),
    s(1, 19), s(-2, 28), s(-4, 21), s(-10, 40), s(-1, 21), s(-5, 26), s(4, 14), s(5, 12),
    s(4, 19), s(4, 22), s(-5, 27), s(-15, 31), s(-11, 24), s(0, 23), s(-12, 16), s(1, 11),
    s(10, 6), s(6, 15), s(6, 22), s(-4, 35), s(-15, 26), s(-12, 15), s(-2, 17), s(11, 13),
    s(2, 2), s(-5, 14), s(5, 12), s(-4, 14), s(-15, 16), s(5, 14), s(2, 1), s(15, 5),
    s(7, -14), s(16, -12), s(1, -2), s(4, 2), s(5, 1), s(11, 2), s(-2, -11), s(10, -15),
    s(31, -53), s(43, -41), s(21, -33), s(2, -27), s(-1, -23), s(5, -23), s(37, -27), s(29, -50),
    s(16, -35), s(27, -22), s(6, -14), s(-14, -8), s(-21, 3), s(-5, -3), s(19, -10), s(31, -35),
    s(-18, -20), s(-13, -8), s(-23, 0), s(-33, 6), s(-43, 15), s(-22, 7), s(6, -6), s(-8, -22),
    s(-36, -10), s(-30, 2), s(-41, 10), s(-50, 16), s(-53, 18), s(-46, 16), s(-27, 1), s(-32, -15),
    s(-48, -4), s(-42, 8), s(-52, 16), s(-62, 22), s(-65, 24), s(-56, 4), s(-42, -6), s(-50, -23),
    s(-51, -4), s(-46, 8), s(-56, 16), s(-66, 22), s(-65, 15), s(-61, 14), s(-46, 2), s(-55, -10),
    s(-51, -12), s(-46, 0), s(-56, 8), s(-66, 14), s(-60, 24), s(-56, 15), s(-45, 15), s(-58, -43),
    s(-51, -31), s(-46, -18), s(-56, -10), s(-66, -4), s(-62, -7), s(-58, -8), s(-44, -4), s(-60, -67),
    s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    s(-26, 17), s(-7, 18), s(-3, 4), s(-8, 11), s(4, 16), s(13, 10), s(21, 8), s(2, 11),
    s(-28, 5), s(-15, 14), s(-6, -2), s(-12, 2), s(4, -1), s(-5, 6), s(9, 6), s(-7, 11),
    s(-18, 6), s(-9, 6), s(5, -3), s(7, -13), s(14, -7), s(9, 14), s(9, 18), s(-6, 22),
    s(-8, 21), s(4, 15), s(8, -8), s(12, -1), s(14, 7), s(11, 30), s(22, 34), s(-2, 55),
    s(-5, 35), s(35, 24), s(15, 27), s(29, 30), s(32, 34), s(32, 54), s(24, 69), s(8, 75),
    s(15, 60), s(20, 54), s(38, 37), s(46, 41), s(51, 69), s(42, 97), s(47, 96), s(43, 95),
    s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    s(-41, -51), s(-27, -35), s(-23, -16), s(-25, -14), s(-25, -16), s(-28, -16), s(-25, -31), s(-42, -58),
    s(-26, -37), s(-5, -5), s(-12, -12), s(-9, -17), s(-8, -10), s(-18, -18), s(-13, -9), s(-28, -18),
    s(-19, -26), s(-3, -16), s(-9, -7), s(0, 0), s(5, 5), s(0, -15), s(-16, -4), s(-19, -8),
    s(11, 2), s(16, 9), s(13, 9), s(5, 17), s(15, 8), s(13, 9), s(10, 10), s(-1, -3),
    s(14, -10), s(4, 4), s(15, 8), s(35, 17), s(30, 15), s(26, 4), s(16, 6), s(9, 1),
    s(-20, -31), s(1, -6), s(36, 3), s(16, 16), s(38, 13), s(33, 4), s(11, 5), s(-2, 2),
    s(-37, -33), s(-12, -27), s(-8, -11), s(3, 6), s(26, 5), s(6, 4), s(-23, -6), s(-18, -29),
    s(-90, -74), s(-57, -40), s(-43, -21), s(-24, -13), s(-24, -9), s(-40, -18), s(-58, -37), s(-88, -59),
    s(-18, -27), s(3, 0), s(-5, 0), s(7, 4), s(5, 6), s(-8, 0), s(-18, -18), s(-18, -12),
    s(7, -2), s(-2, -14), s(16, -1), s(0, 3), s(7, 8), s(7, -1), s(12, -15), s(14, -10),
    s(5, -9), s(20, -3), s(-1, -7), s(9, 7), s(13, 15), s(13, -7), s(14, 5), s(14, -7),
    s(3, -4), s(20, 2), s(14, 6), s(8, 16), s(13, 14), s(16, 10), s(16, -6), s(6, 5),
    s(-3, -7), s(12, 9), s(8, -1), s(18, -1), s(32, 8), s(17, 7), s(18, 16), s(2, -4),
    s(5, -1), s(12, 8), s(11, 4), s(18, 7), s(18, 6), s(4, -2), s(13, 5), s(4, 12),
    s(-20, -15), s(0, -1), s(5, -2), s(4, 13), s(4, 12), s(-12, 12), s(-1, 6), s(-7, -3),
    s(-17, -10), s(-14, -1), s(-13, -3), s(-8, 4), s(-14, 6), s(-18, 3), s(-14, -1), s(-31, -11),
    s(-10, -16), s(-9, -18), s(-5, -13), s(6, -21), s(5, -13), s(5, -18), s(-8, -7), s(-13, -7),
    s(-28, -16), s(-14, -12), s(-11, -7), s(-19, -12), s(-2, -6), s(-2, -13), s(-14, -7), s(-29, -4),
    s(-29, -15), s(-11, -4), s(-14, -1), s(-11, -6), s(-13, -5), s(-1, 7), s(-10, 5), s(-4, -1),
    s(-1, 0), s(-23, 6), s(-8, 10), s(-10, -1), s(-15, 9), s(-4, 9), s(-5, 12), s(-17, 7),
    s(-9, 6), s(-12, 4), s(3, 7), s(7, 5), s(14, 9), s(15, 4), s(-9, 22), s(-2, 20),
    s(4, 15), s(3, 14), s(5, 6), s(7, 2), s(12, 9), s(20, 5), s(8, 13), s(-14, 19),
    s(5, 5), s(0, 3), s(16, -1), s(15, -8), s(15, -3), s(7, 1), s(3, 7), s(-4, 11),
    s(4, 9), s(-3, 7), s(13, -1), s(9, 0), s(19, 17), s(15, 10), s(18, 17), s(16, 13),
    s(-2, -37), s(6, -38), s(-6, -30), s(7, -12), s(-5, -3), s(-10, -23), s(-12, -30), s(-22, -44),
    s(4, -29), s(-4, -21), s(8, -1), s(-3, -1), s(6, 2), s(7, 0), s(2, -17), s(-12, -28),
    s(13, -12), s(12, 8), s(-1, 10), s(6, 12), s(-5, 32), s(12, 17), s(5, 17), s(-8, -2),
    s(11, 11), s(-13, 18), s(-16, 21), s(-2, 29), s(1, 38), s(-6, 34), s(-3, 21), s(-11, 12),
    s(-7, 10), s(-3, 18), s(-13, 29), s(-11, 32), s(-3, 35), s(1, 34), s(-11, 24), s(9, 13),
    s(10, 1), s(-6, 8), s(-7, 13), s(-21, 28), s(16, 35), s(7, 19), s(12, 9), s(13, 5),
    s(14, -4), s(0, 1), s(-5, 8), s(-4, 23), s(1, 24), s(10, 20), s(10, 10), s(5, 2),
    s(13, -26), s(0, -18), s(6, -4), s(1, 3), s(17, 15), s(4, 0), s(2, -11), s(9, -20),
    s(31, -53), s(43, -41), s(21, -33), s(2, -27), s(-2, -45), s(9, -45), s(35, -57), s(29, -75),
    s(16, -35), s(27, -22), s(6, -14), s(-14, -8), s(-28, -8), s(0, -24), s(32, -38), s(27, -50),
    s(-18, -20), s(-13, -8), s(-23, 0), s(-33, 6), s(-45, 2), s(-35, -7), s(-12, -14), s(-19, -33),
    s(-36, -10), s(-30, 2), s(-41, 10), s(-50, 16), s(-54, 17), s(-52, 12), s(-34, 6), s(-33, -8),
    s(-48, -4), s(-42, 8), s(-52, 16), s(-62, 22), s(-65, 28), s(-62, 29), s(-36, 15), s(-44, 0),
    s(-51, -4), s(-46, 8), s(-56, 16), s(-66, 22), s(-65, 34), s(-56, 26), s(-44, 23), s(-47, 6),
    s(-51, -12), s(-46, 0), s(-56, 8), s(-66, 14), s(-62, 16), s(-50, 24), s(-42, 14), s(-50, -18),
    s(-51, -31), s(-46, -18), s(-56, -10), s(-66, -4), s(-63, 3), s(-58, 5), s(-40, -4), s(-50, -40),
];

pub(super) const KNIGHT_MOBILITY: [S; 9] = [
    s(-23, -23), s(-14, -29), s(-6, -7), s(-3, 8), s(0, 15), s(4, 20), s(5, 23), s(8, 24), s(10, 21),
];

pub(super) const BISHOP_MOBILITY: [S; 14] = [
    s(-17, -41), s(-13, -33), s(-4, -12), s(0, 8), s(2, 16), s(5, 21), s(7, 26),
    s(8, 28), s(10, 27), s(14, 29), s(18, 23), s(17, 25), s(21, 24), s(17, 25),
];

pub(super) const ROOK_MOBILITY: [S; 15] = [
    s(-32, -65), s(-15, -28), s(-9, -4), s(-7, 1), s(-7, 4),
    s(-4, 17), s(-2, 28), s(0, 28), s(1, 34), s(4, 33),
    s(4, 37), s(2, 42), s(8, 40), s(14, 42), s(21, 37),
];

pub(super) const QUEEN_MOBILITY: [S; 28] = [
    s(-86, -55), s(-30, -43), s(-24, -50), s(-19, -60), s(-16, -54), s(-14, -53), s(-13, -35),
    s(-10, -10), s(-9, 1), s(-6, 11), s(-3, 18), s(-1, 21), s(1, 30), s(1, 34),
    s(-3, 34), s(-6, 37), s(-6, 42), s(-3, 46), s(-11, 41), s(-13, 38), s(-3, 31),
    s(-6, 23), s(1, 16), s(-14, 13), s(-7, 11), s(-10, 11), s(3, 29), s(3, 28),
];

pub(super) const DOUBLED_PAWN: [S; 4] = [
    s(-10, -37), s(-8, -31), s(-10, -14), s(-8, 5),
];

pub(super) const ISOLATED_PAWN: [S; 4] = [
    s(1, -2), s(-3, -4), s(-8, -6), s(-8, -11),
];

pub(super) const BACKWARD_PAWN: [S; 8] = [
    s(0, 0), s(-3, -6), s(-1, -7), s(2, -14), s(-9, -18), s(0, 1), s(0, 0), s(0, 0),
];

pub(super) const WEAK_UNOPPOSED: [S; 2] = [
    s(-7, -8), s(-8, -10),
];

pub(super) const PHALANX: [S; 8] = [
    s(0, 0), s(3, 3), s(7, 2), s(7, 11), s(12, 25), s(37, 56), s(59, 97), s(0, 0),
];

pub(super) const PROTECTED_PAWN: [S; 8] = [
    s(0, 0), s(0, 0), s(14, 10), s(9, 11), s(12, 16), s(26, 33), s(66, 41), s(0, 0),
];

pub(super) const BLOCKED_PAWN: [S; 2] = [
    s(-8, -6), s(-8, -17),
];

pub(super) const WEAK_LEVER: [S; 1] = [
    s(0, -21),
];

pub(super) const CANDIDATE: [S; 16] = [
    s(0, 0), s(0, -7), s(0, 10), s(2, 17), s(-9, 13), s(15, 39), s(0, 0), s(0, 0),
    s(0, 0), s(0, 2), s(3, -6), s(5, 11), s(8, 13), s(21, 35), s(0, 0), s(0, 0),
];

pub(super) const PASSED_PAWN: [S; 32] = [
    s(0, 0), s(-2, 15), s(-4, 27), s(-4, 49), s(36, 80), s(80, 117), s(109, 189), s(0, 0),
    s(0, 0), s(1, 11), s(-4, 21), s(1, 35), s(24, 58), s(56, 100), s(122, 142), s(0, 0),
    s(0, 0), s(-5, 14), s(-12, 23), s(-1, 39), s(6, 63), s(35, 98), s(73, 94), s(0, 0),
    s(0, 0), s(-2, 8), s(-7, 15), s(2, 29), s(11, 47), s(37, 80), s(40, 87), s(0, 0),
];

pub(super) const PASSED_FREE_PATH: [S; 8] = [
    s(0, 0), s(-28, 14), s(-25, 14), s(-28, 23), s(-11, 22), s(17, 45), s(40, 59), s(0, 0),
];

pub(super) const PASSED_CONNECTED: [S; 8] = [
    s(0, 0), s(7, -3), s(14, -20), s(7, -2), s(26, 10), s(34, 18), s(41, 34), s(0, 0),
];

pub(super) const PASSED_OWN_KING: [S; 32] = [
    s(10, 47), s(24, 36), s(-2, 15), s(-12, 5), s(-15, -9), s(3, -11), s(15, -22), s(-1, -17),
    s(18, 65), s(13, 55), s(18, 19), s(6, 0), s(-15, -17), s(-17, -27), s(10, -31), s(-9, -15),
    s(18, 72), s(26, 74), s(40, 27), s(18, -7), s(4, -20), s(-7, -33), s(-25, -35), s(-21, -33),
    s(19, 90), s(8, 50), s(18, 50), s(15, 8), s(5, -22), s(-3, -46), s(13, -37), s(-14, -34),
];

pub(super) const PASSED_ENEMY_KING: [S; 32] = [
    s(-1, -6), s(11, -21), s(-6, -14), s(9, -10), s(4, 10), s(0, 23), s(-12, 36), s(10, 23),
    s(6, -39), s(-2, -32), s(2, -27), s(-10, 4), s(3, 25), s(18, 34), s(-2, 52), s(10, 28),
    s(-16, -86), s(-13, -77), s(19, -47), s(-4, 24), s(7, 55), s(7, 76), s(28, 56), s(22, 38),
    s(-29, -88), s(-4, -93), s(6, -50), s(17, 5), s(22, 57), s(20, 77), s(9, 83), s(20, 64),
];

pub(super) const PASSED_ROOK_BEHIND: [S; 2] = [
    s(4, 20), s(-12, -32),
];

pub(super) const UNSTOPPABLE: [S; 1] = [
    s(-1, 268),
];

pub(super) const PASSED_LEVER: [S; 8] = [
    s(0, 0), s(-8, 1), s(5, 3), s(-2, 4), s(8, -1), s(10, 5), s(0, 0), s(0, 0),
];

pub(super) const PASSED_DEFENDED_PUSH: [S; 4] = [
    s(9, 7), s(13, 8), s(24, 21), s(22, 59),
];

pub(super) const PASSED_SAFE_PATH: [S; 4] = [
    s(-5, 0), s(-4, 3), s(-10, -16), s(3, -2),
];

pub(super) const PASSED_WIDE_PATH: [S; 4] = [
    s(2, -2), s(1, -4), s(-8, 4), s(-10, -17),
];

pub(super) const OUTPOST: [S; 4] = [
    s(8, -7), s(5, -2), s(16, 2), s(26, 9),
];

pub(super) const REACHABLE_OUTPOST: [S; 2] = [
    s(11, 12), s(15, 6),
];

pub(super) const MINOR_BEHIND_PAWN: [S; 2] = [
    s(4, 10), s(4, 8),
];

pub(super) const MINOR_KING_DISTANCE: [S; 16] = [
    s(4, 2), s(0, 16), s(2, 13), s(-4, 12), s(-9, 11), s(-10, 5), s(-8, 8), s(-24, -11),
    s(3, 1), s(-1, 9), s(-6, 5), s(-7, 7), s(-8, 5), s(-13, 9), s(-12, 5), s(-10, 1),
];

pub(super) const BISHOP_PAWNS: [S; 9] = [
    s(-10, 34), s(-2, 18), s(-2, 7), s(-2, 1), s(-3, -9), s(-3, -23), s(-7, -27), s(-9, -19), s(-19, -36),
];

pub(super) const BAD_BISHOP: [S; 1] = [
    s(-1, -1),
];

pub(super) const LONG_DIAGONAL: [S; 1] = [
    s(16, 11),
];

pub(super) const BISHOP_ON_KING_RING: [S; 1] = [
    s(3, 5),
];

pub(super) const KNIGHT_CLOSEDNESS: [S; 9] = [
    s(-4, -8), s(-7, 6), s(-3, 11), s(-1, 9), s(-3, 31), s(5, 9), s(12, 34), s(3, 4), s(7, 10),
];

pub(super) const ROOK_CLOSEDNESS: [S; 9] = [
    s(-18, 41), s(-25, 38), s(-10, 18), s(-3, 2), s(3, 2), s(0, -7), s(-16, -20), s(-8, -10), s(-8, -10),
];

pub(super) const ROOK_FILE: [S; 2] = [
    s(13, 4), s(19, 2),
];

pub(super) const ROOK_ON_CLOSED_FILE: [S; 1] = [
    s(-4, -3),
];

pub(super) const ROOK_ON_KING_RING: [S; 1] = [
    s(14, -1),
];

pub(super) const ROOK_ON_QUEEN_FILE: [S; 1] = [
    s(0, 0),
];

pub(super) const ROOK_ON_SEVENTH: [S; 1] = [
    s(0, 11),
];

pub(super) const TRAPPED_ROOK: [S; 2] = [
    s(-2, -1), s(-27, -11),
];

pub(super) const WEAK_QUEEN: [S; 1] = [
    s(-17, -5),
];

pub(super) const THREAT_BY_PAWN: [S; 6] = [
    s(-10, -4), s(53, 34), s(51, 39), s(69, 18), s(49, 14), s(0, 0),
];

pub(super) const THREAT_BY_MINOR: [S; 12] = [
    s(3, 18), s(30, 32), s(36, 23), s(58, 11), s(47, 19), s(0, 0),
    s(-2, 1), s(18, 31), s(29, 23), s(52, 46), s(55, 37), s(0, 0),
];

pub(super) const THREAT_BY_ROOK: [S; 12] = [
    s(2, 16), s(23, 25), s(27, 27), s(2, 9), s(61, 7), s(0, 0),
    s(-7, -1), s(6, 7), s(12, -8), s(-15, 10), s(62, 29), s(0, 0),
];

pub(super) const THREAT_BY_QUEEN: [S; 12] = [
    s(4, 1), s(8, 13), s(6, 15), s(9, -9), s(3, -1), s(0, 0),
    s(0, 3), s(-1, -3), s(-4, 2), s(0, -10), s(1, 4), s(0, 0),
];

pub(super) const THREAT_BY_KING: [S; 6] = [
    s(0, 31), s(11, 27), s(16, 26), s(15, 5), s(0, 0), s(0, 0),
];

pub(super) const HANGING: [S; 1] = [
    s(9, 27),
];

pub(super) const WEAK_QUEEN_PROTECTION: [S; 1] = [
    s(6, 11),
];

pub(super) const PUSH_THREAT: [S; 6] = [
    s(0, 0), s(12, 18), s(16, 8), s(16, 16), s(14, 4), s(0, 0),
];

pub(super) const RESTRICTED: [S; 1] = [
    s(4, -1),
];

pub(super) const THREAT_ON_QUEEN: [S; 6] = [
    s(0, 0), s(9, 1), s(12, 17), s(12, 5), s(0, 0), s(0, 0),
];

pub(super) const THREAT_BY_SAFE_PAWN: [S; 1] = [
    s(5, -6),
];

pub(super) const DOUBLY_ATTACKED: [S; 1] = [
    s(15, 38),
];

pub(super) const SPACE: [S; 1] = [
    s(3, -6),
];

pub(super) const SHELTER: [S; 32] = [
    s(37, 3), s(-18, 34), s(-19, 17), s(4, 18), s(31, -2), s(17, -7), s(10, -19), s(0, 0),
    s(20, 1), s(-30, 8), s(-4, 15), s(18, 18), s(27, 6), s(26, 6), s(16, -15), s(0, 0),
    s(21, 0), s(-15, 6), s(-9, 13), s(19, 40), s(19, 3), s(23, 10), s(24, -1), s(0, 0),
    s(8, 16), s(-26, 14), s(-4, 9), s(14, 7), s(14, 11), s(17, 6), s(12, -6), s(0, 0),
];

pub(super) const STORM: [S; 64] = [
    s(1, 8), s(-3, 1), s(27, 7), s(44, -22), s(9, 1), s(14, 8), s(17, 1), s(0, 0),
    s(29, 12), s(-12, -7), s(45, -3), s(32, -17), s(21, -8), s(-16, 3), s(17, 1), s(0, 0),
    s(12, 5), s(4, 4), s(51, 2), s(48, -10), s(17, -19), s(-6, 13), s(-3, 22), s(0, 0),
    s(25, -7), s(5, -3), s(51, 6), s(38, -1), s(26, -4), s(-9, -5), s(-10, 6), s(0, 0),
    s(0, 0), s(0, 0), s(24, 13), s(5, 8), s(-4, 12), s(2, 1), s(11, 8), s(0, 0),
    s(0, 0), s(0, 0), s(26, 21), s(-1, 8), s(-11, 10), s(2, 5), s(13, 13), s(0, 0),
    s(0, 0), s(0, 0), s(13, 8), s(16, 12), s(-1, 17), s(-4, 3), s(6, 13), s(0, 0),
    s(0, 0), s(0, 0), s(21, 5), s(11, 28), s(-4, 27), s(-13, 4), s(-10, 1), s(0, 0),
];

pub(super) const KING_RING_ATTACKER: [S; 6] = [
    s(0, 0), s(30, 6), s(19, -5), s(27, -21), s(4, -5), s(0, 0),
];

pub(super) const KING_RING_ATTACKS: [S; 1] = [
    s(13, 1),
];

pub(super) const KING_RING_EDGE_ATTACKS: [S; 1] = [
    s(12, -7),
];

pub(super) const WEAK_KING_RING: [S; 1] = [
    s(27, -3),
];

pub(super) const SAFE_CHECK: [S; 6] = [
    s(0, 0), s(142, 13), s(76, 49), s(139, 48), s(74, 36), s(0, 0),
];

pub(super) const SAFE_CHECKS_MANY: [S; 6] = [
    s(0, 0), s(-36, -12), s(-11, -12), s(-14, -5), s(-11, 0), s(0, 0),
];

pub(super) const UNSAFE_CHECK: [S; 6] = [
    s(0, 0), s(11, 2), s(17, 23), s(48, 14), s(9, 15), s(0, 0),
];

pub(super) const FLANK_ATTACK: [S; 1] = [
    s(12, 2),
];

pub(super) const FLANK_ATTACK_TWICE: [S; 1] = [
    s(6, 5),
];

pub(super) const FLANK_DEFENCE: [S; 1] = [
    s(-6, 3),
];

pub(super) const PINNED: [S; 6] = [
    s(29, -21), s(-17, -29), s(-30, -34), s(-3, 3), s(-16, -18), s(0, 0),
];

pub(super) const DISCOVERED_CHECK: [S; 6] = [
    s(31, -1), s(77, 44), s(47, 34), s(35, 24), s(9, 0), s(2, 5),
];

pub(super) const KING_DEFENDER: [S; 2] = [
    s(-8, 4), s(-20, -5),
];

pub(super) const KING_LINES: [S; 28] = [
    s(-7, -2), s(-2, -4), s(1, -11), s(4, 4), s(7, 8), s(9, 9), s(10, 12),
    s(9, 13), s(12, 13), s(13, 16), s(18, 6), s(17, 4), s(22, 1), s(21, -3),
    s(23, -8), s(22, -8), s(22, -11), s(18, -10), s(12, -7), s(12, -7), s(11, -1),
    s(4, -3), s(12, 10), s(11, 2), s(20, 14), s(19, 16), s(20, 8), s(20, 10),
];

pub(super) const NO_QUEEN: [S; 1] = [
    s(-195, -37),
];

pub(super) const DANGER_BASE: [S; 1] = [
    s(-31, 49),
];

pub(super) const WINNABLE_PAWNS: [S; 1] = [
    s(0, 0),
];

pub(super) const WINNABLE_PASSED_PAWNS: [S; 1] = [
    s(0, 2),
];

pub(super) const OUTFLANKING: [S; 1] = [
    s(0, 1),
];

pub(super) const BOTH_FLANKS: [S; 1] = [
    s(0, 13),
];

pub(super) const INFILTRATION: [S; 1] = [
    s(0, 3),
];

pub(super) const PAWN_ENDGAME: [S; 1] = [
    s(0, 31),
];

pub(super) const ALMOST_UNWINNABLE: [S; 1] = [
    s(0, -20),
];

pub(super) const WINNABLE_BASE: [S; 1] = [
    s(0, -6),
];

pub(super) const TEMPO: [S; 1] = [
    s(25, 12),
];
