//! Every number that the search decides with: one row each, with range, step, unit and meaning.
//!
//! A row is a function: a constant in normal builds; with the feature `tune` a value that a UCI
//! option of that name changes.

/// A row of the table, for options and tuning.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// The name of the row and of its UCI option.
    pub name: &'static str,
    /// The value in normal builds.
    pub default: i32,
    /// The least sensible value.
    pub min: i32,
    /// The greatest sensible value.
    pub max: i32,
    /// How much a tuner should change it at a time.
    pub step: i32,
}

/// Margins of singular extensions count in this part of a centipawn.
pub const SINGULAR_UNIT: i32 = 64;

macro_rules! params {
    ($($name:ident = $default:expr, $min:literal..=$max:literal, $step:literal, $about:literal;)+) => {
        /// All rows.
        pub static TABLE: &[Param] = &[$(Param {
            name: stringify!($name),
            default: $default,
            min: $min,
            max: $max,
            step: $step,
        }),+];

        $(
            const _: () = assert!($min <= $default && $default <= $max && $step > 0);

            #[doc = $about]
            #[inline(always)]
            pub fn $name() -> i32 {
                #[cfg(not(feature = "tune"))]
                return $default;
                #[cfg(feature = "tune")]
                return tuned::$name.load(std::sync::atomic::Ordering::Relaxed);
            }
        )+

        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals, reason = "named like the rows")]
        mod tuned {
            use std::sync::atomic::AtomicI32;
            $(pub(super) static $name: AtomicI32 = AtomicI32::new($default);)+
        }

        /// Changes a row; false if there is none of that name or the value is out of its range.
        #[cfg(feature = "tune")]
        pub fn set(name: &str, value: i32) -> bool {
            let Some(row) = TABLE.iter().find(|row| row.name == name) else { return false };
            if !(row.min..=row.max).contains(&value) {
                return false;
            }
            match name {
                $(stringify!($name) => tuned::$name.store(value, std::sync::atomic::Ordering::Relaxed),)+
                _ => return false,
            }
            true
        }
    };
}

params! {
    // Aspiration windows
    aspiration_depth = 4, 2..=8, 1, "plies: the first iteration with a narrow window";
    aspiration_delta = 14, 5..=40, 2, "cp: half the width of the first window";
    aspiration_score = 14000, 4000..=30000, 1000, "cp^2: the window widens by score^2 over this";
    aspiration_score_max = 2000, 500..=5000, 250, "cp: no score counts for more than this there";
    aspiration_growth = 45, 10..=150, 8, "percent: how much a window widens when the score leaves it";
    aspiration_reduction = 3, 0..=6, 1, "plies: how much shallower a line may be tried that keeps failing high";

    // Transposition table
    tt_rule50 = 90, 60..=100, 5, "plies without capture or pawn move: from here on the table does not cut";

    // Internal iterative deepening and reductions
    iid_depth = 7, 4..=12, 1, "plies: least depth of a PV node without table move that looks for one";
    iid_reduction = 4, 2..=6, 1, "plies: how much shallower it looks";
    iir_depth = 4, 3..=8, 1, "plies: least depth of another such node, which is reduced by one";

    // Reverse futility pruning
    rfp_depth = 8, 4..=12, 1, "plies: deepest node that may be pruned";
    rfp_margin = 83, 40..=140, 6, "cp per ply: lead of the evaluation demanded above beta";
    rfp_improving = 21, 5..=100, 5, "cp per ply: the same when the side to move is improving ...";
    rfp_threat = 25, 0..=60, 4, "cp per ply: ... and more where a lesser man attacks one of its men";
    rfp_min = 18, 0..=60, 6, "cp: least margin";
    rfp_worsening = 16, 0..=60, 5, "cp: discount when the opponent stands worse than it thought";

    // Razoring
    razor_depth = 3, 1..=5, 1, "plies: deepest node that may drop into quiescence";
    razor_margin = 283, 120..=500, 20, "cp per ply: deficit of the evaluation below alpha";

    // Null move
    nmp_depth = 3, 2..=5, 1, "plies: shallowest node that tries a null move";
    nmp_margin = 152, 0..=300, 15, "cp: lead of the static evaluation demanded above beta";
    nmp_depth_margin = 17, 0..=40, 3, "cp per ply: discount from it";
    nmp_base = 3, 2..=5, 1, "plies: reduction of the null-move search";
    nmp_divisor = 3, 2..=6, 1, "plies: one more reduction for each such depth";
    nmp_eval_divisor = 155, 80..=400, 20, "cp: one more reduction for each such lead";
    nmp_eval_max = 4, 1..=6, 1, "plies: most of that";
    nmp_verify_depth = 12, 8..=20, 1, "plies: from here on a cut-off is verified by a search";
    nmp_verify_plies = 75, 25..=100, 5, "percent of the depth of that search: plies without another null move";

    // ProbCut
    probcut_depth = 5, 3..=8, 1, "plies: shallowest node";
    probcut_margin = 186, 80..=320, 15, "cp: how far above beta a capture must reach";
    probcut_improving = 40, 0..=120, 8, "cp: discount when improving";
    probcut_reduction = 4, 2..=6, 1, "plies: how much shallower the proof is";

    // Hindsight: the depth of a node by how its move was reduced
    hindsight_more = 3, 2..=5, 1, "plies: such a reduction was too much if the opponent feels no worse";
    hindsight_less = 2, 1..=4, 1, "plies: such a one may have been too little";
    hindsight_min_depth = 2, 2..=4, 1, "plies: least depth that loses one";
    hindsight_margin = 115, 40..=300, 15, "cp: if both sides' evaluations add up to more";

    // Singular extensions and multi-cut
    singular_depth = 6, 4..=9, 1, "plies: shallowest node; one more on a former principal variation";
    singular_tt_depth = 3, 2..=5, 1, "plies: how much shallower the table's entry may be";
    singular_margin = 48, 16..=128, 6, "cp/64 per ply: how far the others must fall behind";
    singular_was_pv = 28, 0..=80, 6, "cp/64 per ply: more on a former principal variation";
    singular_double = 7, 0..=60, 4, "cp: two plies if they fall behind so much further";
    singular_triple = 110, 50..=300, 15, "cp: three, for a quiet move";

    // Late-move pruning
    lmp_base = 264, 100..=800, 30, "1/100 moves: moves tried when improving, before depth counts ...";
    lmp_factor = 136, 40..=250, 12, "1/100 moves per depth^2: ... and what depth adds";
    lmp_worse_base = 189, 100..=800, 30, "1/100 moves: the same when not improving";
    lmp_worse_factor = 42, 10..=150, 6, "1/100 moves per depth^2: the same when not improving";

    // Futility and extended futility, by reduced depth
    futility_margin = 102, 50..=220, 10, "cp: deficit at the frontier (one ply left)";
    extended_futility_depth = 7, 3..=10, 1, "plies: deepest node that prunes by futility";
    extended_futility_margin = 93, 40..=180, 8, "cp per ply: what each further ply adds";
    futility_history = 154, 40..=600, 20, "history per cp: good moves get more";

    // Futility of captures, by reduced depth
    noisy_futility_depth = 6, 3..=9, 1, "plies: deepest node that prunes captures by futility";
    noisy_futility_base = 163, 0..=300, 20, "cp: deficit after the capture with no ply left";
    noisy_futility_margin = 98, 40..=220, 12, "cp per ply: what each ply adds";
    noisy_futility_history = 80, 20..=300, 15, "history per cp: good captures get more";

    // History pruning and SEE pruning
    history_prune_depth = 4, 2..=8, 1, "plies: deepest node that prunes by history";
    history_prune_margin = 2952, 800..=9000, 300, "history per ply: worse quiet moves are skipped";
    see_depth = 9, 5..=14, 1, "plies: deepest node that prunes losing exchanges";
    see_quiet = 58, 20..=120, 6, "cp per ply: loss allowed to a quiet move";
    see_noisy = 89, 40..=180, 8, "cp per ply: loss allowed to a capture";

    // After a move that raises alpha
    raised_min_depth = 3, 2..=6, 1, "plies: from this depth on ...";
    raised_max_depth = 12, 6..=20, 1, "plies: ... and below this one, the rest is searched a ply less deep";

    // Late-move reductions, in 1/1024 ply
    lmr_depth = 3, 2..=4, 1, "plies: shallowest node that reduces";
    lmr_quiet_base = 818, 0..=1600, 80, "1/1024 ply";
    lmr_quiet_factor = 233, 100..=400, 15, "1/1024 ply per log2(depth) * log2(move)";
    lmr_noisy_base = 63, -400..=800, 60, "1/1024 ply";
    lmr_noisy_factor = 154, 60..=300, 12, "1/1024 ply per log2(depth) * log2(move)";
    lmr_pv = 1053, 0..=2048, 100, "1/1024 ply: less on the principal variation";
    lmr_cut = 1326, 0..=3072, 128, "1/1024 ply: more where a cut-off is expected";
    lmr_improving = 833, 0..=2048, 100, "1/1024 ply: more when not improving";
    lmr_noisy_tt = 896, 0..=2048, 100, "1/1024 ply: more when the table move is noisy";
    lmr_check = 927, 0..=2048, 100, "1/1024 ply: less for a move that gives check";
    lmr_killer = 967, 0..=2048, 100, "1/1024 ply: less for a killer";
    lmr_history = 12736, 4000..=30000, 1000, "history of a quiet move for one ply less";
    lmr_capture_history = 6655, 3000..=20000, 800, "history of a capture for one ply less";
    lmr_fail_highs_from = 2, 0..=6, 1, "how many siblings' children have failed high, above which";
    lmr_fail_highs = 907, 0..=2048, 100, "1/1024 ply: more";
    lmr_complexity = 550, 0..=2048, 80, "1/1024 ply: reduction taken off where the correction history disagrees strongly with the static evaluation";
    lmr_deeper = 51, 10..=120, 8, "cp above the best so far: the re-search goes a ply deeper";
    lmr_shallower = 8, 0..=40, 4, "cp above the best so far, below which it goes a ply less deep";

    // History
    history_bonus = 173, 50..=400, 20, "per ply: what a cut-off earns";
    history_bonus_base = 99, 0..=400, 20, "taken from it";
    history_bonus_max = 1600, 600..=3200, 120, "at most";
    history_malus = 233, 50..=400, 20, "per ply: what a move tried in vain loses";
    history_malus_base = 24, 0..=400, 20, "taken from it";
    history_malus_max = 1405, 400..=3200, 120, "at most";

    eval_history = 12, 0..=40, 3, "history per cp: what a quiet move earns that the opponent's evaluation suffers from";
    eval_history_max = 1454, 400..=3000, 150, "at most";
    history_surprise = 40, 10..=120, 8, "cp above beta: counts as a ply more";

    // Correction history
    correction_pawn = 384, 0..=1000, 40, "1/256: by pawns";
    correction_minor = 270, 0..=1000, 40, "1/256: by knights, bishops and kings";
    correction_major = 380, 0..=1000, 40, "1/256: by rooks, queens and kings";
    correction_us = 400, 0..=1000, 40, "1/256: by the own men";
    correction_them = 280, 0..=1000, 40, "1/256: by the opponent's men";
    correction_moves = 200, 0..=1000, 40, "1/256: by pairs of moves";
    correction_max = 256, 64..=512, 24, "1/32 cp: most that one node changes";
    correction_rate = 256, 32..=1024, 24, "plies: the error counts in full at that depth";
    complexity_margin = 70, 20..=200, 10, "cp: least correction of the static evaluation that counts as complex";

    // Quiescence
    qs_moves = 3, 1..=8, 1, "captures that are tried";
    qs_futility = 109, 40..=300, 15, "cp: what a capture must be able to reach above the stand-pat score";
    qs_see = 0, -120..=60, 15, "cp: least exchange value of a capture";

    // Clock, in 1/1000 unless noted
    time_base = 23, 10..=80, 3, "moves: a sudden-death clock is meant to last when the game begins";
    time_base_fade = 300, 0..=600, 40, "moves/1000: less with each move played ...";
    time_base_min = 9, 4..=40, 1, "moves: ... but no less than this";
    time_reserve = 3000, 0..=6000, 300, "of the overhead: kept beside it, less the increments of ...";
    time_reserve_moves = 7, 1..=200, 3, "moves: ... so many moves to come";
    time_helper_reserve = 15, 0..=100, 3, "ms: kept for each further thread ...";
    time_helpers_max = 3, 0..=16, 1, "threads: ... but for no more than these";
    time_helper = 10, 1..=100, 2, "ms: a search must be allowed for each further thread that takes part";
    time_increment = 780, 400..=1000, 40, "of the increment: spent on each move";
    time_soft = 950, 400..=1200, 50, "of the move's share: when no new iteration begins";
    time_hard = 3200, 1500..=7000, 300, "of the move's share: when the search is broken off";
    time_hard_clock = 620, 300..=850, 40, "of the clock: most that one move may take";
    time_hard_last = 900, 500..=950, 40, "of the clock: the same of the last move before the next control";
    time_stability = 110, 0..=250, 15, "more at a new best move, and so much less for each iteration it lasts";
    time_stability_max = 6, 3..=15, 1, "iterations: ... up to this many";
    time_stability_base = 1330, 900..=1800, 60, "of the soft limit: at a new best move";
    time_trend = 9, 0..=30, 2, "per cp that the score has fallen: more";
    time_trend_min = 800, 500..=1000, 40, "of the soft limit: if the score has risen";
    time_trend_max = 1500, 1000..=2500, 100, "of the soft limit: if it has fallen";
    time_node_base = 2100, 1400..=3000, 100, "of the soft limit: if the best move took no nodes";
    time_node_factor = 1560, 800..=2600, 100, "taken from it, times the best move's share of nodes";
}
