// Analysis: the evaluation bar, the lines, the reasons.
import type { Engine, Info } from "../../engine/index.js";
import type { Chess } from "chessops/chess";
import type { Move } from "chessops/types";

import type { App, Panel } from "./app.js";
import { byId, enable, make, onClick, shortened } from "./dom.js";
import { numbered, pliesOf, readMove, resultOf, whiteShare } from "./game.js";
import { complain, say, settle } from "./messages.js";
import { arrows, askWhy, showReasons } from "./reasons.js";
import { remember, remembered } from "./memory.js";
import { Review } from "./review.js";
import { forWhite, hideBar, scoreText, showBar } from "./score.js";

/**
 * How long a position is searched unless the user asks for more, and how long the search for reasons takes, in
 * milliseconds.
 */
const PATIENCE = 20_000;
const REASONS = 1500;
/** The shortest time between two updates of the lines, in milliseconds. */
const PAUSE = 150;
/** How many moves of a line are shown. */
const SHOWN = 10;

export class AnalysePanel implements Panel {
  #app: App;
  #isOpen = false;
  #isOn = true;
  #infos: Info[] = [];
  #isDrawn = false;
  /** The arrows of reasons stay while the analysis goes on. */
  #hasReasons = false;
  #review: Review;
  #count = byId<HTMLSelectElement>("line-count");

  constructor(app: App) {
    this.#app = app;
    this.#count.value = remembered("lines") ?? "3";
    if (this.#count.value === "") this.#count.value = "3";
    this.#count.addEventListener("change", () => {
      remember("lines", this.#count.value);
      this.#run();
    });
    this.#review = new Review(app, (ply) => this.#whyNot(ply));
    onClick("engine-switch", () => {
      this.#isOn = !this.#isOn;
      byId("engine-switch").setAttribute("aria-pressed", String(this.#isOn));
      if (this.#isOn) this.#run();
      else this.#rest();
    });
    onClick("deeper", () => this.#run(true));
    onClick("review", () => void this.#reviewGame());
    byId<HTMLFormElement>("why-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#why(this.#asked());
    });
  }

  enter(): void {
    this.#isOpen = true;
    this.follow();
  }

  leave(): void {
    this.#isOpen = false;
    this.#review.cancel();
    this.#app.host.rest();
    this.#app.board.draw(undefined);
    hideBar();
  }

  follow(): void {
    this.#forgetReasons();
    this.#review.show();
    if (!this.#review.isRunning) return this.#run();
    // A review goes on while the user steps through its game.
    this.#clear();
  }

  mayMove(): boolean {
    return this.#app.game.deadEnd() === undefined;
  }

  refusal(): string {
    return "The game is over here";
  }

  /** Marks of the moves on the board that the review calls mistakes, by ply. */
  marks(): ReadonlyMap<number, string> {
    return this.#review.marks();
  }

  take(move: Move): void {
    this.#app.game.tryOut(move);
  }

  /** The engine was lost: a new one continues. */
  retry(): void {
    if (this.#isOpen && this.#isOn) this.#run();
  }

  #rest(): void {
    this.#review.cancel();
    this.#app.host.rest();
    this.#clear();
  }

  /** Clears what is shown about the position on the board. */
  #clear(): void {
    byId("deeper").hidden = true;
    this.#infos = [];
    this.#draw();
    if (!this.#hasReasons) this.#app.board.draw(undefined);
    hideBar();
  }

  #run(isDeeper = false): void {
    if (!this.#isOpen) return;
    this.#review.cancel();
    byId("deeper").hidden = true;
    const { game, host } = this.#app;
    const outcome = game.deadEnd();
    this.#infos = [];
    if (outcome !== undefined) {
      host.rest();
      this.#draw();
      showBar(whiteShare(outcome), outcome.winner === undefined ? "½" : resultOf(outcome));
      say(outcome.winner === undefined ? `A draw: ${outcome.how}.` : "Checkmate.");
      return;
    }
    this.#draw();
    if (!this.#isOn) return hideBar();
    const ply = game.ply;
    void host
      .use({ MultiPV: Number(this.#count.value) }, async (engine, signal) => {
        const limits = isDeeper ? { infinite: true as const } : { movetime: PATIENCE };
        const onInfo = (info: Info) => {
          if (signal.aborted) return;
          if (info.bound === undefined) this.#infos[(info.multipv ?? 1) - 1] = info;
          this.#drawSoon();
        };
        return engine.search({ ...game.told(), limits, onInfo });
      })
      .then((found) => {
        if (found === undefined || game.ply !== ply) return;
        this.#draw();
        byId("deeper").hidden = false;
        const [best] = this.#infos;
        if (best !== undefined) say(`Best: ${byId("lines").firstElementChild?.textContent ?? ""}`);
      })
      .catch((error: Error) => complain(`The engine refuses the position: ${error.message}`));
  }

  #drawSoon(): void {
    if (this.#isDrawn) return;
    this.#isDrawn = true;
    setTimeout(() => {
      this.#isDrawn = false;
      if (this.#isOpen) this.#draw();
    }, PAUSE);
  }

  /** Shows the lines. The buttons stay the same elements, so that they keep the focus. */
  #draw(): void {
    const { game, board } = this.#app;
    const infos = this.#infos.filter((info) => info !== undefined);
    const position = game.position();
    this.#keepRows(this.#isOn ? Math.min(Number(this.#count.value), moveCount(position)) : 0);
    [...byId("lines").children].forEach((row, index) => {
      const [score, depth, moves] = row.firstElementChild!.children;
      const info = infos[index];
      enable(row.firstElementChild as HTMLElement, info !== undefined);
      if (info === undefined) {
        [score.textContent, moves.textContent, depth.textContent] = ["…", "", ""];
        return;
      }
      const plies = pliesOf(position, info.moves.slice(0, SHOWN));
      score.textContent = scoreText(info, position.turn);
      depth.textContent = ` depth ${info.depth} `;
      moves.textContent = numbered(game.startFen, game.ply, plies.map(({ san }) => san));
    });
    const [best] = infos;
    if (best !== undefined) {
      showBar(forWhite(best, position.turn), scoreText(best, position.turn));
      if (!this.#hasReasons) board.draw(pliesOf(position, best.moves.slice(0, 1))[0]?.move);
      byId("speed-line").textContent = best.nps === undefined ? "" : `${(best.nps / 1000).toFixed(0)} kn/s`;
    } else {
      byId("speed-line").textContent = "";
    }
  }

  /** Keeps as many rows as there will be lines, so that nothing moves when they arrive. */
  #keepRows(count: number): void {
    const list = byId("lines");
    while (list.children.length > count) list.lastElementChild!.remove();
    while (list.children.length < count) {
      const index = list.children.length;
      const button = make("button", { type: "button", className: "line" }, make("b"), make("small"), make("span"));
      onClick(button, () => this.#playLine(index));
      list.append(make("li", {}, button));
    }
  }

  /** Plays the first move of a line. */
  #playLine(index: number): void {
    const info = this.#infos[index];
    const [first] = info === undefined ? [] : pliesOf(this.#app.game.position(), info.moves.slice(0, 1));
    if (first !== undefined) this.take(first.move);
  }

  /** The move that the question is about: the one typed, or the one that was played. */
  #asked(): string[] | undefined {
    const { game } = this.#app;
    const text = byId<HTMLInputElement>("why-move").value;
    if (text.trim() !== "") {
      const move = readMove(game.position(), text);
      if (move === undefined) {
        complain(`'${shortened(text)}' is not a legal move here.`);
        return undefined;
      }
      return [this.#app.sanOf(move)];
    }
    const next = game.line[game.ply];
    return next === undefined ? [] : [next.san];
  }

  /** Why another move was better than the one played. */
  #whyNot(ply: number): void {
    byId<HTMLInputElement>("why-move").value = "";
    this.#app.game.goMain(ply);
    void this.#why([this.#app.game.main[ply].san]);
  }

  async #why(others: string[] | undefined): Promise<void> {
    if (others === undefined) return;
    settle();
    const { game, host, board } = this.#app;
    if (game.deadEnd() !== undefined) return complain("The game is over here: there is no move to ask about.");
    this.#review.cancel();
    const box = byId("reasons");
    const wait = make("p", {}, "Looking for the reasons …");
    box.replaceChildren(wait);
    box.setAttribute("aria-busy", "true");
    const place = game.told();
    const ask = (engine: Engine) => askWhy(engine, place, others, REASONS);
    const reasons = await host.use({}, ask).catch((error: Error) => {
      complain(error.message);
      return null;
    });
    // Gone if another position is on the board or another question was asked.
    if (!wait.isConnected) return;
    box.removeAttribute("aria-busy");
    if (reasons === undefined) return box.replaceChildren("The question was interrupted.");
    if (reasons === null) {
      box.replaceChildren();
      return this.#run();
    }
    this.#hasReasons = true;
    box.replaceChildren(...showReasons(reasons));
    const [best, compared] = arrows(reasons, game.position());
    board.draw(best, compared);
    say(reasons.comparisons.map(({ headline, tactics }) => `${headline}. ${tactics}`).join(" ") || reasons.headline);
    this.#run();
  }

  #forgetReasons(): void {
    this.#hasReasons = false;
    this.#app.board.draw(undefined);
    byId("reasons").replaceChildren();
    byId("reasons").removeAttribute("aria-busy");
    byId<HTMLInputElement>("why-move").value = "";
  }

  async #reviewGame(): Promise<void> {
    if (this.#app.game.main.length === 0) return complain("There is no game to review yet.");
    this.#app.game.goMain(this.#app.game.main.length);
    const found = await this.#review.run();
    if (found === undefined) return;
    this.#run();
    say(found);
  }
}

/** The number of moves in a position; the four promotions of a pawn count as one. */
function moveCount(position: Chess): number {
  return [...position.allDests().values()].reduce((sum, squares) => sum + squares.size(), 0);
}
