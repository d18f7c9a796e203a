//! The weights by name, (middlegame, endgame), in centipawns; `terms.rs` says what each means.
#![cfg_attr(rustfmt, rustfmt_skip)]

use crate::eval::pair::{S, s};

/// How these weights were made.
pub const ORIGIN: &str = "quevedo tune 0.1.0; g3.vf (15391 games, 1094348 positions, 8ac3a036e4ce391a; skip 4, max-score 1000, max-swing 60, held-out 0.05); 49 of 60 epochs, lambda 0.5, K 0.007546, batch 16384, rate 1, prior 400, seed 1, reach 0.4; loss 0.027133, 0.026644 held out. Then, percent by games: PIECE_VALUE_mg 99, PIECE_VALUE_eg 99, BISHOP_PAIR_mg 125, PIECE_SQUARE_mg 97, PIECE_SQUARE_eg 102, KNIGHT_MOBILITY_mg 99, BISHOP_MOBILITY_mg 93, ROOK_MOBILITY_mg 96, QUEEN_MOBILITY_mg 143, PHALANX_mg 93, OUTPOST_mg 94, MINOR_KING_DISTANCE_mg 94, BISHOP_PAWNS_mg 79, LONG_DIAGONAL_mg 112, BISHOP_ON_KING_RING_mg 69, KNIGHT_CLOSEDNESS_mg 79, ROOK_CLOSEDNESS_mg 104, ROOK_FILE_mg 108, ROOK_ON_KING_RING_mg 115, THREAT_BY_PAWN_mg 99, THREAT_BY_MINOR_mg 119, THREAT_BY_MINOR_eg 109, THREAT_BY_ROOK_mg 112, PUSH_THREAT_mg 96, RESTRICTED_mg 90, THREAT_ON_QUEEN_mg 163, SHELTER_mg 108, STORM_mg 108, KING_RING_ATTACKER_mg 87, KING_RING_ATTACKS_mg 505, WEAK_KING_RING_mg 206, SAFE_CHECK_mg 185, SAFE_CHECK_eg 119, UNSAFE_CHECK_mg 218, DISCOVERED_CHECK_mg 93, KING_DEFENDER_mg 168, KING_LINES_mg 48, NO_QUEEN_mg 102, DANGER_BASE_mg 91, TEMPO_mg 132. Then quevedo tune 0.1.0; g4.vf (7967 games, 541541 positions, a3871f5e1547354e; skip 4, max-score 1000, max-swing 60, held-out 0.05); 7 of 25 epochs, lambda 0.3, K 0.007546, batch 16384, rate 1, prior 200, seed 1, only PASSED_LEVER PASSED_DEFENDED_PUSH PASSED_SAFE_PATH PASSED_WIDE_PATH THREAT_BY_SAFE_PAWN DOUBLY_ATTACKED SPACE WINNABLE_PAWNS WINNABLE_PASSED_PAWNS OUTFLANKING BOTH_FLANKS INFILTRATION PAWN_ENDGAME ALMOST_UNWINNABLE WINNABLE_BASE KING_RING_EDGE_ATTACKS SAFE_CHECKS_MANY KING_RING_ATTACKS WEAK_KING_RING SAFE_CHECK UNSAFE_CHECK KING_LINES KING_DEFENDER DANGER_BASE KING_RING_ATTACKER PASSED_PAWN PASSED_FREE_PATH PASSED_CONNECTED PASSED_OWN_KING PASSED_ENEMY_KING HANGING THREAT_BY_PAWN, reach 1, restored KING_RING_ATTACKS WEAK_KING_RING SAFE_CHECK UNSAFE_CHECK KING_LINES KING_DEFENDER DANGER_BASE KING_RING_ATTACKER; loss 0.017403, 0.016758 held out. Then by games, tables in percent, single weights: DOUBLY_ATTACKED_mg_0 15, PASSED_CONNECTED_mg 120, PASSED_FREE_PATH_mg 120, PASSED_PAWN_mg 120, THREAT_BY_KING_eg_0 42, THREAT_BY_KING_eg_1 35, THREAT_BY_KING_eg_2 35. Then quevedo tune 0.1.0; positions of search trees (888838, from 12543 games at 8000 nodes of bench 2786336; skip 0, max-score 1000, leaves, held-out 0.05); 51 of 60 epochs, lambda 0, score-scale 0.72, K 0.007546, batch 16384, rate 1, prior 100, seed 1, reach 1, all fitted; loss 0.011681 held out; of these, as games chose: PIECE_VALUE_mg BISHOP_PAIR_mg QUEEN_MOBILITY_eg THREAT_BY_MINOR THREAT_BY_ROOK THREAT_BY_QUEEN THREAT_BY_KING THREAT_ON_QUEEN HANGING_eg WEAK_QUEEN_PROTECTION_eg RESTRICTED_eg DOUBLY_ATTACKED_eg. Then by games, tables in percent, single weights added to: KNIGHT_CLOSEDNESS_mg 130, ROOK_CLOSEDNESS_mg 130, HANGING_eg 130, SPACE_mg 130, KING_RING_ATTACKS_mg 130, TEMPO_mg 120, SHELTER_mg_0 -15, SHELTER_mg_8 -15, SHELTER_mg_16 -15, SHELTER_mg_24 -10, DANGER_BASE_mg_0 2. Then, all tables but those of king danger (SHELTER to DANGER_BASE): 0.35 of the way to quevedo tune 0.1.0; 12543 games at 8000 nodes and 16929 at 30000 and 40000 (2014687 positions; skip 4, max-score 3000, max-swing 31506, held-out 0.05); 6 of 20 epochs, lambda 1, K 0.007546, batch 16384, rate 2, prior 30, seed 1; loss 0.081954 held out; and 0.3 of the way to the positions of search trees above.";

pub(super) const PIECE_VALUE: [S; 6] = [
    s(68, 127), s(314, 416), s(318, 427), s(429, 714), s(940, 1335), s(0, 0),
];

pub(super) const BISHOP_PAIR: [S; 1] = [
    s(26, 62),
];

pub(super) const PIECE_SQUARE: [S; 768] = [
    s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    s(-11, 1), s(2, 8), s(0, 0), s(-5, 13), s(2, 8), s(27, -9), s(30, 0), s(-1, -1),
    s(-22, -9), s(-13, 1), s(-15, -12), s(-16, -14), s(-4, -9), s(-4, 3), s(14, -4), s(-12, -6),
    s(-8, 2), s(-2, 7), s(1, -16), s(4, -12), s(10, -19), s(11, 6), s(10, 8), s(-9, -1),
    s(8, 15), s(12, 22), s(8, -5), s(16, -15), s(18, -12), s(20, 13), s(13, 20), s(8, 10),
    s(22, 29), s(21, 39), s(23, 14), s(39, 13), s(31, 19), s(29, 40), s(25, 53), s(12, 33),
    s(47, 49), s(29, 64), s(23, 52), s(48, 60), s(81, 41), s(30, 65), s(8, 71), s(7, 58),
    s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    s(-48, -55), s(-22, -24), s(-17, -10), s(-21, 4), s(-8, -17), s(-16, -11), s(-32, -24), s(-25, -59),
    s(-28, -30), s(-16, 13), s(-17, -17), s(-7, -14), s(-4, -23), s(-6, -13), s(-6, -20), s(-13, -27),
    s(-11, -20), s(-3, -6), s(-7, -7), s(1, 6), s(2, 7), s(0, -16), s(6, -22), s(-13, -23),
    s(11, -3), s(11, 14), s(16, 13), s(10, 19), s(11, 22), s(15, 3), s(12, 11), s(3, 0),
    s(12, 26), s(6, 11), s(15, 14), s(20, 23), s(11, 25), s(19, 14), s(14, 8), s(24, -3),
    s(-9, 11), s(2, 11), s(14, 12), s(33, 11), s(21, 18), s(2, 13), s(7, 7), s(14, -14),
    s(-6, -19), s(-16, 6), s(13, 5), s(22, 15), s(13, 12), s(18, 3), s(0, -11), s(-7, -26),
    s(-88, -28), s(-45, -14), s(-23, 4), s(-35, 19), s(7, 16), s(-38, -3), s(-64, -36), s(-127, -83),
    s(-5, -30), s(14, -11), s(1, -9), s(-2, -4), s(0, 1), s(-9, -2), s(-6, -5), s(-13, -34),
    s(2, -9), s(3, -35), s(13, -10), s(4, 1), s(7, 5), s(14, -2), s(16, -29), s(9, -31),
    s(7, -2), s(15, 8), s(0, -14), s(12, 17), s(11, 16), s(2, -10), s(17, 3), s(9, -10),
    s(0, -10), s(5, 2), s(13, 13), s(18, 20), s(21, 18), s(10, 11), s(11, 1), s(6, 1),
    s(6, 5), s(6, 6), s(6, 14), s(23, 9), s(19, 12), s(23, 7), s(6, 1), s(-11, 5),
    s(-1, -3), s(0, 18), s(-9, 2), s(16, 20), s(0, 14), s(-3, -2), s(5, 0), s(3, 7),
    s(1, 5), s(-13, -2), s(6, 13), s(-8, 4), s(-10, 7), s(0, 4), s(-20, -11), s(-5, -20),
    s(-23, 1), s(-25, 16), s(-13, 12), s(-21, 3), s(-37, 8), s(-15, -2), s(-10, -7), s(-21, -21),
    s(-8, -2), s(-5, -2), s(-3, 0), s(2, -12), s(5, -19), s(1, -17), s(-11, -16), s(1, -35),
    s(-17, 2), s(-5, 5), s(-16, 15), s(-6, -1), s(-1, -8), s(-8, -17), s(8, -19), s(-6, -17),
    s(-10, 13), s(-11, 15), s(-1, 13), s(-11, 9), s(-14, -1), s(-7, 0), s(-1, -12), s(-10, -23),
    s(-22, 36), s(-11, 31), s(5, 21), s(3, 15), s(-8, 3), s(-11, 10), s(-11, 6), s(-3, -8),
    s(-11, 32), s(5, 33), s(6, 27), s(4, 18), s(-6, 17), s(-2, 19), s(11, 7), s(-11, 22),
    s(5, 36), s(22, 24), s(19, 24), s(21, 14), s(23, -2), s(22, 3), s(-4, 20), s(-1, 14),
    s(-5, 23), s(7, 20), s(20, 13), s(24, -2), s(18, 2), s(24, 7), s(0, 3), s(12, 0),
    s(5, 24), s(28, 21), s(24, 20), s(7, 19), s(18, 10), s(18, 20), s(-12, 26), s(-3, 20),
    s(-8, 6), s(-9, -5), s(0, -12), s(-2, -15), s(-1, -17), s(-17, -7), s(-31, -16), s(-12, -52),
    s(-9, -5), s(2, -4), s(7, 0), s(-1, 14), s(3, 9), s(8, -15), s(6, -14), s(1, -29),
    s(-5, 9), s(10, 5), s(-1, 32), s(-1, 17), s(-2, 16), s(5, 19), s(2, 0), s(7, -16),
    s(0, 18), s(-4, 33), s(-6, 26), s(-12, 50), s(-3, 29), s(-4, 16), s(6, 6), s(1, 11),
    s(3, 26), s(-2, 39), s(-5, 44), s(-13, 30), s(-15, 36), s(-5, 18), s(-12, 11), s(6, 3),
    s(10, 6), s(-3, 18), s(7, 25), s(-1, 34), s(-15, 15), s(-19, 21), s(-5, 14), s(10, 8),
    s(-6, 26), s(2, 20), s(9, 16), s(-2, 14), s(-21, 17), s(21, -6), s(14, 23), s(40, 5),
    s(-10, 2), s(19, -7), s(3, 5), s(-1, -4), s(-7, 19), s(29, -1), s(28, 9), s(42, -10),
    s(31, -53), s(43, -41), s(21, -33), s(2, -27), s(-4, -29), s(0, -27), s(35, -40), s(28, -66),
    s(16, -35), s(27, -22), s(6, -14), s(-14, -8), s(-22, 0), s(3, -9), s(28, -24), s(33, -42),
    s(-18, -20), s(-13, -8), s(-23, 0), s(-33, 6), s(-43, 19), s(-18, 9), s(0, -10), s(-2, -27),
    s(-36, -10), s(-30, 2), s(-41, 10), s(-50, 16), s(-74, 37), s(-51, 21), s(-38, 4), s(-33, -14),
    s(-48, -4), s(-42, 8), s(-52, 16), s(-62, 22), s(-105, 51), s(-58, 23), s(-34, 5), s(-33, -18),
    s(-51, -4), s(-46, 8), s(-56, 16), s(-66, 22), s(-94, 35), s(-68, 35), s(-40, 20), s(-46, -7),
    s(-51, -12), s(-46, 0), s(-56, 8), s(-66, 14), s(-64, 33), s(-68, 24), s(-33, 23), s(-52, -53),
    s(-51, -31), s(-46, -18), s(-56, -10), s(-66, -4), s(-42, -2), s(-29, -11), s(-31, -8), s(-74, -105),
    s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    s(-27, 16), s(-14, 23), s(-2, -1), s(-10, 14), s(14, 10), s(21, 4), s(30, 12), s(1, 18),
    s(-34, 6), s(-23, 11), s(-10, 3), s(-20, 3), s(-2, -8), s(-3, 10), s(9, 12), s(-14, 17),
    s(-22, 3), s(-5, 7), s(5, -6), s(3, -13), s(13, -8), s(0, 15), s(13, 31), s(-4, 27),
    s(-6, 17), s(8, 15), s(16, 0), s(19, -10), s(20, 3), s(22, 29), s(22, 40), s(-2, 61),
    s(3, 42), s(14, 35), s(7, 34), s(45, 21), s(36, 34), s(27, 72), s(21, 90), s(-4, 84),
    s(-1, 61), s(25, 75), s(49, 42), s(62, 51), s(64, 77), s(36, 102), s(37, 112), s(21, 89),
    s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    s(-27, -41), s(-36, -29), s(-27, -23), s(-33, -22), s(-15, -28), s(-33, -13), s(-33, -20), s(-74, -63),
    s(-36, -26), s(-9, -9), s(-6, -15), s(-10, -18), s(-7, -8), s(-13, -15), s(-4, -29), s(-35, 5),
    s(-19, -10), s(-4, -11), s(-14, -17), s(-5, 3), s(4, -3), s(-2, -17), s(-19, -15), s(-22, -9),
    s(10, -9), s(10, 5), s(6, 16), s(11, 8), s(9, 11), s(10, 14), s(21, 3), s(4, 3),
    s(1, 2), s(11, 7), s(16, 10), s(23, 15), s(27, 12), s(20, 7), s(20, 6), s(9, 2),
    s(-30, -15), s(3, -5), s(14, 2), s(20, 10), s(33, 8), s(22, 2), s(0, 23), s(3, 13),
    s(-36, -44), s(-24, -28), s(10, -15), s(6, -2), s(19, 15), s(26, -5), s(-8, -3), s(-23, -19),
    s(-80, -85), s(-43, -47), s(-38, -23), s(-24, -6), s(-18, -4), s(-46, -7), s(-51, -12), s(-106, -38),
    s(-18, -34), s(10, 13), s(-11, 11), s(-5, 4), s(-2, 8), s(-1, -3), s(-12, -18), s(1, -35),
    s(13, -4), s(-7, -21), s(14, 2), s(3, 6), s(10, -1), s(16, -1), s(17, -27), s(22, -20),
    s(-2, 9), s(6, 4), s(-1, -8), s(2, 17), s(9, 18), s(10, -15), s(21, 10), s(14, -8),
    s(4, 0), s(31, -1), s(10, 13), s(14, 15), s(15, 15), s(13, 8), s(18, 3), s(-17, 11),
    s(-17, 1), s(0, 16), s(18, 2), s(16, 6), s(27, 15), s(22, 7), s(18, 23), s(8, 1),
    s(-7, -1), s(16, 4), s(-5, -3), s(5, 21), s(16, 18), s(8, -2), s(0, 14), s(4, 10),
    s(-25, -9), s(-23, 7), s(11, 3), s(-30, 31), s(6, 13), s(8, 5), s(-5, 6), s(11, 19),
    s(20, 2), s(-17, 17), s(-24, 4), s(-20, 5), s(-26, 6), s(-25, 6), s(4, 19), s(-24, -6),
    s(-8, -23), s(-3, -28), s(-6, -21), s(8, -25), s(5, -22), s(7, -23), s(-18, -11), s(-20, -14),
    s(-20, -12), s(-16, -17), s(-17, -8), s(-30, -5), s(-16, -7), s(-13, -12), s(2, -16), s(-41, 2),
    s(-34, -5), s(-38, 0), s(-22, -7), s(-12, -6), s(-19, 0), s(-8, 4), s(3, -2), s(-11, -3),
    s(-21, -1), s(-17, 2), s(1, 2), s(-10, -4), s(-6, 4), s(-4, 15), s(-12, 14), s(4, 9),
    s(-14, 9), s(-18, 7), s(-7, 8), s(3, 7), s(9, 5), s(20, 8), s(5, 18), s(-2, 26),
    s(22, 14), s(-20, 28), s(-5, 2), s(-9, 9), s(5, 10), s(38, -6), s(9, 17), s(2, 21),
    s(15, 4), s(-20, 3), s(-5, -4), s(7, -10), s(7, -14), s(19, -3), s(20, -2), s(-4, 5),
    s(13, 12), s(-7, 12), s(-13, 9), s(-19, 10), s(5, 14), s(30, 8), s(10, 21), s(0, 11),
    s(11, -23), s(1, -46), s(-3, -37), s(-2, -13), s(2, -26), s(-9, -25), s(-52, -7), s(-1, -74),
    s(18, -10), s(-6, 1), s(4, -4), s(-2, 18), s(3, 21), s(6, -14), s(-5, -17), s(-12, -16),
    s(8, 0), s(-8, 35), s(6, 31), s(11, -7), s(-7, 37), s(11, 19), s(5, 22), s(0, -19),
    s(12, 10), s(-7, 25), s(-21, 26), s(-12, 28), s(-1, 29), s(-19, 63), s(5, 20), s(-7, 1),
    s(7, -8), s(-16, 26), s(-17, 15), s(-29, 30), s(-15, 48), s(10, 18), s(-16, 32), s(18, -16),
    s(23, -9), s(7, 21), s(-5, 5), s(-35, 40), s(-5, 27), s(0, 33), s(24, -7), s(10, 17),
    s(34, -17), s(-1, 11), s(10, -2), s(-19, 4), s(12, 22), s(20, 14), s(12, 20), s(10, 8),
    s(19, -22), s(-2, -12), s(17, 13), s(3, 19), s(16, 16), s(25, 6), s(17, 5), s(26, -3),
    s(31, -53), s(43, -41), s(21, -33), s(2, -27), s(-7, -46), s(7, -47), s(32, -67), s(25, -90),
    s(16, -35), s(27, -22), s(6, -14), s(-14, -8), s(-20, -11), s(3, -30), s(38, -45), s(30, -65),
    s(-18, -20), s(-13, -8), s(-23, 0), s(-33, 6), s(-46, 9), s(-35, 0), s(-5, -17), s(-11, -39),
    s(-36, -10), s(-30, 2), s(-41, 10), s(-50, 16), s(-67, 31), s(-58, 18), s(-25, 2), s(-39, -10),
    s(-48, -4), s(-42, 8), s(-52, 16), s(-62, 22), s(-87, 43), s(-80, 39), s(-57, 25), s(-46, 4),
    s(-51, -4), s(-46, 8), s(-56, 16), s(-66, 22), s(-77, 47), s(-55, 43), s(-39, 31), s(-38, 12),
    s(-51, -12), s(-46, 0), s(-56, 8), s(-66, 14), s(-69, 34), s(-51, 42), s(-35, 21), s(-49, -26),
    s(-51, -31), s(-46, -18), s(-56, -10), s(-66, -4), s(-44, -9), s(-30, -3), s(-29, -20), s(-75, -87),
];

pub(super) const KNIGHT_MOBILITY: [S; 9] = [
    s(-27, -22), s(-21, -23), s(-10, 2), s(-5, 13), s(0, 23), s(5, 29), s(7, 32), s(9, 37), s(10, 33),
];

pub(super) const BISHOP_MOBILITY: [S; 14] = [
    s(-26, -40), s(-13, -30), s(-6, -4), s(-1, 15), s(1, 23), s(7, 30), s(7, 34),
    s(10, 36), s(11, 35), s(12, 40), s(20, 28), s(19, 32), s(13, 37), s(3, 37),
];

pub(super) const ROOK_MOBILITY: [S; 15] = [
    s(-39, -63), s(-17, -19), s(-8, -5), s(-5, 8), s(-5, 11),
    s(-4, 22), s(-2, 30), s(-1, 33), s(3, 38), s(4, 40),
    s(5, 44), s(5, 48), s(7, 49), s(14, 50), s(19, 46),
];

pub(super) const QUEEN_MOBILITY: [S; 28] = [
    s(-77, -47), s(-38, -27), s(-19, -40), s(-10, -85), s(-12, -51), s(-16, -29), s(-12, -10),
    s(-13, 6), s(-10, 19), s(-7, 29), s(-5, 33), s(-4, 36), s(-2, 43), s(-2, 43),
    s(-2, 45), s(-5, 50), s(-6, 54), s(-7, 55), s(-9, 45), s(-4, 42), s(4, 30),
    s(-4, 22), s(4, 12), s(-14, 6), s(-7, 4), s(-18, 3), s(-12, 26), s(0, 25),
];

pub(super) const DOUBLED_PAWN: [S; 4] = [
    s(-20, -39), s(-6, -34), s(-9, -16), s(-10, 3),
];

pub(super) const ISOLATED_PAWN: [S; 4] = [
    s(7, 0), s(-2, -8), s(-9, -6), s(-3, -12),
];

pub(super) const BACKWARD_PAWN: [S; 8] = [
    s(0, 0), s(-3, -7), s(2, -10), s(0, -16), s(7, -25), s(-4, 12), s(0, 0), s(0, 0),
];

pub(super) const WEAK_UNOPPOSED: [S; 2] = [
    s(-7, -7), s(-9, -8),
];

pub(super) const PHALANX: [S; 8] = [
    s(0, 0), s(2, 0), s(7, 1), s(8, 8), s(14, 17), s(41, 60), s(68, 107), s(0, 0),
];

pub(super) const PROTECTED_PAWN: [S; 8] = [
    s(0, 0), s(0, 0), s(16, 9), s(12, 9), s(11, 18), s(24, 50), s(68, 38), s(0, 0),
];

pub(super) const BLOCKED_PAWN: [S; 2] = [
    s(-12, -4), s(-10, -24),
];

pub(super) const WEAK_LEVER: [S; 1] = [
    s(-4, -21),
];

pub(super) const CANDIDATE: [S; 16] = [
    s(0, 0), s(1, -4), s(2, 14), s(1, 21), s(-11, 19), s(-5, 26), s(0, 0), s(0, 0),
    s(0, 0), s(0, 2), s(0, 0), s(4, 16), s(5, 21), s(1, 10), s(0, 0), s(0, 0),
];

pub(super) const PASSED_PAWN: [S; 32] = [
    s(0, 0), s(-9, 17), s(-6, 31), s(-1, 47), s(30, 80), s(73, 123), s(108, 204), s(0, 0),
    s(0, 0), s(-4, 17), s(-10, 23), s(-1, 40), s(21, 63), s(55, 105), s(121, 152), s(0, 0),
    s(0, 0), s(-10, 19), s(-13, 29), s(-1, 38), s(9, 68), s(35, 103), s(74, 90), s(0, 0),
    s(0, 0), s(-7, 6), s(-15, 21), s(-2, 31), s(9, 58), s(36, 85), s(41, 97), s(0, 0),
];

pub(super) const PASSED_FREE_PATH: [S; 8] = [
    s(0, 0), s(-40, 21), s(-36, 20), s(-26, 22), s(-28, 35), s(17, 62), s(39, 74), s(0, 0),
];

pub(super) const PASSED_CONNECTED: [S; 8] = [
    s(0, 0), s(2, -3), s(7, -19), s(5, 2), s(18, 13), s(45, 7), s(49, 38), s(0, 0),
];

pub(super) const PASSED_OWN_KING: [S; 32] = [
    s(29, 54), s(26, 42), s(5, 17), s(-14, 7), s(-15, -8), s(-8, -13), s(10, -26), s(4, -23),
    s(36, 69), s(15, 67), s(41, 20), s(-2, 3), s(-27, -8), s(-25, -24), s(9, -30), s(11, -28),
    s(19, 82), s(10, 94), s(51, 27), s(30, -10), s(0, -21), s(-14, -28), s(-27, -34), s(-24, -28),
    s(31, 162), s(-20, 54), s(9, 83), s(26, -2), s(19, -35), s(-1, -46), s(6, -37), s(-12, -45),
];

pub(super) const PASSED_ENEMY_KING: [S; 32] = [
    s(-8, -2), s(15, -25), s(3, -16), s(7, -7), s(3, 11), s(1, 26), s(-8, 37), s(2, 27),
    s(4, -36), s(-4, -33), s(2, -27), s(-5, 9), s(6, 29), s(12, 38), s(-4, 56), s(-14, 43),
    s(-12, -100), s(-25, -71), s(17, -44), s(-3, 24), s(0, 71), s(12, 79), s(36, 63), s(21, 47),
    s(-18, -101), s(-25, -104), s(19, -57), s(26, 12), s(24, 62), s(13, 89), s(-4, 115), s(18, 77),
];

pub(super) const PASSED_ROOK_BEHIND: [S; 2] = [
    s(3, 21), s(-8, -45),
];

pub(super) const UNSTOPPABLE: [S; 1] = [
    s(-5, 198),
];

pub(super) const PASSED_LEVER: [S; 8] = [
    s(0, 0), s(-21, 0), s(3, 7), s(-3, 12), s(11, 23), s(26, 38), s(0, 0), s(0, 0),
];

pub(super) const PASSED_DEFENDED_PUSH: [S; 4] = [
    s(11, 2), s(14, 11), s(26, 30), s(19, 102),
];

pub(super) const PASSED_SAFE_PATH: [S; 4] = [
    s(-16, 4), s(-2, 3), s(-13, -16), s(5, 6),
];

pub(super) const PASSED_WIDE_PATH: [S; 4] = [
    s(-1, 5), s(-6, 6), s(-29, 26), s(-22, -23),
];

pub(super) const OUTPOST: [S; 4] = [
    s(8, -6), s(7, -2), s(18, 5), s(28, 10),
];

pub(super) const REACHABLE_OUTPOST: [S; 2] = [
    s(13, 13), s(12, 5),
];

pub(super) const MINOR_BEHIND_PAWN: [S; 2] = [
    s(5, 11), s(4, 7),
];

pub(super) const MINOR_KING_DISTANCE: [S; 16] = [
    s(4, 2), s(-2, 28), s(0, 25), s(-5, 21), s(-9, 19), s(-11, 14), s(-11, 11), s(-28, 4),
    s(3, 1), s(-6, 22), s(-7, 17), s(-7, 15), s(-7, 15), s(-9, 15), s(-10, 11), s(-14, 16),
];

pub(super) const BISHOP_PAWNS: [S; 9] = [
    s(-6, 36), s(1, 24), s(0, 14), s(-2, 10), s(-6, 6), s(-7, -1), s(-10, -4), s(-9, -2), s(-23, -30),
];

pub(super) const BAD_BISHOP: [S; 1] = [
    s(-1, -2),
];

pub(super) const LONG_DIAGONAL: [S; 1] = [
    s(16, 18),
];

pub(super) const BISHOP_ON_KING_RING: [S; 1] = [
    s(4, 4),
];

pub(super) const KNIGHT_CLOSEDNESS: [S; 9] = [
    s(-4, 3), s(-5, 18), s(-4, 23), s(-8, 30), s(-3, 35), s(-14, 22), s(3, 61), s(3, 16), s(6, 10),
];

pub(super) const ROOK_CLOSEDNESS: [S; 9] = [
    s(-14, 67), s(-23, 74), s(-16, 54), s(4, 33), s(30, 2), s(8, -3), s(-5, -8), s(-7, -10), s(-7, -10),
];

pub(super) const ROOK_FILE: [S; 2] = [
    s(16, 1), s(21, 0),
];

pub(super) const ROOK_ON_CLOSED_FILE: [S; 1] = [
    s(-4, -1),
];

pub(super) const ROOK_ON_KING_RING: [S; 1] = [
    s(12, 2),
];

pub(super) const ROOK_ON_QUEEN_FILE: [S; 1] = [
    s(-1, 0),
];

pub(super) const ROOK_ON_SEVENTH: [S; 1] = [
    s(1, 18),
];

pub(super) const TRAPPED_ROOK: [S; 2] = [
    s(1, 7), s(-28, -21),
];

pub(super) const WEAK_QUEEN: [S; 1] = [
    s(-18, -1),
];

pub(super) const THREAT_BY_PAWN: [S; 6] = [
    s(-11, 7), s(50, 35), s(50, 43), s(67, 16), s(46, 14), s(0, 0),
];

pub(super) const THREAT_BY_MINOR: [S; 12] = [
    s(3, 18), s(28, 31), s(35, 22), s(56, 7), s(47, 8), s(0, 0),
    s(-3, 1), s(18, 35), s(31, 29), s(53, 44), s(52, 42), s(0, 0),
];

pub(super) const THREAT_BY_ROOK: [S; 12] = [
    s(1, 18), s(24, 24), s(27, 27), s(-1, 5), s(56, 16), s(0, 0),
    s(-7, -1), s(5, 6), s(9, -8), s(-15, 9), s(49, 62), s(0, 0),
];

pub(super) const THREAT_BY_QUEEN: [S; 12] = [
    s(4, 5), s(4, 9), s(3, 21), s(4, -2), s(5, 0), s(0, 0),
    s(0, 5), s(-2, -5), s(-5, 7), s(-3, -1), s(6, 8), s(0, 0),
];

pub(super) const THREAT_BY_KING: [S; 6] = [
    s(13, 33), s(13, 22), s(34, 17), s(35, -5), s(0, 0), s(0, 0),
];

pub(super) const HANGING: [S; 1] = [
    s(9, 25),
];

pub(super) const WEAK_QUEEN_PROTECTION: [S; 1] = [
    s(7, 9),
];

pub(super) const PUSH_THREAT: [S; 6] = [
    s(0, 0), s(12, 19), s(14, 13), s(19, 14), s(15, 3), s(0, 0),
];

pub(super) const RESTRICTED: [S; 1] = [
    s(4, 0),
];

pub(super) const THREAT_ON_QUEEN: [S; 6] = [
    s(0, 0), s(9, 0), s(12, 20), s(11, 3), s(0, 0), s(0, 0),
];

pub(super) const THREAT_BY_SAFE_PAWN: [S; 1] = [
    s(9, 2),
];

pub(super) const DOUBLY_ATTACKED: [S; 1] = [
    s(3, 38),
];

pub(super) const SPACE: [S; 1] = [
    s(5, -7),
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
    s(0, 3),
];

pub(super) const WINNABLE_PASSED_PAWNS: [S; 1] = [
    s(0, 1),
];

pub(super) const OUTFLANKING: [S; 1] = [
    s(0, 1),
];

pub(super) const BOTH_FLANKS: [S; 1] = [
    s(0, 29),
];

pub(super) const INFILTRATION: [S; 1] = [
    s(0, 0),
];

pub(super) const PAWN_ENDGAME: [S; 1] = [
    s(0, 55),
];

pub(super) const ALMOST_UNWINNABLE: [S; 1] = [
    s(0, -24),
];

pub(super) const WINNABLE_BASE: [S; 1] = [
    s(0, -46),
];

pub(super) const TEMPO: [S; 1] = [
    s(24, 21),
];
