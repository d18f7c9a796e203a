//! The evaluation's terms in plain words.

use super::reasons::{Detail, Subject};
use crate::eval::{Feature, Group, Term};
use crate::position::Position;
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// Squares of a term that are listed; the others are counted.
const LISTED: usize = 6;

/// An account's name.
pub fn subject_name(subject: Subject) -> &'static str {
    match subject {
        Subject::Result => "the result",
        Subject::Draw => "the draw",
        Subject::KnownEnding => "a known ending",
        Subject::Terms(Group::Material) => "material",
        Subject::Terms(Group::PieceSquare) => "squares of the pieces",
        Subject::Terms(Group::ByPawns) => "what depends on the number of pawns",
        Subject::Terms(Group::Mobility) => "mobility",
        Subject::Terms(Group::Pawns) => "pawn structure",
        Subject::Terms(Group::Passed) => "passed pawns",
        Subject::Terms(Group::Pieces) => "placement of the pieces",
        Subject::Terms(Group::Threats) => "threats",
        Subject::Terms(Group::Space) => "space",
        Subject::Terms(Group::Tempo) => "the move",
        Subject::Terms(Group::Winnable) => "how easy the advantage is to win with",
        Subject::Danger(Color::White) => "danger to the white king",
        Subject::Danger(Color::Black) | Subject::Terms(Group::Danger) => "danger to the black king",
        Subject::Phase => "game phase",
        Subject::Scale => "endgame scale",
        Subject::Search => "what the search adds",
        Subject::Rounding => "rounding",
    }
}

/// What a term counts, in words: of the side that has it or, for danger, of the attacker.
pub(super) fn term_name(detail: &Detail) -> &'static str {
    if let Some(kind) = detail.kind {
        return plural(kind);
    }
    match Term::plain_name(detail.term) {
        "BISHOP_PAIR" => "bishop pair",
        "KNIGHT_MOBILITY" => "knights' squares",
        "BISHOP_MOBILITY" => "bishops' squares",
        "ROOK_MOBILITY" => "rooks' squares",
        "QUEEN_MOBILITY" => "queen's squares",
        "DOUBLED_PAWN" => "doubled pawns",
        "ISOLATED_PAWN" => "isolated pawns",
        "BACKWARD_PAWN" => "backward pawns",
        "WEAK_UNOPPOSED" => "weak pawns on half-open files",
        "PHALANX" => "pawns side by side",
        "PROTECTED_PAWN" => "protected pawns",
        "BLOCKED_PAWN" => "blocked advanced pawns",
        "WEAK_LEVER" => "pawns attacked twice",
        "CANDIDATE" => "candidate passed pawns",
        "PASSED_PAWN" => "passed pawns",
        "PASSED_FREE_PATH" => "passed pawns with a free path",
        "PASSED_CONNECTED" => "supported passed pawns",
        "PASSED_OWN_KING" => "own king near passed pawns",
        "PASSED_ENEMY_KING" => "enemy king near passed pawns",
        "PASSED_ROOK_BEHIND" => "passed pawns with a rook behind",
        "UNSTOPPABLE" => "unstoppable pawns",
        "PASSED_LEVER" => "pawns that an exchange makes passed pawns",
        "PASSED_DEFENDED_PUSH" => "passed pawns with a protected next step",
        "PASSED_SAFE_PATH" => "passed pawns with a safe path",
        "PASSED_WIDE_PATH" => "passed pawns with no enemy in their way",
        "OUTPOST" => "outposts",
        "REACHABLE_OUTPOST" => "outposts within reach of",
        "MINOR_BEHIND_PAWN" => "minor pieces behind pawns",
        "MINOR_KING_DISTANCE" => "minor pieces' distance from the king",
        "BISHOP_PAWNS" => "pawns on the bishop's colour",
        "BAD_BISHOP" => "bishops hindered by pawns",
        "LONG_DIAGONAL" => "long diagonals",
        "BISHOP_ON_KING_RING" => "bishops aimed at the king",
        "KNIGHT_CLOSEDNESS" => "knights by blocked pawns",
        "ROOK_CLOSEDNESS" => "rooks by blocked pawns",
        "ROOK_FILE" => "rooks on open files",
        "ROOK_ON_CLOSED_FILE" => "rooks on closed files",
        "ROOK_ON_KING_RING" => "rooks on the king's files",
        "ROOK_ON_QUEEN_FILE" => "rooks on a queen's file",
        "ROOK_ON_SEVENTH" => "rooks on the seventh",
        "TRAPPED_ROOK" => "rooks shut in by the king",
        "WEAK_QUEEN" => "queen open to a discovered attack",
        "THREAT_BY_PAWN" => "pawns attack",
        "THREAT_BY_MINOR" => "minor pieces attack",
        "THREAT_BY_ROOK" => "rooks attack",
        "THREAT_BY_QUEEN" => "queen attacks",
        "THREAT_BY_KING" => "king attacks",
        "HANGING" => "attack what nothing protects",
        "WEAK_QUEEN_PROTECTION" => "attack what only the queen protects",
        "PUSH_THREAT" => "pawn pushes would attack",
        "RESTRICTED" => "contested squares",
        "THREAT_ON_QUEEN" => "squares to attack the queen from",
        "THREAT_BY_SAFE_PAWN" => "safe pawns attack",
        "DOUBLY_ATTACKED" => "attack twice",
        "SPACE" => "room for the pieces",
        "SHELTER" => "shelter",
        "STORM" => "pawn storm",
        "KING_RING_ATTACKER" => "attackers",
        "KING_RING_ATTACKS" => "attacked squares round the king",
        "KING_RING_EDGE_ATTACKS" => "attacked squares a file or rank further from the king",
        "WEAK_KING_RING" => "weak squares round the king",
        "SAFE_CHECK" => "safe checks",
        "SAFE_CHECKS_MANY" => "a choice of safe checks",
        "UNSAFE_CHECK" => "other checks",
        "FLANK_ATTACK" => "attacked squares on the king's wing",
        "FLANK_ATTACK_TWICE" => "squares there attacked twice",
        "FLANK_DEFENCE" => "defended squares on the king's wing",
        "PINNED" => "pinned pieces",
        "DISCOVERED_CHECK" => "discovered checks",
        "KING_DEFENDER" => "minor pieces defend",
        "KING_LINES" => "open lines to the king",
        "NO_QUEEN" => "the attacker has no queen",
        "DANGER_BASE" | "WINNABLE_BASE" => "base",
        "WINNABLE_PAWNS" => "pawns of both sides",
        "WINNABLE_PASSED_PAWNS" => "passed pawns of both sides",
        "OUTFLANKING" => "kings past each other",
        "BOTH_FLANKS" => "pawns on both flanks",
        "INFILTRATION" => "kings in the enemy half",
        "PAWN_ENDGAME" => "pawn endgame",
        "ALMOST_UNWINNABLE" => "kings that face each other, pawns on one flank",
        "TEMPO" => "to move",
        _ => detail.term,
    }
}

const fn plural(kind: PieceType) -> &'static str {
    match kind {
        PieceType::Pawn => "pawns",
        PieceType::Knight => "knights",
        PieceType::Bishop => "bishops",
        PieceType::Rook => "rooks",
        PieceType::Queen => "queen",
        PieceType::King => "king",
    }
}

/// A piece.
pub const fn kind_name(kind: PieceType) -> &'static str {
    match kind {
        PieceType::Pawn => "pawn",
        PieceType::Knight => "knight",
        PieceType::Bishop => "bishop",
        PieceType::Rook => "rook",
        PieceType::Queen => "queen",
        PieceType::King => "king",
    }
}

/// A piece with its article.
pub(super) const fn a_piece(kind: PieceType) -> &'static str {
    match kind {
        PieceType::Pawn => "a pawn",
        PieceType::Knight => "a knight",
        PieceType::Bishop => "a bishop",
        PieceType::Rook => "a rook",
        PieceType::Queen => "a queen",
        PieceType::King => "the king",
    }
}

/// A square with the letter of the piece on it: `Nf5`, or `f5` if it is empty or holds a pawn.
fn square(position: &Position, square: Square) -> String {
    let piece = position.piece_on(square).map(Piece::kind);
    match piece.filter(|&kind| kind != PieceType::Pawn) {
        Some(kind) => format!("{}{square}", kind.letter().to_ascii_uppercase()),
        None => square.to_string(),
    }
}

/// What a term is about at the end of each of the two lines, in words; `None` where that says nothing,
/// because the same squares count in another way.
pub(super) fn features(detail: &Detail, ends: [&Position; 2]) -> [Option<String>; 2] {
    let [here, there] = [&detail.here, &detail.there];
    // Where an entry tells no more than the square, squares on both sides say nothing.
    let common = match remark(detail.term, Feature::of_whole_board(0)) {
        Remark::None => {
            let [one, two] = detail.squares();
            one & two
        }
        _ => Bitboard::EMPTY,
    };
    [(here, ends[0]), (there, ends[1])].map(|(features, end)| list(detail, features, end, common))
}

/// What an entry of a table says besides its squares.
enum Remark {
    None,
    /// Behind each square.
    Word(String),
    /// In place of the squares.
    Instead(String),
}

fn remark(term: &str, feature: Feature) -> Remark {
    let entry = feature.entry;
    let counted = |one: &str, many: &str| match entry {
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    };
    match Term::plain_name(term) {
        "KNIGHT_MOBILITY" | "BISHOP_MOBILITY" | "ROOK_MOBILITY" | "QUEEN_MOBILITY"
        | "BISHOP_PAWNS" => Remark::Word(format!("({entry})")),
        "PASSED_PAWN" => {
            let states = ["(free)", "(stop square attacked)", "(blocked)", "(blocked)"];
            Remark::Word(states[entry / 8].into())
        }
        "PASSED_OWN_KING" | "PASSED_ENEMY_KING" => Remark::Word(format!("({} away)", entry % 8)),
        "MINOR_KING_DISTANCE" => Remark::Word(format!("({} away)", entry % 8)),
        "THREAT_BY_MINOR" | "THREAT_BY_ROOK" | "THREAT_BY_QUEEN" => {
            Remark::Word(["", "(protected)"][entry / 6].into())
        }
        "PASSED_ROOK_BEHIND" => Remark::Word(["(own)", "(enemy)"][entry].into()),
        "OUTPOST" => Remark::Word(["", "(protected)"][entry / 2].into()),
        "ROOK_FILE" => Remark::Word(["(half-open)", "(open)"][entry].into()),
        "KNIGHT_CLOSEDNESS" | "ROOK_CLOSEDNESS" => {
            Remark::Instead(counted("blocked pawn", "blocked pawns"))
        }
        "KING_LINES" => Remark::Instead(counted("square", "squares")),
        "SHELTER" | "STORM" if entry.is_multiple_of(8) => match feature.squares().is_empty() {
            true => Remark::None,
            false => {
                let file = (b'a' + feature.squares().first().file()) as char;
                let pawn = if term == "STORM" { "storming" } else { "sheltering" };
                Remark::Instead(format!("no {pawn} pawn on the {file}-file"))
            }
        },
        "KING_DEFENDER" => Remark::Instead(["the knights do", "the bishops do"][entry].into()),
        _ => Remark::None,
    }
}

fn list(detail: &Detail, features: &[Feature], end: &Position, common: Bitboard) -> Option<String> {
    let mut items: Vec<String> = Vec::new();
    let mut squares = 0;
    for &feature in features {
        let item = match remark(detail.term, feature) {
            Remark::Instead(text) => text,
            Remark::Word(text) if text.is_empty() => names(feature.squares(), end),
            Remark::Word(text) => format!("{} {text}", names(feature.squares(), end)),
            Remark::None => names(feature.squares() & !common, end),
        };
        squares += 1;
        if !item.is_empty() && !items.contains(&item) {
            items.push(item);
        }
    }
    if items.is_empty() {
        return (squares == 0).then(String::new);
    }
    let more = items.len().saturating_sub(LISTED);
    let separator = if items.iter().any(|item| item.contains(' ')) { ", " } else { " " };
    let listed = items[..items.len() - more].join(separator);
    Some(if more > 0 { format!("{listed} and {more} more") } else { listed })
}

fn names(squares: Bitboard, end: &Position) -> String {
    let names: Vec<String> = squares.into_iter().map(|one| square(end, one)).collect();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::{Detail, term_name};
    use crate::eval::{TERMS, Term};
    use crate::types::{Color, PieceType};

    #[test]
    fn every_term_has_a_phrase() {
        for term in TERMS {
            let is_by_piece = Term::plain_name(term.name).starts_with("PIECE_");
            let detail = Detail {
                term: term.name,
                color: Color::White,
                kind: is_by_piece.then_some(PieceType::Knight),
                centipawns: 0,
                here: Vec::new(),
                there: Vec::new(),
            };
            assert_ne!(term_name(&detail), term.name);
        }
    }
}
