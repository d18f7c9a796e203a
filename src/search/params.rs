//! The numbers of the search that games can tune: one row each, with range, step, unit and meaning.
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
    /// The value now.
    #[cfg(feature = "tune")]
    pub value: &'static std::sync::atomic::AtomicI32,
}

/// Margins of singular extensions count in this part of a centipawn.
pub const SINGULAR_UNIT: i32 = 64;

macro_rules! params {
    ($($(#[$about:meta])+ $name:ident = $default:expr, $min:literal..=$max:literal, $step:literal;)+) => {
        /// All rows.
        pub static TABLE: &[Param] = &[$(Param {
            name: stringify!($name),
            default: $default,
            min: $min,
            max: $max,
            step: $step,
            #[cfg(feature = "tune")]
            value: &tuned::$name,
        }),+];

        $(
            const _: () = assert!($min <= $default && $default <= $max && $step > 0);

            $(#[$about])+
            #[doc = concat!("\n\nDefault ", $default, "; a tuner may choose ", $min, " to ", $max, " in steps of ", $step, ".")]
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
    };
}

params! {
    // Aspiration windows
    /// Depth, in plies, of the first iteration that is searched with an aspiration window.
    aspiration_depth = 4, 2..=8, 1;
    /// Half the width of the first aspiration window, in centipawns.
    aspiration_delta = 14, 5..=40, 2;
    /// The aspiration window is wider by the square of the score (cp) over this, since large scores
    /// swing more.
    aspiration_score = 14000, 4000..=30000, 1000;
    /// Largest score, in centipawns, that counts when the aspiration window is widened by the score.
    aspiration_score_max = 2000, 500..=5000, 250;
    /// How much the aspiration window widens when the score leaves it, in percent.
    aspiration_growth = 45, 10..=150, 8;
    /// Most plies by which a line that keeps failing high at the root is searched less deep.
    aspiration_reduction = 3, 0..=6, 1;

    // Transposition table
    /// Plies without a capture or pawn move from which on a table entry no longer causes a cutoff in the
    /// main search: the draw is near, and the entry does not know it.
    tt_rule50 = 90, 60..=100, 5;
    /// How many of the opponent's first moves lose history, if quiet, when a table entry with a move
    /// refutes them.
    tt_refuted_moves = 2, 0..=6, 1;

    // Internal iterative deepening and reductions
    /// Least depth, in plies, of a PV node that looks for a missing TT move by internal iterative
    /// deepening.
    iid_depth = 7, 4..=12, 1;
    /// How many plies shallower internal iterative deepening searches.
    iid_reduction = 4, 2..=6, 1;
    /// Least depth, in plies, of a node without a TT move that internal iterative reduction searches
    /// one ply less deep.
    iir_depth = 4, 3..=8, 1;

    // Decided positions
    /// Score, in centipawns for either side, from which on the main search prunes nothing because of its evaluation.
    decided_score = 1000, 300..=10000, 100;

    // Reverse futility pruning
    /// Greatest depth, in plies, at which reverse futility prunes.
    rfp_depth = 7, 4..=12, 1;
    /// Lead above beta, in centipawns per ply of depth, that reverse futility demands when the side
    /// is not improving.
    rfp_margin = 83, 40..=140, 6;
    /// Lead above beta, in centipawns per ply of depth, that reverse futility demands when the side
    /// is improving.
    rfp_improving = 21, 5..=100, 5;
    /// What reverse futility demands in addition, in centipawns per ply, when the side is improving
    /// but one of its pieces is attacked by a less valuable one.
    rfp_threat = 25, 0..=60, 4;
    /// How much smaller the lead may be with all pieces on the board, and how much greater it must be with none, in
    /// percent: a centipawn means more the more pieces there are.
    rfp_phase = 25, 0..=60, 5;
    /// Least lead above beta, in centipawns, that reverse futility demands.
    rfp_min = 18, 0..=60, 6;
    /// Discount on the lead, in centipawns, when the opponent stands worse than it thought before
    /// its move.
    rfp_worsening = 16, 0..=60, 5;
    /// History of the move that led here that adds a centipawn to the lead.
    rfp_history = 410, 100..=2000, 40;

    // Razoring
    /// Greatest depth, in plies, at which razoring drops into the quiescence search.
    razor_depth = 3, 1..=5, 1;
    /// How far, in centipawns per ply of depth, the evaluation must be below alpha for razoring.
    razor_margin = 283, 120..=500, 20;

    // Null move
    /// Least depth, in plies, at which a null move is tried.
    nmp_depth = 3, 2..=5, 1;
    /// Lead of the static evaluation above beta, in centipawns, that the null move demands at depth
    /// zero.
    nmp_margin = 152, 0..=300, 15;
    /// How much less lead the null move demands with each ply of depth, in centipawns.
    nmp_depth_margin = 17, 0..=40, 3;
    /// Reduction of the null-move search, in plies, before depth and lead are counted.
    nmp_base = 4, 2..=6, 1;
    /// Lead of the best estimate above beta, in centipawns, that the null move demands.
    nmp_lead = 29, 0..=100, 6;
    /// Plies of depth that reduce the null-move search by one ply more.
    nmp_divisor = 3, 2..=6, 1;
    /// Lead of the evaluation above beta, in centipawns, that reduces the null-move search by one ply more.
    nmp_eval_divisor = 155, 80..=400, 20;
    /// Most plies by which that lead reduces the null-move search.
    nmp_eval_max = 4, 1..=6, 1;
    /// Depth, in plies, from which on a null-move cutoff is verified by a search without null moves.
    nmp_verify_depth = 12, 8..=20, 1;
    /// Part of the verification search, in percent of its depth, that plays no null move.
    nmp_verify_plies = 75, 25..=100, 5;

    // ProbCut
    /// Least depth, in plies, at which ProbCut is tried.
    probcut_depth = 3, 2..=8, 1;
    /// How far above beta, in centipawns, a capture must score for ProbCut.
    probcut_margin = 186, 80..=320, 15;
    /// How much less ProbCut demands when the side is improving, in centipawns.
    probcut_improving = 40, 0..=120, 8;
    /// How many plies shallower ProbCut searches than the node when the side is not improving.
    probcut_reduction = 3, 2..=6, 1;
    /// How many plies shallower it searches when the side is improving.
    probcut_improving_reduction = 5, 2..=8, 1;

    // Hindsight: the depth of a node by how its move was reduced
    /// Least reduction of the previous move, in plies, that counts as too much if the opponent does not
    /// stand worse for it.
    hindsight_more = 3, 2..=5, 1;
    /// Least reduction of the previous move, in plies, that can count as too little.
    hindsight_less = 2, 1..=4, 1;
    /// Least depth, in plies, of a node that loses a ply in hindsight.
    hindsight_min_depth = 2, 2..=4, 1;
    /// Sum of both sides' static evaluations, in centipawns, above which the reduction was too
    /// little.
    hindsight_margin = 115, 40..=300, 15;

    // Singular extensions and multi-cut
    /// Least depth, in plies, at which a TT move is tested for being singular; one more where the
    /// node was on a principal variation.
    singular_depth = 6, 4..=9, 1;
    /// How many plies shallower than the node the table entry may be for that test.
    singular_tt_depth = 3, 2..=5, 1;
    /// How far below the table's score all other moves must stay, in 1/64 cp per ply of depth.
    singular_margin = 48, 16..=128, 6;
    /// What is added to that margin where a node with a null window was on a principal variation,
    /// in 1/64 cp per ply of depth.
    singular_was_pv = 28, 0..=80, 6;
    /// How far below the singular bound, in centipawns, the others must be for an extension by two
    /// plies.
    singular_double = 7, 0..=60, 4;
    /// How far below the singular bound, in centipawns, the others must be for an extension by three
    /// plies; for quiet moves.
    singular_triple = 110, 50..=300, 15;

    // Check extension
    /// Least depth, in plies, at which a move that gives check is extended.
    check_extension_depth = 10, 1..=16, 1;

    // Late-move pruning
    /// Moves, in hundredths, that late-move pruning lets pass at depth zero when the side is
    /// improving.
    lmp_base = 264, 100..=800, 30;
    /// How many more pass, in hundredths of a move per square of the depth, when the side is
    /// improving.
    lmp_factor = 136, 40..=250, 12;
    /// Moves, in hundredths, that late-move pruning lets pass at depth zero when the side is not
    /// improving.
    lmp_worse_base = 189, 100..=800, 30;
    /// How many more pass, in hundredths of a move per square of the depth, when the side is not
    /// improving.
    lmp_worse_factor = 42, 10..=150, 6;

    // Futility and extended futility, by reduced depth
    /// How far below alpha, in centipawns, the evaluation must be for futility pruning of quiet
    /// moves at the frontier.
    futility_margin = 102, 50..=220, 10;
    /// Greatest depth left, in plies, at which quiet moves are pruned by extended futility.
    extended_futility_depth = 7, 3..=10, 1;
    /// What each ply left beyond the frontier adds to the futility margin, in centipawns.
    extended_futility_margin = 93, 40..=180, 8;
    /// History of a quiet move that adds one centipawn to its futility margin.
    futility_history = 154, 40..=600, 20;

    // Futility of captures, by reduced depth
    /// Greatest depth left, in plies, at which captures are pruned by futility.
    noisy_futility_depth = 6, 3..=9, 1;
    /// How far below alpha, in centipawns, the evaluation must be after winning the victim, with no
    /// ply left.
    noisy_futility_base = 163, 0..=300, 20;
    /// What each ply left adds to the futility margin of captures, in centipawns.
    noisy_futility_margin = 98, 40..=220, 12;
    /// History of a capture that adds one centipawn to its futility margin.
    noisy_futility_history = 80, 20..=300, 15;

    // History pruning and SEE pruning
    /// Greatest depth, in plies, at which quiet moves are pruned by their history.
    history_prune_depth = 4, 2..=8, 1;
    /// History below zero, per ply of depth, beyond which a quiet move is pruned.
    history_prune_margin = 2952, 800..=9000, 300;
    /// Greatest depth, in plies, at which moves that lose an exchange are pruned.
    see_depth = 9, 5..=14, 1;
    /// Loss in the exchange, in centipawns per ply left, that a quiet move may cost.
    see_quiet = 12, 0..=120, 6;
    /// What it may cost besides, in centipawns times the square of the plies left.
    see_quiet_square = 13, 0..=40, 3;
    /// Loss in the exchange, in centipawns per ply of depth, that a capture may cost.
    see_noisy = 89, 40..=180, 8;
    /// History of a capture that adds a centipawn to that loss.
    see_noisy_history = 64, 20..=300, 10;
    /// Most that its history adds or takes away, in centipawns per ply of depth.
    see_noisy_history_max = 44, 0..=100, 6;

    // After a move that raises alpha
    /// Least depth, in plies, at which a move that raises alpha takes a ply from those after it.
    raised_min_depth = 3, 2..=6, 1;
    /// Depth, in plies, from which on it no longer does.
    raised_max_depth = 12, 6..=20, 1;

    // Late-move reductions, in 1/1024 ply
    /// Least depth, in plies, at which late moves are reduced.
    lmr_depth = 3, 2..=4, 1;
    /// Reduction of quiet moves before depth and move number are counted, in 1/1024 ply.
    lmr_quiet_base = 818, 0..=1600, 80;
    /// Reduction of quiet moves per log2(depth) * log2(move number), in 1/1024 ply.
    lmr_quiet_factor = 233, 100..=400, 15;
    /// Reduction of captures and promotions before depth and move number are counted, in 1/1024 ply.
    lmr_noisy_base = 63, -400..=800, 60;
    /// Reduction of captures and promotions per log2(depth) * log2(move number), in 1/1024 ply.
    lmr_noisy_factor = 154, 60..=300, 12;
    /// How much less is reduced where the node is or was on a principal variation, in 1/1024 ply.
    lmr_pv = 1053, 0..=2048, 100;
    /// How much less again where the node is on it now, in 1/1024 ply.
    lmr_pv_now = 1024, 0..=2048, 100;
    /// How much more is reduced at nodes where a fail-high is expected, in 1/1024 ply.
    lmr_cut = 1326, 0..=3072, 128;
    /// How much more is reduced when the side is not improving, in 1/1024 ply.
    lmr_not_improving = 833, 0..=2048, 100;
    /// How much more is reduced where the TT move is a capture or promotion, in 1/1024 ply.
    lmr_noisy_tt = 896, 0..=2048, 100;
    /// How much less is reduced where the node is or was on a principal variation and the table's
    /// score beats alpha, in 1/1024 ply.
    lmr_tt_above_alpha = 524, 0..=2048, 80;
    /// How much less a move is reduced that gives check, in 1/1024 ply.
    lmr_check = 927, 0..=2048, 100;
    /// How much less a killer is reduced, in 1/1024 ply.
    lmr_killer = 967, 0..=2048, 100;
    /// History of a quiet move that takes one ply off its reduction.
    lmr_history = 12736, 4000..=30000, 1000;
    /// History of a capture that takes one ply off its reduction.
    lmr_capture_history = 6655, 3000..=20000, 800;
    /// Number of fail-highs among the children of this node and of its siblings above which moves
    /// are reduced more.
    lmr_fail_highs_from = 2, 0..=6, 1;
    /// How much more moves are reduced after that many fail-highs, in 1/1024 ply.
    lmr_fail_highs = 907, 0..=2048, 100;
    /// How much less is reduced where the correction history disagrees strongly with the static
    /// evaluation, in 1/1024 ply.
    lmr_complexity = 550, 0..=2048, 80;
    /// How much more a quiet move is reduced for each centipawn that the evaluation is below alpha, or less above it,
    /// in 1/1024 ply.
    lmr_alpha = 7, 0..=30, 2;
    /// The most centipawns above alpha that count for that.
    lmr_alpha_above = 30, 0..=200, 10;
    /// The most centipawns below alpha that count for that.
    lmr_alpha_below = 42, 0..=200, 10;
    /// Place of the opponent's move in its list above which moves are reduced less: it was itself
    /// reduced, and has to be refuted.
    lmr_late_from = 8, 3..=20, 1;
    /// How much less is reduced after so late a move, in 1/1024 ply.
    lmr_late = 1024, 0..=2048, 100;
    /// How far above the best score so far, in centipawns, a reduced move must score to be searched
    /// again a ply deeper.
    lmr_deeper = 51, 10..=120, 8;
    /// How far above the best score so far, in centipawns, a reduced move must score not to be
    /// searched again a ply less deep.
    lmr_shallower = 8, 0..=40, 4;

    // Score of quiet moves
    /// Weight of the continuation histories with the last two moves in the score of a quiet move, in
    /// percent of that of the main history.
    continuation_recent = 200, 50..=400, 20;
    /// Weight of the continuation history with the move four plies before, likewise.
    continuation_four = 100, 0..=200, 15;
    /// Weight of the continuation history with the move six plies before, likewise.
    continuation_six = 50, 0..=200, 15;
    /// What a knight or bishop earns by leaving the attack of a pawn, in the unit of histories.
    escape_minor = 15000, 0..=40000, 2000;
    /// What a rook earns by leaving the attack of a pawn or minor piece.
    escape_rook = 25000, 0..=60000, 3000;
    /// What a queen earns by leaving the attack of any lesser piece.
    escape_queen = 50000, 0..=90000, 5000;

    // Captures
    /// A capture is good if its exchange does not lose more than its order score over this.
    good_noisy_divisor = 100, 16..=400, 12;

    // History
    /// History that a move earns by a cutoff or an exact score, per ply of depth.
    history_bonus = 173, 50..=400, 20;
    /// What is subtracted from the bonus.
    history_bonus_base = 99, 0..=400, 20;
    /// Largest bonus.
    history_bonus_max = 1600, 600..=3200, 120;
    /// History that a move tried before such a move loses, per ply of depth.
    history_malus = 233, 50..=400, 20;
    /// What is subtracted from the malus.
    history_malus_base = 24, 0..=400, 20;
    /// Largest malus.
    history_malus_max = 1405, 400..=3200, 120;
    /// Part of the main history, in percent, that counts where the continuation histories of a move
    /// saturate together.
    continuation_main = 50, 0..=150, 10;

    /// What is left of the main history when a search begins, in 1/1024: games move on.
    history_fade = 729, 0..=1024, 64;
    /// History that a quiet move earns for each centipawn by which the opponent's evaluation fell.
    eval_history = 12, 0..=40, 3;
    /// Most history that it earns or loses by that.
    eval_history_max = 1454, 400..=3000, 150;
    /// How far above beta, in centipawns, a cutoff must be to earn the bonus of one more ply.
    history_surprise = 40, 10..=120, 8;

    // Correction history
    /// Weight of the correction history by the pawns, in 1/256.
    correction_pawn = 384, 0..=1000, 40;
    /// Weight of the correction history by knights, bishops and kings, in 1/256.
    correction_minor = 270, 0..=1000, 40;
    /// Weight of the correction history by rooks, queens and kings, in 1/256.
    correction_major = 380, 0..=1000, 40;
    /// Weight of the correction history by the pieces of the side to move, in 1/256.
    correction_us = 400, 0..=1000, 40;
    /// Weight of the correction history by the pieces of the opponent, in 1/256.
    correction_them = 280, 0..=1000, 40;
    /// Weight of the correction history by the attacked pieces of the side to move, in 1/256.
    correction_threats = 256, 0..=1000, 40;
    /// Weight of the correction history by pairs of moves, in 1/256.
    correction_moves = 200, 0..=1000, 40;
    /// Most by which one node changes an entry of the correction history, in 1/32 cp.
    correction_max = 256, 64..=512, 24;
    /// Depth, in plies, at which an error would enter the correction history in full.
    correction_rate = 256, 32..=1024, 24;
    /// Weight of an error where no move has reached alpha, in percent of that of others.
    correction_fail_low = 150, 50..=300, 15;
    /// Least correction of the static evaluation, in centipawns, at which it counts as complex.
    complexity_margin = 70, 20..=200, 10;

    // Quiescence
    /// Most captures that the quiescence search tries at a node.
    qs_moves = 3, 1..=8, 1;
    /// Margin, in centipawns, added to stand-pat and the victim's value in delta pruning.
    qs_futility = 109, 40..=300, 15;
    /// Least value of an exchange, in centipawns, that the quiescence search tries.
    qs_see = 0, -120..=60, 15;

    // Clock, in 1/1000 unless noted
    /// Moves that a sudden-death clock is meant to last when the game begins.
    time_base = 28, 10..=80, 3;
    /// How many moves fewer it is meant to last with each move played, in 1/1000.
    time_base_fade = 210, 0..=600, 40;
    /// Least number of moves that it is meant to last.
    time_base_min = 9, 4..=40, 1;
    /// Time kept back beside the overhead, in 1/1000 of the overhead, less the increments of the
    /// moves to come.
    time_reserve = 3000, 0..=6000, 300;
    /// Moves to come whose increments count against that reserve.
    time_reserve_moves = 7, 1..=200, 3;
    /// Time kept back for each thread but the first, in milliseconds.
    time_helper_reserve = 15, 0..=100, 3;
    /// Most threads that time is kept back for.
    time_helpers_max = 3, 0..=16, 1;
    /// Time that a search must be allowed for each further thread that takes part, in milliseconds.
    time_helper = 10, 1..=100, 2;
    /// Part of the increment that is spent on each move, in 1/1000.
    time_increment = 780, 400..=1000, 40;
    /// When no new iteration begins, in 1/1000 of the move's share of the clock.
    time_soft = 950, 400..=1200, 50;
    /// When the search is broken off, in 1/1000 of the move's share of the clock.
    time_hard = 3700, 1500..=7000, 300;
    /// Most of the clock that one move may take, in 1/1000.
    time_hard_clock = 620, 300..=850, 40;
    /// Most of the clock that the last move before the next time control may take, in 1/1000.
    time_hard_last = 900, 500..=950, 40;
    /// How much the soft limit shrinks with each iteration that the best move lasts, in 1/1000.
    time_stability = 65, 0..=250, 15;
    /// Most iterations that count for that.
    time_stability_max = 6, 3..=15, 1;
    /// Factor of the soft limit when the best move is new, in 1/1000.
    time_stability_base = 1172, 900..=1800, 60;
    /// How much the soft limit grows for each centipawn that the score has fallen, in 1/1000.
    time_trend = 9, 0..=30, 2;
    /// How much it grows for each centipawn that the score has fallen since the game's last search, in 1/1000.
    time_trend_game = 2, 0..=40, 3;
    /// How much the soft limit grows with each change of the best move in the last iteration (half as much in
    /// the one before, and so on), in 1/1000.
    time_changes = 100, 0..=800, 50;
    /// Most of such changes that count, in 1/1000.
    time_changes_max = 4000, 1000..=8000, 500;
    /// Least factor of the soft limit by the score's trend, when it rises, in 1/1000.
    time_trend_min = 700, 500..=1000, 40;
    /// Greatest factor of the soft limit by the score's trend, when it falls, in 1/1000.
    time_trend_max = 1500, 1000..=2500, 100;
    /// Factor of the soft limit if the best move took none of the nodes, in 1/1000.
    time_node_base = 2100, 1400..=3000, 100;
    /// How much that factor shrinks as the best move's share of the nodes grows from none to all, in
    /// 1/1000.
    time_node_factor = 1560, 800..=2600, 100;
}
