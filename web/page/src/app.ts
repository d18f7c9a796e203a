// What the panels share.
import type { Move } from "chessops/types";

import type { Tab } from "./address.js";
import type { BoardView } from "./board.js";
import type { EngineHost } from "./engine.js";
import type { Game } from "./game.js";

export interface App {
  game: Game;
  board: BoardView;
  host: EngineHost;
  /** Marks of moves that the review has found wanting, by ply. */
  marks: Map<number, string>;
  /** Opens a panel. */
  open(tab: Tab): void;
  /** Replaces the game by another; the way back leads to the one before. */
  replace(change: () => void): void;
  /** The legal move that UCI writes like this, in the position on the board. */
  readUci(uci: string): Move | undefined;
  /** A legal move in SAN. */
  sanOf(move: Move): string;
  /** Shows the board again, such as after `mayMove` has changed. */
  refresh(): void;
}

export interface Panel {
  /** The panel is opened. */
  enter(): void;
  /** Another is opened. */
  leave(): void;
  /** Another position is on the board. */
  follow(): void;
  /** Whether a move may be made on the board. */
  mayMove(): boolean;
  /** A legal move was made, on the board or in words. */
  take(move: Move): void;
}
