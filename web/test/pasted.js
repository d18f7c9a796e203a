// What people paste into fields, and the one line that they get in answer.

const LONG = "lorem ipsum dolor sit amet ".repeat(2000);

export const BAD_FENS = [
  ["", /^There is no FEN in the field\.$/],
  ["   ", /^There is no FEN/],
  ["garbage", /^'garbage' is not a valid position: .+\.$/],
  ["8/8/8/8/8/8/8/8 w - - 0 1", /exactly one king/],
  ["4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", /exactly one king/],
  ["4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", /in check/],
  ["4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1", /^'4k3\/8\/.*' is not a valid position: a side has more than eight pawns/],
  ["P3k3/8/8/8/8/8/8/4K3 w - - 0 1", /^'P3k3\/8\/.*' is not a valid position: .*pawn/i],
  ["rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", /'9'/],
  ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", /is not a valid position/],
  ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", /'x'|side to move/],
  ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w XYZ - 0 1", /is not a valid position/],
  ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1", /is not a valid position/],
  ["1. e4 e5 2. Nf3", /^'1\. e4 e5 2\. Nf3' is not a/],
  ["startpos moves e2e4", /is not a FEN/],
  ["<script>alert(1)</script>", /^'<script>alert\(1\)<\/script>' is not a/],
  ["\u{1f40e} \u0000 quit isready", /is not a (FEN|valid position)/],
  ["https://lichess.org/analysis", /is not a/],
  [LONG, /^'lorem ipsum .*…' is not a FEN\.$/],
];

export const BAD_PGNS = [
  ["", /^There is no game in the field\.$/],
  ["hello world", /^'hello' is neither a move/],
  ["1. e4 e5 2. Ke3", /^2\. 'Ke3' is not a legal move\.$/],
  ["1. e4 e5 2. Nf9", /^'Nf9' is neither a move/],
  ["1. e4 xx e5", /^'xx' is neither/],
  ["1. e4 e5 2. N", /^'N' is neither/],
  ['[FEN "8/8/8 w"]\n\n1. e4', /^The game's FEN is wrong: '8\/8\/8 w'\.$/],
  ['[FEN "4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1"]\n\n1. a4', /^The game's FEN is wrong: '4k3\/8\/.*': a side has more than eight pawns/],
  ['[Variant "Atomic"]\n\n1. e4', /variant 'Atomic'/],
  ['[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4', /variant 'Crazyhouse'/],
  ['[Event "no moves at all"]', /^There is no move in/],
  ["[Event ", /is neither a move|There is no/],
  ["{ only a comment }", /^There is no/],
  ["1-0", /^There is no move/],
  ["<img src=x onerror=alert(1)>", /^'<img' is neither/],
  ['{"moves": ["e4"]}', /^There is no/],
  ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", /^'rnbqkbnr\/.*' is neither/],
  ["1. d4 d5 2. e2e4e5", /^'e2e4e5' is neither/],
  [LONG, /^'lorem' is neither/],
  ["x".repeat(1_000_001), /too long/],
];

export const BAD_MOVES = [
  ["", /^Type a move/],
  ["Ke9", /^'Ke9' is not a legal move here\.$/],
  ["e2e4", /^'e2e4' is not/],
  ["\u{1f40e}", /is not a legal move/],
  ["castle please", /^'castle please' is not/],
  ["O-O-O", /^'O-O-O' is not/],
];

export const BAD_LINKS = [
  ["#moves=e2e5", /^The link's move 'e2e5' is not legal\.$/],
  ["#moves=e2e4_nonsense", /'nonsense'/],
  ["#fen=8/8/8/8/8/8/8/8_w_-_-_0_1", /^The link's position is wrong: '8\/8/],
  ["#fen=4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/4K3_w_-_-_0_1&tab=speed", /^The link's position is wrong: '4k3\/8\/.*': a side has more than eight pawns/],
  ["#fen=%E0%A4%A", /^The link's position is wrong/],
];

/** Games that can be read in spite of their form, with their moves. */
export const GOOD_PGNS = [
  ["1. e4 e5 2. Nf3 *", "e2e4_e7e5_g1f3"],
  ["e4 c5", "e2e4_c7c5"],
  ['[Event "x"]\n[Site "a [b] c"]\n\n1.e4! {best; by test} e5 (1... c5 2. Nf3 (2. c3)) $1 2.Nf3 ; the rest\n Nc6 1/2-1/2\n\n1. d4', "e2e4_e7e5_g1f3_b8c6"],
  ['[FEN "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1"]\n\n1. 0-0-0 O-O', "e1a1_e8h8"],
  ['[Variant "Normal"]\n\n1. c4 *\n\n[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *', "c2c4"],
  ["1. f4 e5 2. fxe5 d6 3. exd6 Bxd6 4. g3?? Bxg3+!! 5. hxg3 Qg5", "f2f4_e7e5_f4e5_d7d6_e5d6_f8d6_g2g3_d6g3_h2g3_d8g5"],
];
