//! Counts the terms of the kings by their definitions: shelter, danger, and the winnable terms.

use std::collections::BTreeMap;

use super::counted::{Count, edge, index};
use super::view::{At, View, distance, squares};

impl Count<'_> {
    /// Whether a square is in the king's zone and not defended by two pawns.
    pub(super) fn is_in_ring(&self, of: bool, at: At) -> bool {
        self.is_in_zone(of, at) && self.pawn_attacks(of, at) < 2
    }

    /// Whether a square is the king's, one next to it, or one next to the square ahead of it, from that side's point of
    /// view.
    fn is_in_zone(&self, of: bool, (file, rank): At) -> bool {
        let king = self.view.king(of);
        let back = (file, rank - View::up(of));
        // The square one rank behind must be on the board.
        distance(king, (file, rank)) <= 1 || ((0..8).contains(&back.1) && distance(king, back) <= 1)
    }

    /// The shelter of the enemy king, which this side attacks. Ranks are from the defender's point of view.
    pub(super) fn shelter(&mut self) {
        let king = self.view.king(false);
        let middle = king.0.clamp(1, 6);
        for file in middle - 1..=middle + 1 {
            let nearest = |own: bool, counts: &dyn Fn(At) -> bool| {
                let squares = (7 - king.1..8).map(|rank| (file, 7 - rank));
                let mut pawns = squares.filter(|&at| self.view.has(at, own, 'P') && counts(at));
                pawns.next().map_or(0, |at| 7 - at.1 as usize)
            };
            let (first, storm) = (nearest(false, &|_| true), nearest(true, &|_| true));
            let is_blocked = first > 0 && storm == first + 1;
            let shield = nearest(false, &|at| self.pawn_attacks(true, at) == 0);
            self.add(1, "SHELTER", edge(file) * 8 + shield);
            self.add(1, "STORM", (usize::from(is_blocked) * 4 + edge(file)) * 8 + storm);
        }
        self.add(1, "DANGER_BASE", 0);
    }

    pub(super) fn danger(&mut self) {
        let view = self.view;
        for kind in ['N', 'B', 'R', 'Q'] {
            for at in view.all(true, kind) {
                let attacks = view.attacks(true, kind, at).into_iter();
                let hits = attacks.filter(|&to| self.is_in_ring(false, to)).count();
                self.note(hits > 0, "KING_RING_ATTACKER", index(kind));
                self.add(hits, "KING_RING_ATTACKS", 0);
            }
        }
        let is_weak = |count: &Count, at: At| {
            let by_king_or_queen = count.theirs.by('K', at) || count.theirs.by('Q', at);
            let defenders = count.theirs.count(at);
            count.ours.count(at) > 0 && defenders < 2 && (defenders == 0 || by_king_or_queen)
        };
        let king = view.king(false);
        let is_glass = |own: bool, kind: char| !own && kind == 'Q';
        let (straight, diagonal) = (view.straight(king, is_glass), view.diagonal(king, is_glass));
        let lines = [straight.clone(), diagonal.clone()].concat();
        let flank = king.0.clamp(2, 5);
        let inner_king = (king.0.clamp(1, 6), king.1.clamp(1, 6));
        let mut safe_checks = BTreeMap::new();
        for at in squares() {
            let (ours, theirs) = (self.ours.count(at), self.theirs.count(at));
            self.note(is_weak(self, at) && self.is_in_ring(false, at), "WEAK_KING_RING", 0);
            let is_safe = theirs == 0 || (is_weak(self, at) && ours > 1);
            for (kind, from) in
                [('N', &View::knight(king)), ('B', &diagonal), ('R', &straight), ('Q', &lines)]
            {
                let may_go = view.at(at).is_none_or(|(own, _)| !own);
                if from.contains(&at) && may_go && self.ours.by(kind, at) {
                    let name = if is_safe { "SAFE_CHECK" } else { "UNSAFE_CHECK" };
                    self.add(1, name, index(kind));
                    *safe_checks.entry(kind).or_insert(0) += usize::from(is_safe);
                }
            }
            let is_beyond = distance(inner_king, at) <= 1 && !self.is_in_zone(false, at);
            self.note(is_beyond && ours > 0, "KING_RING_EDGE_ATTACKS", 0);
            if (at.0 - flank).abs() <= 2 && at.1 >= 3 {
                self.note(ours > 0, "FLANK_ATTACK", 0);
                self.note(ours > 1, "FLANK_ATTACK_TWICE", 0);
                self.note(theirs > 0, "FLANK_DEFENCE", 0);
            }
        }
        for (kind, count) in safe_checks {
            self.note(count > 1, "SAFE_CHECKS_MANY", index(kind));
        }
        for (whose, name) in [(false, "PINNED"), (true, "DISCOVERED_CHECK")] {
            for at in view.blockers(false, whose) {
                self.add(1, name, index(view.at(at).unwrap().1));
            }
        }
        for (place, kind) in ['N', 'B'].into_iter().enumerate() {
            let defends =
                squares().any(|at| self.theirs.by(kind, at) && self.is_in_ring(false, at));
            self.note(defends, "KING_DEFENDER", place);
        }
        let is_open = |at: &&At| view.at(**at).is_none_or(|(own, _)| own);
        self.add(1, "KING_LINES", lines.iter().filter(is_open).count());
        self.note(view.all(true, 'Q').is_empty(), "NO_QUEEN", 0);
    }

    /// Features that belong to neither side are recorded as White's.
    pub(super) fn winnable(&mut self) {
        let view = self.view;
        if !view.is_white {
            return;
        }
        let pawns = [true, false].map(|own| view.all(own, 'P'));
        let passed = [true, false].map(|own| {
            let is_passed = |at: &&At| self.is_passed(own, **at);
            pawns[usize::from(!own)].iter().filter(is_passed).count()
        });
        let pawns = pawns.concat();
        self.add(pawns.len(), "WINNABLE_PAWNS", 0);
        self.add(passed[0] + passed[1], "WINNABLE_PASSED_PAWNS", 0);
        let is_wide = pawns.iter().any(|at| at.0 < 4) && pawns.iter().any(|at| at.0 >= 4);
        self.note(is_wide, "BOTH_FLANKS", 0);
        let (white, black) = (view.king(true), view.king(false));
        let outflanking = (white.0 - black.0).abs() + white.1 - black.1;
        self.add_signed(outflanking, "OUTFLANKING", 0);
        self.note(outflanking < 0 && !is_wide, "ALMOST_UNWINNABLE", 0);
        self.note(white.1 > 3, "INFILTRATION", 0);
        self.note(black.1 < 4, "INFILTRATION", 0);
        let is_bare = squares().all(|at| view.at(at).is_none_or(|(_, kind)| "PK".contains(kind)));
        self.note(is_bare, "PAWN_ENDGAME", 0);
        self.add(1, "WINNABLE_BASE", 0);
    }
}
