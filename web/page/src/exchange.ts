// Positions and games in and out: FEN, PGN, a link.
import { makeFen } from "chessops/fen";

import { writeAddress } from "./address.js";
import type { App } from "./app.js";
import { byId, copy, onClick, shortened } from "./dom.js";
import { positionOf, resultOf } from "./game.js";
import { complain, say, settle } from "./messages.js";
import { LONGEST_PGN, readPgn, writePgn } from "./pgn.js";

/** A FEN is shorter than this. */
const LONGEST_FEN = 200;

export class Exchange {
  #app: App;
  #loads = 0;
  /** The FEN that was written to the field; anything else in it was typed. */
  #shownFen = "";
  /** @param onPosition is called when a position was loaded, and told whether a game came with it */
  #onPosition: (hasGame: boolean) => void;

  constructor(app: App, onPosition: (hasGame: boolean) => void) {
    this.#app = app;
    this.#onPosition = onPosition;
    this.#hear("fen-form", (isLate) => this.#loadFen(byId<HTMLInputElement>("fen").value, isLate));
    this.#hear("pgn-form", (isLate) => this.#loadPgn(byId<HTMLTextAreaElement>("pgn").value, isLate));
    byId<HTMLInputElement>("pgn-file").addEventListener("change", (event) => void this.#loadFile(event));
    onClick("copy-fen", () => void this.#copy(app.game.fen, "the FEN"));
    onClick("copy-pgn", () => void this.#copy(writePgn(app.game, this.#result()), "the game"));
    onClick("copy-link", () => void this.#copy(this.#link(), "the link"));
  }

  /** Shows the FEN of the position, unless somebody has typed another. */
  show(): void {
    const field = byId<HTMLInputElement>("fen");
    const isTyped = field.value !== "" && field.value !== this.#shownFen;
    if (!isTyped && document.activeElement !== field) this.#fill();
  }

  #fill(): void {
    this.#shownFen = this.#app.game.fen;
    byId<HTMLInputElement>("fen").value = this.#shownFen;
  }

  /** Loads what a form holds; `isLate` tells whether this form or the other was submitted since. */
  #hear(form: string, load: (isLate: () => boolean) => Promise<void>): void {
    byId(form).addEventListener("submit", (event) => {
      event.preventDefault();
      const turn = ++this.#loads;
      const isLate = () => turn !== this.#loads;
      load(isLate).then(
        () => isLate() || settle(),
        (error: Error) => isLate() || complain(error.message),
      );
    });
  }

  /** The engine says what is wrong with a FEN, and repairs what can be repaired. */
  async #loadFen(text: string, isLate: () => boolean): Promise<void> {
    const given = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
    if (given === "") throw new Error("There is no FEN in the field.");
    const name = `'${shortened(given)}'`;
    if (given.length > LONGEST_FEN || /\bmoves\b/.test(given)) throw new Error(`${name} is not a FEN.`);
    const read = await this.#app.host.readFen(given).catch((error: Error) => {
      throw new Error(`${name} is not a valid position: ${error.message}.`);
    });
    let fen: string;
    try {
      fen = makeFen(positionOf(read).toSetup());
    } catch {
      throw new Error(`${name} can't be shown: no game can reach it.`);
    }
    if (isLate()) return;
    this.#app.replace(() => this.#app.game.reset(fen));
    this.#fill();
    this.#onPosition(false);
    say("The position is on the board.");
  }

  async #loadPgn(text: string, isLate: () => boolean): Promise<void> {
    const { startFen, plies, headers, games, isCommented } = readPgn(text);
    await this.#app.host.readFen(startFen).catch((error: Error) => {
      throw new Error(`The game's FEN is wrong: '${shortened(startFen)}': ${error.message}.`);
    });
    if (isLate()) return;
    this.#app.replace(() => this.#app.game.reset(startFen, plies, { headers }));
    this.#onPosition(plies.length > 0);
    if (plies.length === 0) return say("The position is on the board.");
    const count = plies.length <= 2 ? "one move" : `${Math.ceil(plies.length / 2)} moves`;
    const left = isCommented ? " Its comments and variations are left out." : "";
    say(`A game of ${count}${games > 1 ? `, the first of ${games},` : ""} is on the board.${left}`);
  }

  async #loadFile(event: Event): Promise<void> {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    if (file === undefined) return;
    input.value = "";
    if (file.size > LONGEST_PGN) return complain(`'${shortened(file.name)}' is too long for a game: ${file.size} bytes.`);
    byId<HTMLTextAreaElement>("pgn").value = await file.text();
    byId<HTMLFormElement>("pgn-form").requestSubmit();
  }

  /** The address of the position and its game; it opens in the analysis. */
  #link(): string {
    const hash = writeAddress(this.#app.game, "analyse", this.#app.board.isFlipped);
    return `${location.origin}${location.pathname}#${hash}`;
  }

  #result(): string {
    const { game } = this.#app;
    const outcome = game.outcome(game.main.length, game.main);
    if (game.result !== undefined) return game.result;
    return outcome === undefined ? (game.headers.get("Result") ?? "*") : resultOf(outcome);
  }

  async #copy(text: string, what: string): Promise<void> {
    if (await copy(text)) say(`Copied: ${what}.`);
    else complain(`The browser does not let the page copy ${what}.`);
  }
}

