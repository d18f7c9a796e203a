// What the panels share.
import type { Move } from "chessops/types";

import type { Tab } from "./address.js";
import type { BoardView } from "./board.js";
import { enable, onClick } from "./dom.js";
import type { EngineHost } from "./engine.js";
import type { Game } from "./game.js";
import { say } from "./messages.js";

export interface App {
  game: Game;
  board: BoardView;
  host: EngineHost;
  /** Marks of the moves on the board that the review calls mistakes, by ply. */
  marks(): ReadonlyMap<number, string>;
  /** Opens a panel. */
  open(tab: Tab): void;
  /** Replaces the game; the browser's Back button leads to the old one. */
  replace(change: () => void): void;
  /** The legal move with this UCI notation, in the position on the board. */
  readUci(uci: string): Move | undefined;
  /** The SAN of a legal move. */
  sanOf(move: Move): string;
  /** Shows the board again, for instance after `mayMove` has changed. */
  refresh(): void;
}

export interface Panel {
  /** The panel is opened. */
  enter(): void;
  /** Another panel is opened. */
  leave(): void;
  /** Another position is on the board. */
  follow(): void;
  /** Whether a move may be made on the board. */
  mayMove(): boolean;
  /** Why not, if no move may be made. */
  refusal(): string;
  /** A legal move was made, on the board or in words. */
  take(move: Move): void;
}

/** A panel whose work is started and stopped with buttons. Moves on the board are only tried out. */
export class TaskPanel implements Panel {
  protected readonly app: App;
  /** The ids of the buttons that start something, and of the one that stops it. */
  readonly #starts: string[];
  readonly #stop: string;
  protected isBusy = false;

  constructor(app: App, starts: Record<string, () => Promise<void>>, stop: string) {
    this.app = app;
    this.#starts = Object.keys(starts);
    this.#stop = stop;
    for (const [id, start] of Object.entries(starts)) onClick(id, () => void start());
    onClick(stop, () => {
      app.host.rest();
      say("Stopped.");
    });
  }

  enter(): void {}

  leave(): void {
    this.app.host.rest();
  }

  follow(): void {}

  mayMove(): boolean {
    return this.app.game.deadEnd() === undefined;
  }

  refusal(): string {
    return "The game is over here";
  }

  take(move: Move): void {
    this.app.game.tryOut(move);
  }

  /** While something runs, nothing else can be started. */
  protected setBusy(isBusy: boolean): void {
    this.isBusy = isBusy;
    for (const id of this.#starts) enable(id, !isBusy);
    enable(this.#stop, isBusy);
  }
}
