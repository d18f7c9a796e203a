// Positions and games in and out: FEN, PGN, a link.
import { makeFen } from "chessops/fen";

import { writeAddress } from "./address.js";
import type { App } from "./app.js";
import { byId, copy, onClick, shortened } from "./dom.js";
import { answer } from "./engine.js";
import { positionOf } from "./game.js";
import { complain, say, settle } from "./messages.js";
import { readPgn, writePgn } from "./pgn.js";

/** A FEN is shorter than this. */
const LONGEST_FEN = 200;

export class Exchange {
  #app: App;
  /** @param onPosition is told that a position was loaded, and whether it came with a game */
  #onPosition: (hasGame: boolean) => void;

  constructor(app: App, onPosition: (hasGame: boolean) => void) {
    this.#app = app;
    this.#onPosition = onPosition;
    this.#hear("fen-form", () => this.#loadFen(byId<HTMLInputElement>("fen").value));
    this.#hear("pgn-form", async () => this.#loadPgn(byId<HTMLTextAreaElement>("pgn").value));
    byId<HTMLInputElement>("pgn-file").addEventListener("change", (event) => void this.#loadFile(event));
    onClick("copy-fen", () => void this.#copy(app.game.fen, "the FEN"));
    onClick("copy-pgn", () => void this.#copy(writePgn(app.game, this.#result()), "the game"));
    onClick("copy-link", () => void this.#copy(this.#link(), "the link"));
  }

  /** The address of the position, for the field that shows it. */
  show(): void {
    const field = byId<HTMLInputElement>("fen");
    if (document.activeElement !== field) field.value = this.#app.game.fen;
  }

  #hear(form: string, load: () => Promise<void>): void {
    byId(form).addEventListener("submit", (event) => {
      event.preventDefault();
      load().then(settle, (error: Error) => complain(error.message));
    });
  }

  /** The engine is asked what is wrong with a FEN, and what may be mended about it. */
  async #loadFen(text: string): Promise<void> {
    const given = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
    if (given === "") throw new Error("There is no FEN in the field.");
    const name = `'${shortened(given)}'`;
    if (given.length > LONGEST_FEN || /\bmoves\b/.test(given)) throw new Error(`${name} is no FEN.`);
    const said = await this.#app.host.use({}, (engine) => answer(engine, `position fen ${given}\nd`, /^Legal moves/));
    if (said === undefined) throw new Error(`The engine was busy; ${name} is not loaded. Please try again.`);
    const wrong = said.find((line) => line.startsWith("info string"))?.slice(12);
    if (wrong !== undefined) throw new Error(`${name} is no position: ${wrong.replace(/^bad FEN '.*': /, "")}.`);
    let fen = said.find((line) => line.startsWith("Fen: "))!.slice(5);
    try {
      fen = makeFen(positionOf(fen).toSetup());
    } catch {
      throw new Error(`${name} can't be shown: no game can lead there.`);
    }
    this.#app.replace(() => this.#app.game.reset(fen));
    this.#onPosition(false);
    say("The position is on the board.");
  }

  async #loadPgn(text: string): Promise<void> {
    const { startFen, plies, headers, games } = readPgn(text);
    this.#app.replace(() => this.#app.game.reset(startFen, plies, headers));
    this.#onPosition(true);
    const count = plies.length === 1 ? "one move" : `${Math.ceil(plies.length / 2)} moves`;
    say(`A game of ${count}${games > 1 ? `, the first of ${games}` : ""}, is on the board.`);
  }

  async #loadFile(event: Event): Promise<void> {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    if (file === undefined) return;
    byId<HTMLTextAreaElement>("pgn").value = (await file.text()).slice(0, 2_000_000);
    input.value = "";
    byId<HTMLFormElement>("pgn-form").requestSubmit();
  }

  /** The address of position and game; whoever opens it looks at it first. */
  #link(): string {
    const hash = writeAddress(this.#app.game, "analyse", this.#app.board.isFlipped);
    return `${location.origin}${location.pathname}#${hash}`;
  }

  #result(): string {
    const { game } = this.#app;
    const outcome = game.outcome(game.main.length, game.main);
    if (game.result !== undefined) return game.result;
    if (outcome === undefined) return game.headers.get("Result") ?? "*";
    return outcome.winner === undefined ? "1/2-1/2" : outcome.winner === "white" ? "1-0" : "0-1";
  }

  async #copy(text: string, what: string): Promise<void> {
    if (await copy(text)) say(`Copied: ${what}.`);
    else complain(`The browser does not let the page copy ${what}.`);
  }
}

