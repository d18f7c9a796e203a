// A game: the moves that were played, and one side line that is tried out.
import { Chess, normalizeMove } from "chessops/chess";
import { INITIAL_FEN, makeFen, parseFen } from "chessops/fen";
import { makeSanAndPlay, parseSan } from "chessops/san";
import { type Move, type NormalMove, isNormal } from "chessops/types";
import { makeUci, moveEquals, parseUci, squareFile } from "chessops/util";

/** A move that was played. */
export interface Ply {
  move: Move;
  san: string;
  /** In UCI notation, with castling as king takes rook. */
  uci: string;
}

/** How a game has ended, in words. */
export interface Outcome {
  winner?: "white" | "black";
  how: string;
}

/** White's share of the point. */
export function whiteShare({ winner }: Outcome): number {
  return winner === undefined ? 0.5 : winner === "white" ? 1 : 0;
}

/** The result as PGN writes it. */
export function resultOf({ winner }: Outcome): string {
  return winner === undefined ? "1/2-1/2" : winner === "white" ? "1-0" : "0-1";
}

/** The position of a FEN that the engine has accepted; fails if chessops does not accept it. */
export function positionOf(fen: string): Chess {
  return Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
}

/** Whether only the notation of Chess960, king takes rook, can describe castling here. */
export function isChess960(position: Chess): boolean {
  const { castles, board } = position;
  for (const color of ["white", "black"] as const) {
    const king = board.kingOf(color);
    for (const [side, file] of [["a", 0], ["h", 7]] as const) {
      const rook = castles.rook[color][side];
      if (rook !== undefined && (squareFile(rook) !== file || king === undefined || squareFile(king) !== 4)) return true;
    }
  }
  return false;
}

/** The legal move that a text means, in SAN or in UCI notation. */
export function readMove(position: Chess, text: string): Move | undefined {
  const word = text.trim().replace(/^\d+\.*\s*/, "").replace(/[!?]+$/, "");
  const castling = word.replace(/0/g, "O").toUpperCase().match(/^O-O(-O)?/)?.[0];
  const san = castling ?? word;
  const found = parseSan(position, san) ?? parseSan(position, san[0]?.toUpperCase() + san.slice(1));
  if (found !== undefined) return found;
  const uci = parseUci(word.toLowerCase());
  return uci !== undefined && isNormal(uci) ? legalMove(position, uci) : undefined;
}

/** The move, if it is legal; castling as king takes rook, however it was written. */
export function legalMove(position: Chess, move: NormalMove): Move | undefined {
  const normal = normalizeMove(position, move) as NormalMove;
  // chessops takes a king's move onto any piece of its own side for castling.
  const isOther = normal.to !== move.to && Math.abs(move.to - move.from) !== 2;
  return !isOther && position.isLegal(normal) ? normal : undefined;
}

/** The moves of a line, up to the first that is not legal. */
export function pliesOf(position: Chess, moves: string[]): Ply[] {
  const at = position.clone() as Chess;
  const plies: Ply[] = [];
  for (const text of moves) {
    const uci = parseUci(text);
    const move = uci !== undefined && isNormal(uci) ? legalMove(at, uci) : undefined;
    if (move === undefined) break;
    plies.push({ move, san: makeSanAndPlay(at, move), uci: makeUci(move) });
  }
  return plies;
}

/** A line that is tried out instead of the game's moves from some ply on. */
export interface Branch {
  from: number;
  plies: Ply[];
}

export class Game extends EventTarget {
  startFen = INITIAL_FEN;
  /** What was played. */
  main: Ply[] = [];
  #branch: Branch | undefined;
  /** How many moves of the line are on the board. */
  ply = 0;
  /** The game has an opponent, so moves that are tried out do not become part of it. */
  isPlayed = false;
  /** The names of the players and the like, as in PGN. */
  headers = new Map<string, string>();
  /** The result, if the game did not end on the board. */
  result: string | undefined;

  /** Starts over, with the last position on the board unless `ply` says otherwise. */
  reset(
    startFen = INITIAL_FEN,
    plies: Ply[] = [],
    { headers = new Map<string, string>(), branch, ply }: { headers?: Map<string, string>; branch?: Branch; ply?: number } = {},
  ): void {
    [this.startFen, this.main, this.headers, this.#branch, this.result] = [startFen, plies, headers, branch, undefined];
    this.isPlayed = false;
    this.go(ply ?? this.line.length);
  }

  /** The moves that lead through the position on the board, and those after it. */
  get line(): Ply[] {
    const { branch } = this;
    return branch === undefined ? this.main : [...this.main.slice(0, branch.from), ...branch.plies];
  }

  /** What is tried out, if anything. */
  get branch(): Readonly<Branch> | undefined {
    return this.#branch;
  }

  /** The ply at which the line that is tried out leaves the game. */
  get branchedAt(): number | undefined {
    return this.#branch?.from;
  }

  /** The position after this many moves of the line. */
  position(ply = this.ply, line = this.line): Chess {
    const position = positionOf(this.startFen);
    for (const { move } of line.slice(0, ply)) position.play(move);
    return position;
  }

  /** Identifies the game. */
  get key(): string {
    return [this.startFen, ...this.main.map(({ uci }) => uci)].join(" ");
  }

  get fen(): string {
    return makeFen(this.position().toSetup());
  }

  /** The position as the engine is told it. */
  told(ply = this.ply, line = this.line): { fen: string; moves: string[] } {
    return { fen: this.startFen, moves: line.slice(0, ply).map(({ uci }) => uci) };
  }

  /** Shows the position after this many moves. */
  go(ply: number): void {
    this.ply = Math.max(0, Math.min(ply, this.line.length));
    this.#changed();
  }

  /** Shows the position after this many of the moves that were played. */
  goMain(ply: number): void {
    this.#branch = undefined;
    this.go(ply);
  }

  /** Plays a move of the game; later moves are dropped. */
  play(move: Move): Ply {
    this.#branch = undefined;
    this.result = undefined;
    this.isPlayed = true;
    const ply = this.#plyOf(move);
    this.main = [...this.main.slice(0, this.ply), ply];
    this.go(this.ply + 1);
    return ply;
  }

  /** Tries out a move. The game stays as it is, except that a game without an opponent is extended at its end. */
  tryOut(move: Move): void {
    const next = this.line[this.ply];
    const isThere = next !== undefined && moveEquals(next.move, move);
    if (!isThere && this.#branch === undefined && this.ply === this.main.length && !this.isPlayed) {
      this.main = [...this.main, this.#plyOf(move)];
    } else if (!isThere) {
      const from = Math.min(this.#branch?.from ?? this.ply, this.ply);
      this.#branch = { from, plies: [...this.line.slice(from, this.ply), this.#plyOf(move)] };
    }
    this.go(this.ply + 1);
  }

  /** Takes back all moves from this ply on, for good. */
  takeBack(ply: number): void {
    this.#branch = undefined;
    this.result = undefined;
    this.main = this.main.slice(0, ply);
    this.go(ply);
  }

  /** Ends the game off the board. */
  end(result: string): void {
    this.result = result;
    this.#changed();
  }

  /** How the game has ended on the board; undefined if it goes on. */
  outcome(ply = this.ply, line = this.line): Outcome | undefined {
    const position = this.position(ply, line);
    if (position.isCheckmate()) return { winner: position.turn === "white" ? "black" : "white", how: "checkmate" };
    if (position.isStalemate()) return { how: "stalemate" };
    if (position.isInsufficientMaterial()) return { how: "neither side can mate" };
    if (position.halfmoves >= 100) return { how: "fifty moves without a capture or a pawn move" };
    if (this.#repetitions(ply, line) >= 3) return { how: "threefold repetition" };
    return undefined;
  }

  /** The same, but a draw in a position that still has moves does not count: such a position can be analysed. */
  deadEnd(ply = this.ply, line = this.line): Outcome | undefined {
    return this.position(ply, line).isEnd() ? this.outcome(ply, line) : undefined;
  }

  #repetitions(ply: number, line: Ply[]): number {
    const position = positionOf(this.startFen);
    const key = () => makeFen(position.toSetup(), { epd: true });
    const keys = [key()];
    for (const { move } of line.slice(0, ply)) {
      position.play(move);
      keys.push(key());
    }
    return keys.filter((one) => one === keys.at(-1)).length;
  }

  #plyOf(move: Move): Ply {
    return { move, san: makeSanAndPlay(this.position(), move), uci: makeUci(move) };
  }

  #changed(): void {
    this.dispatchEvent(new Event("change"));
  }
}

/** Whether a move gets its number: White's moves do, and the first of a list. */
export function hasNumber(startFen: string, ply: number, isFirst: boolean): boolean {
  return isFirst || !moveNumber(startFen, ply).endsWith("...");
}

/** The number before a move: `12.` or, for Black, `12...`. */
export function moveNumber(startFen: string, ply: number): string {
  const [, turn, , , , first] = startFen.split(" ");
  const halfMoves = (Number(first ?? 1) - 1) * 2 + (turn === "b" ? 1 : 0) + ply;
  return `${Math.floor(halfMoves / 2) + 1}${halfMoves % 2 === 0 ? "." : "..."}`;
}

/** Moves in SAN with their numbers; the first of them is this ply of the game. */
export function numbered(startFen: string, ply: number, sans: string[]): string {
  const words = sans.map((san, index) => {
    return hasNumber(startFen, ply + index, index === 0) ? `${moveNumber(startFen, ply + index)} ${san}` : san;
  });
  return words.join(" ");
}
