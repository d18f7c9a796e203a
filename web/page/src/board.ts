// The board: chessground, the choice of a promotion, and the position in words for those who can't see it.
import { Chessground } from "chessground/chessground";
import type { Api } from "chessground/api";
import type { DrawShape } from "chessground/draw";
import type { Key } from "chessground/types";
import type { Chess } from "chessops/chess";
import { chessgroundDests, chessgroundMove } from "chessops/compat";
import { makeBoardFen } from "chessops/fen";
import type { Move, Role } from "chessops/types";
import { parseSquare, makeSquare, squareRank } from "chessops/util";

import { byId } from "./dom.js";
import { isChess960, legalMove } from "./game.js";

/** Promotions that can be chosen. */
const PROMOTIONS: Role[] = ["queen", "rook", "bishop", "knight"];

export class BoardView {
  #ground: Api;
  /** What is shown: the arguments of `show`. */
  #shown: Parameters<BoardView["show"]> | undefined;

  /** @param onMove is called with every legal move that is made on the board */
  constructor(onMove: (move: Move) => void) {
    this.#ground = Chessground(byId("board"), {
      animation: { enabled: !matchMedia("(prefers-reduced-motion: reduce)").matches, duration: 180 },
      movable: { free: false, rookCastle: true },
      premovable: { enabled: false },
      draggable: { showGhost: true },
      drawable: { enabled: true, defaultSnapToValidMove: true },
      disableContextMenu: true,
      addDimensionsCssVarsTo: byId("board-row"),
    });
    this.#ground.set({
      movable: {
        events: {
          after: async (from, to) => {
            const move = await this.#moveOf(from, to);
            if (move !== undefined) onMove(move);
            // Chessground has made the move, and allows no other until it is told what is on the board.
            else if (this.#shown !== undefined) this.show(...this.#shown);
          },
        },
      },
    });
    new ResizeObserver(() => this.#ground.redrawAll()).observe(byId("board"));
  }

  /** Shows a position, and lets a side move. */
  show(position: Chess, last: Move | undefined, mayMove: boolean): void {
    this.#shown = [position, last, mayMove];
    const color = position.turn;
    this.#ground.set({
      fen: makeBoardFen(position.board),
      turnColor: color,
      check: position.isCheck() ? color : false,
      lastMove: last && (chessgroundMove(last) as Key[]),
      movable: {
        color: mayMove ? color : undefined,
        dests: mayMove ? (chessgroundDests(position, { chess960: isChess960(position) }) as Map<Key, Key[]>) : new Map(),
      },
    });
    byId("words").replaceChildren(...inWords(position));
  }

  /** Draws arrows: the best move first, then those it is compared with. */
  draw(best: Move | undefined, others: Move[] = []): void {
    const arrow = (move: Move, brush: string): DrawShape => {
      const squares = chessgroundMove(move) as Key[];
      return { orig: squares[0], dest: squares[1], brush };
    };
    const shapes = others.map((move) => arrow(move, "red"));
    if (best !== undefined) shapes.push(arrow(best, "green"));
    this.#ground.setAutoShapes(shapes);
  }

  get isFlipped(): boolean {
    return this.#ground.state.orientation === "black";
  }

  set isFlipped(isFlipped: boolean) {
    if (isFlipped !== this.isFlipped) this.#ground.toggleOrientation();
  }

  async #moveOf(from: Key, to: Key): Promise<Move | undefined> {
    const [position] = this.#shown ?? [];
    if (position === undefined) return undefined;
    const move: Move = { from: parseSquare(from)!, to: parseSquare(to)! };
    const isPawn = position.board.get(move.from)?.role === "pawn";
    if (isPawn && [0, 7].includes(squareRank(move.to))) {
      const promotion = await askPromotion();
      if (promotion === undefined) return undefined;
      move.promotion = promotion;
    }
    // Meanwhile the Back button may have led to another position.
    return legalMove(this.#shown![0], move);
  }
}

/** Which piece the pawn becomes; undefined if the move is cancelled. */
function askPromotion(): Promise<Role | undefined> {
  const dialog = byId<HTMLDialogElement>("promotion");
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => done(PROMOTIONS.find((role) => role === dialog.returnValue)), { once: true });
  });
}

/** The squares of all pieces, as two sentences. */
function inWords(position: Chess): HTMLElement[] {
  return (["white", "black"] as const).map((color) => {
    const kinds = (["king", "queen", "rook", "bishop", "knight", "pawn"] as const).map((role) => {
      const squares = [...position.board.pieces(color, role)].map(makeSquare);
      const name = squares.length === 1 ? role : `${role}s`;
      return squares.length === 0 ? "" : `${name} ${squares.join(" ")}`;
    });
    const line = document.createElement("p");
    line.textContent = `${color === "white" ? "White" : "Black"}: ${kinds.filter((text) => text !== "").join(", ")}.`;
    return line;
  });
}
