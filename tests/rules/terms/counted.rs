//! Counts the terms by their definitions, in the order of `src/eval/terms.rs`; the terms of the kings are in
//! `kings.rs`.

use quevedo::eval::TERMS;

use super::Features;
use super::view::{At, Attacks, KINDS, View, distance, squares};

/// A side's features, and the data for counting them.
pub(super) struct Count<'a> {
    pub(super) view: &'a View,
    /// The attacks of the side's own pieces and of the enemy's.
    pub(super) ours: Attacks,
    pub(super) theirs: Attacks,
    found: Features,
}

pub fn features(view: &View) -> Features {
    let (ours, theirs) = (Attacks::of(view, true), Attacks::of(view, false));
    let mut count = Count { view, ours, theirs, found: Features::new() };
    count.material();
    count.pawns();
    count.passed();
    count.minors();
    count.bishops();
    count.rooks();
    count.queens();
    count.threats();
    count.space();
    count.note(view.is_to_move, "TEMPO", 0);
    count.all_by_pawns();
    count.shelter();
    count.danger();
    count.winnable();
    count.found
}

/// The index of a piece kind in tables by piece type.
pub(super) fn index(kind: char) -> usize {
    KINDS.iter().position(|&other| other == kind).unwrap()
}

/// The distance of a file from the edge.
pub(super) fn edge(file: i32) -> usize {
    file.min(7 - file) as usize
}

impl Count<'_> {
    pub(super) fn add(&mut self, n: usize, name: &'static str, place: usize) {
        self.add_signed(n as i32, name, place);
    }

    pub(super) fn add_signed(&mut self, n: i32, name: &'static str, place: usize) {
        if n != 0 {
            *self.found.entry((name, place)).or_default() += n;
        }
    }

    pub(super) fn note(&mut self, does: bool, name: &'static str, place: usize) {
        self.add(usize::from(does), name, place);
    }

    /// Everything counted so far also counts in the tables by the number of pawns.
    fn all_by_pawns(&mut self) {
        for ((name, place), n) in self.found.clone() {
            let by_pawns = format!("{name}_BY_PAWNS");
            let term = TERMS.iter().find(|term| term.name == by_pawns).expect("each has one");
            self.add_signed(n, term.name, place);
        }
    }

    fn material(&mut self) {
        let [own_left, enemy_left] = [true, false].map(|own| self.view.king(own).0 < 4);
        for kind in KINDS {
            for (file, rank) in self.view.all(true, kind) {
                self.add(1, "PIECE_VALUE", index(kind));
                let file = if own_left { 7 - file } else { file };
                let table = usize::from(own_left != enemy_left) * 6 + index(kind);
                self.add(1, "PIECE_SQUARE", table * 64 + (rank * 8 + file) as usize);
            }
        }
        self.note(self.view.all(true, 'B').len() > 1, "BISHOP_PAIR", 0);
    }

    /// The pawns of a side on a file, on the ranks that satisfy a condition.
    fn on_file(&self, own: bool, file: i32, is_there: impl Fn(i32) -> bool) -> usize {
        (0..8).filter(|&rank| is_there(rank) && self.view.has((file, rank), own, 'P')).count()
    }

    fn beside(&self, own: bool, file: i32, is_there: impl Fn(i32) -> bool) -> usize {
        self.on_file(own, file - 1, &is_there) + self.on_file(own, file + 1, &is_there)
    }

    /// How many pawns of a side attack a square.
    pub(super) fn pawn_attacks(&self, own: bool, (file, rank): At) -> usize {
        let from = rank - View::up(own);
        [-1, 1].into_iter().filter(|side| self.view.has((file + side, from), own, 'P')).count()
    }

    /// Whether the square in front of a pawn is occupied.
    fn is_obstructed(&self, (file, rank): At) -> bool {
        self.view.at((file, rank + 1)).is_some()
    }

    pub(super) fn is_passed(&self, own: bool, (file, rank): At) -> bool {
        let ahead = |other: i32| (other - rank) * View::up(own) > 0;
        self.on_file(own, file, ahead) == 0
            && self.on_file(!own, file, ahead) + self.beside(!own, file, ahead) == 0
    }

    fn pawns(&mut self) {
        for (file, rank) in self.view.all(true, 'P') {
            let (row, ahead) = (rank as usize, |other: i32| other > rank);
            let stop = (file, rank + 1);
            let is_doubled = self.on_file(true, file, ahead) > 0;
            let is_opposed = self.on_file(false, file, ahead) > 0;
            let is_isolated = self.beside(true, file, |_| true) == 0;
            let is_stopped = self.view.has(stop, false, 'P') || self.pawn_attacks(false, stop) > 0;
            let helpers = self.beside(true, file, |other| other <= rank);
            let is_backward = !is_isolated && helpers == 0 && is_stopped;
            let is_protected = self.pawn_attacks(true, (file, rank)) > 0;
            let sentries = self.beside(false, file, ahead);
            self.note(is_doubled, "DOUBLED_PAWN", edge(file));
            self.note(is_isolated, "ISOLATED_PAWN", edge(file));
            self.note(is_backward, "BACKWARD_PAWN", row);
            self.note(is_isolated && !is_opposed, "WEAK_UNOPPOSED", 0);
            self.note(is_backward && !is_opposed, "WEAK_UNOPPOSED", 1);
            self.note(self.beside(true, file, |other| other == rank) > 0, "PHALANX", row);
            self.note(is_protected, "PROTECTED_PAWN", row);
            let is_lever = self.pawn_attacks(false, (file, rank)) == 2 && !is_protected;
            self.note(is_lever, "WEAK_LEVER", 0);
            if let 4 | 5 = rank {
                self.note(self.view.has(stop, false, 'P'), "BLOCKED_PAWN", row - 4);
            }
            let is_candidate = !is_doubled && !is_opposed && sentries > 0 && helpers >= sentries;
            self.note(is_candidate, "CANDIDATE", usize::from(is_protected) * 8 + row);
            let near = |rank: i32| self.beside(false, file, |other| other == rank);
            let partners = self.beside(true, file, |other| other == rank);
            let is_exchange = near(rank + 2) == sentries && partners >= sentries;
            let may_pass = near(rank + 1) == sentries || is_exchange;
            let is_stopped = is_doubled || is_opposed || sentries == 0;
            self.note(!is_stopped && may_pass, "PASSED_LEVER", row);
        }
    }

    fn passed(&mut self) {
        let pawns = self.view.all(true, 'P').into_iter();
        for (file, rank) in pawns.filter(|&at| self.is_passed(true, at)).collect::<Vec<_>>() {
            let (row, stop) = (rank as usize, (file, rank + 1));
            let is_occupied = self.view.at(stop).is_some();
            let is_attacked = self.theirs.count(stop) > 0;
            let obstacle = usize::from(is_occupied) * 2 + usize::from(is_attacked);
            self.add(1, "PASSED_PAWN", obstacle * 8 + row);
            let path: Vec<At> = (rank + 1..8).map(|rank| (file, rank)).collect();
            let is_empty = path.iter().all(|&at| self.view.is_empty(at));
            let is_free = is_empty && path.iter().all(|&at| self.theirs.count(at) == 0);
            self.note(is_free, "PASSED_FREE_PATH", row);
            let is_connected = self.pawn_attacks(true, (file, rank)) > 0
                || self.beside(true, file, |other| other == rank) > 0;
            self.note(is_connected, "PASSED_CONNECTED", row);
            if rank >= 3 {
                for (own, name) in [(true, "PASSED_OWN_KING"), (false, "PASSED_ENEMY_KING")] {
                    let far = distance(self.view.king(own), stop);
                    self.add(1, name, (row - 3) * 8 + far);
                }
                let is_safe = |&at: &At| self.theirs.count(at) == 0;
                let is_enemy = |at: At| self.view.at(at).is_some_and(|(own, _)| !own);
                let mut span = squares().filter(|at| (at.0 - file).abs() < 2 && at.1 > rank);
                let is_wide = span.all(|at| is_safe(&at) && !is_enemy(at));
                let is_defended = self.ours.count(stop) > 0;
                let is_path_safe = path.iter().all(is_safe);
                self.note(is_defended, "PASSED_DEFENDED_PUSH", row - 3);
                self.note(is_path_safe, "PASSED_SAFE_PATH", row - 3);
                self.note(is_wide, "PASSED_WIDE_PATH", row - 3);
            }
            for (place, own) in [true, false].into_iter().enumerate() {
                let is_behind = (0..rank).any(|rank| {
                    ['R', 'Q'].iter().any(|&kind| self.view.has((file, rank), own, kind))
                });
                self.note(is_behind, "PASSED_ROOK_BEHIND", place);
            }
            let is_bare =
                ['N', 'B', 'R', 'Q'].iter().all(|&kind| self.view.all(false, kind).is_empty());
            // A double step saves one move; the side that is not to move needs one more.
            let moves = 7 - row - usize::from(rank == 1) + usize::from(!self.view.is_to_move);
            let is_late = distance(self.view.king(false), (file, 7)) > moves;
            self.note(is_bare && is_empty && is_late, "UNSTOPPABLE", 0);
        }
    }

    fn is_outpost(&self, (file, rank): At) -> bool {
        (3..6).contains(&rank) && self.beside(false, file, |other| other > rank) == 0
    }

    fn is_mobile(&self, at: At) -> bool {
        let is_stuck = self.view.has(at, true, 'P') && (self.is_obstructed(at) || at.1 == 1);
        !is_stuck && !self.view.has(at, true, 'K') && self.pawn_attacks(false, at) == 0
    }

    fn mobility(&self, kind: char, at: At) -> usize {
        let attacks = self.view.attacks(true, kind, at);
        attacks.into_iter().filter(|&to| self.is_mobile(to)).count()
    }

    /// The own pawns that are blocked by enemy pawns.
    fn blocked(&self) -> usize {
        let is_blocked = |&(file, rank): &At| self.view.has((file, rank + 1), false, 'P');
        self.view.all(true, 'P').into_iter().filter(is_blocked).count()
    }

    fn minors(&mut self) {
        for (which, kind, mobility) in [(0, 'N', "KNIGHT_MOBILITY"), (1, 'B', "BISHOP_MOBILITY")] {
            for at in self.view.all(true, kind) {
                self.add(1, mobility, self.mobility(kind, at));
                let is_protected = self.pawn_attacks(true, at) > 0;
                let is_outpost = self.is_outpost(at);
                self.note(is_outpost, "OUTPOST", usize::from(is_protected) * 2 + which);
                let may_come = self.view.reach(true, kind, at).into_iter().any(|to| {
                    self.is_outpost(to) && self.pawn_attacks(true, to) > 0 && self.view.is_empty(to)
                });
                self.note(may_come && !is_outpost, "REACHABLE_OUTPOST", which);
                let front = self.view.at((at.0, at.1 + 1));
                self.note(front.is_some_and(|(_, kind)| kind == 'P'), "MINOR_BEHIND_PAWN", which);
                let far = distance(at, self.view.king(true));
                self.add(1, "MINOR_KING_DISTANCE", which * 8 + far);
            }
        }
        let knights = self.view.all(true, 'N').len();
        self.add(knights, "KNIGHT_CLOSEDNESS", self.blocked());
    }

    fn bishops(&mut self) {
        let pawns = self.view.all(true, 'P');
        let is_middle = |at: &&At| (2..6).contains(&at.0) && self.is_obstructed(**at);
        let obstructed = pawns.iter().filter(is_middle).count();
        for at in self.view.all(true, 'B') {
            let same = |to: &&At| (to.0 + to.1) % 2 == (at.0 + at.1) % 2;
            let on_color = pawns.iter().filter(same).count();
            self.add(1, "BISHOP_PAWNS", on_color);
            self.add(on_color * obstructed, "BAD_BISHOP", 0);
            let centre = [(3, 3), (4, 4), (3, 4), (4, 3)];
            let past_pieces = self.view.diagonal(at, |_, kind| kind != 'P');
            let seen = past_pieces.iter().filter(|to| centre.contains(to)).count();
            let is_beside = !centre.contains(&at);
            self.note(is_beside && seen == 2, "LONG_DIAGONAL", 0);
            let hits = |squares: Vec<At>| squares.iter().any(|&to| self.is_in_ring(false, to));
            let would = hits(self.view.diagonal(at, |own, kind| !(own && kind == 'P')));
            let does = hits(self.view.reach(true, 'B', at));
            self.note(would && !does, "BISHOP_ON_KING_RING", 0);
        }
    }

    fn rooks(&mut self) {
        let rooks = self.view.all(true, 'R');
        self.add(rooks.len(), "ROOK_CLOSEDNESS", self.blocked());
        let (king, enemy_king) = (self.view.king(true), self.view.king(false));
        let is_worth = enemy_king.1 == 7 || (0..8).any(|file| self.view.has((file, 6), false, 'P'));
        for at in rooks {
            let mobility = self.mobility('R', at);
            self.add(1, "ROOK_MOBILITY", mobility);
            let [own, enemy] = [true, false].map(|own| self.on_file(own, at.0, |_| true) > 0);
            self.note(!own, "ROOK_FILE", usize::from(!enemy));
            let file: Vec<At> = (0..8).map(|rank| (at.0, rank)).collect();
            let is_stuck = |to: &At| self.view.has(*to, true, 'P') && self.is_obstructed(*to);
            self.note(file.iter().any(is_stuck), "ROOK_ON_CLOSED_FILE", 0);
            let is_near = file.iter().any(|&to| self.is_in_ring(false, to));
            let reach = self.view.reach(true, 'R', at);
            let hits = reach.into_iter().any(|to| self.is_in_ring(false, to));
            self.note(!own && is_near && !hits, "ROOK_ON_KING_RING", 0);
            let is_queen = |to: &At| self.view.at(*to).is_some_and(|(_, kind)| kind == 'Q');
            self.note(file.iter().any(is_queen), "ROOK_ON_QUEEN_FILE", 0);
            self.note(at.1 == 6 && is_worth, "ROOK_ON_SEVENTH", 0);
            // Between the king and the nearer edge.
            let is_outside = if king.0 < 4 { at.0 < king.0 } else { at.0 > king.0 };
            let place = usize::from(!self.view.may_castle);
            self.note(own && mobility <= 3 && is_outside, "TRAPPED_ROOK", place);
        }
    }

    fn queens(&mut self) {
        for at in self.view.all(true, 'Q') {
            self.add(1, "QUEEN_MOBILITY", self.mobility('Q', at));
            let snipers = self.view.snipers(at, false);
            let is_weak = snipers.iter().any(|(_, kind, way)| *kind != 'Q' && way.len() == 1);
            self.note(is_weak, "WEAK_QUEEN", 0);
        }
    }

    /// Strongly protected: by a pawn, or by two pieces while the opponent attacks at most once.
    fn is_strong(&self, at: At) -> bool {
        self.pawn_attacks(false, at) > 0 || (self.theirs.count(at) > 1 && self.ours.count(at) < 2)
    }

    fn threats(&mut self) {
        for at in squares() {
            let (ours, theirs, is_strong) =
                (self.ours.count(at), self.theirs.count(at), self.is_strong(at));
            let is_enemy = self.view.at(at).is_some_and(|(own, _)| !own);
            self.note(ours > 0 && theirs > 0 && !is_strong && !is_enemy, "RESTRICTED", 0);
            let Some((false, kind @ ('P' | 'N' | 'B' | 'R' | 'Q'))) = self.view.at(at) else {
                continue;
            };
            let by = |kinds: &[char]| kinds.iter().any(|&kind| self.ours.by(kind, at));
            let place = usize::from(is_strong) * 6 + index(kind);
            let (pawn, minor, rook) = (by(&['P']), by(&['N', 'B']), by(&['R']));
            let (queen, king) = (by(&['Q']), by(&['K']));
            self.note(pawn, "THREAT_BY_PAWN", index(kind));
            self.note(minor, "THREAT_BY_MINOR", place);
            self.note(rook, "THREAT_BY_ROOK", place);
            self.note(queen, "THREAT_BY_QUEEN", place);
            self.note(king && !is_strong, "THREAT_BY_KING", index(kind));
            self.note(ours > 0 && theirs == 0, "HANGING", 0);
            let is_by_queen = theirs == 1 && self.theirs.by('Q', at);
            self.note(ours > 0 && is_by_queen, "WEAK_QUEEN_PROTECTION", 0);
            let is_safe = |from: At| self.ours.count(from) > 0 || self.theirs.count(from) == 0;
            let attackers = [(at.0 - 1, at.1 - 1), (at.0 + 1, at.1 - 1)];
            let is_by_safe_pawn =
                attackers.iter().any(|&from| self.view.has(from, true, 'P') && is_safe(from));
            self.note(kind != 'P' && is_by_safe_pawn, "THREAT_BY_SAFE_PAWN", 0);
            let is_protected_by_pieces = theirs > 0 && self.pawn_attacks(false, at) == 0;
            let is_twice = kind != 'P' && ours > 1 && is_protected_by_pieces;
            self.note(is_twice, "DOUBLY_ATTACKED", 0);
            // A pawn push that attacks the square, from one rank below or, from the initial rank, from two.
            let is_pushed = kind != 'P'
                && [at.0 - 1, at.0 + 1].into_iter().any(|file| self.is_push((file, at.1 - 1)));
            self.note(is_pushed && !pawn, "PUSH_THREAT", index(kind));
        }
        if let [queen] = self.view.all(false, 'Q')[..] {
            for (kind, lines) in [
                ('N', View::knight(queen)),
                ('B', self.view.diagonal(queen, |_, _| false)),
                ('R', self.view.straight(queen, |_, _| false)),
            ] {
                let is_free = |at: At| {
                    self.is_mobile(at)
                        && !self.is_strong(at)
                        && self.view.at(at).is_none_or(|(own, _)| !own)
                };
                let is_hit = |&at: &At| {
                    let is_backed = kind == 'N' || self.ours.count(at) > 1;
                    is_free(at) && is_backed && self.ours.by(kind, at)
                };
                let hits = lines.into_iter().filter(is_hit).count();
                self.add(hits, "THREAT_ON_QUEEN", index(kind));
            }
        }
    }

    /// Whether a pawn can be pushed to a square and is safe there.
    fn is_push(&self, (file, rank): At) -> bool {
        let view = self.view;
        let once = view.has((file, rank - 1), true, 'P');
        let twice = rank == 3 && view.is_empty((file, 2)) && view.has((file, 1), true, 'P');
        let at = (file, rank);
        view.is_empty(at)
            && (once || twice)
            && self.pawn_attacks(false, at) == 0
            && (self.ours.count(at) > 0 || self.theirs.count(at) == 0)
    }

    fn space(&mut self) {
        let view = self.view;
        let count = |kind: char| [true, false].map(|own| view.all(own, kind).len());
        let phase: usize = [('N', 1), ('B', 1), ('R', 2), ('Q', 4)]
            .map(|(kind, weight)| weight * count(kind).iter().sum::<usize>())
            .iter()
            .sum();
        if phase < 17 {
            return;
        }
        let is_blocked = |at: &At| view.has((at.0, at.1 + 1), false, 'P');
        let blocked = view.all(true, 'P').iter().filter(|at| is_blocked(at)).count();
        let pieces = KINDS.iter().map(|&kind| view.all(true, kind).len()).sum::<usize>();
        let weight = (pieces + (2 * blocked).min(9)).saturating_sub(3);
        let mut room = 0;
        for at in squares().filter(|at| (2..6).contains(&at.0) && (1..4).contains(&at.1)) {
            if !view.has(at, true, 'P') && self.pawn_attacks(false, at) == 0 {
                let is_behind = (1..4).any(|step| view.has((at.0, at.1 + step), true, 'P'));
                room += 1 + usize::from(is_behind && self.theirs.count(at) == 0);
            }
        }
        self.add(room * weight * weight / 256, "SPACE", 0);
    }
}
