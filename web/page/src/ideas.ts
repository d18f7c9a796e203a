// What each idea buys: one position, searched to the same depth by every stage from minimax to Quevedo. The stages are
// those of the classic Spektrum, as the engine lists them; `quevedo explain` does the same in a terminal.
import type { Engine, Info } from "../../engine/index.js";

import { type App, TaskPanel } from "./app.js";
import { byId, grouped, make } from "./dom.js";
import { perft, setPosition, type EngineHost } from "./engine.js";
import { pliesOf } from "./game.js";
import { complain, say } from "./messages.js";
import { scoreText } from "./score.js";

/** How many leaves minimax may visit when the page chooses the depth: some seconds on a phone. */
const AFFORDABLE = 6_000_000;
/** The greatest depth that the page chooses. */
const DEEPEST = 8;
/** A search too short for the clock is repeated for this many milliseconds, and the fastest run counts. */
const LONG_ENOUGH = 100;

/** What each stage adds to the one before. */
const ABOUT: Record<string, string> = {
  minimax: "Looks at every line. The other stages are measured against it.",
  "alpha-beta": "Once a move is refuted, it needs no second refutation. The result stays the same.",
  ordering: "Captures first: the sooner the best move is tried, the more is cut off.",
  table: "A position that is reached twice is searched once.",
  iteration: "One ply, then two, then three: each search tells the next where to begin.",
  quiescence: "At the end of a line, captures are played out. This costs nodes, and prevents blunders at the horizon.",
  "null move": "If even passing is good enough, the position need not be searched in full.",
  Quevedo: "Reductions, extensions, histories, a tuned evaluation. The nominal depth is the same; the lines go deeper.",
};

interface Row {
  stage: string;
  nodes: number;
  milliseconds: number;
  move: string;
  score: string;
}

export class IdeasPanel extends TaskPanel {
  #rows: Row[] = [];

  constructor(app: App) {
    super(app, { "ideas-start": () => this.#run() }, "ideas-stop");
  }

  async #run(): Promise<void> {
    const { game, host } = this.app;
    if (game.deadEnd() !== undefined) return complain("The game is over here: there is nothing to search.");
    this.#rows = [];
    this.#show();
    this.setBusy(true);
    const [fen, position, chosen] = [game.fen, game.position(), byId<HTMLSelectElement>("ideas-depth").value];
    const done = await host
      .use({}, async (engine, signal) => {
        const stages = [...host.choices("Spektrum Stage"), "Quevedo"];
        const depth = chosen === "" ? await affordableDepth(engine, fen, signal) : Number(chosen);
        byId("ideas-what").textContent = `Every search ${depth} ${depth === 1 ? "ply" : "plies"} deep.`;
        for (const stage of stages) {
          if (signal.aborted) break;
          this.#wait(stage);
          const row = await measure(host, engine, fen, depth, stage, signal);
          if (signal.aborted || row === undefined) break;
          const best = pliesOf(position, row.info.moves.slice(0, 1))[0]?.san ?? "";
          this.#rows.push({ stage, ...row, move: best, score: scoreText(row.info, position.turn) });
          this.#show();
        }
        return stages.length;
      })
      .catch((error: Error) => complain(error.message));
    this.setBusy(false);
    this.#show();
    if (done === this.#rows.length && done > 0) say(this.#summary());
  }

  protected override setBusy(isBusy: boolean): void {
    super.setBusy(isBusy);
    byId("ideas-table").setAttribute("aria-busy", String(isBusy));
  }

  /** The outcome in one sentence. */
  #summary(): string {
    const [first, last] = [this.#rows[0], this.#rows.at(-1)!];
    return `Minimax took ${grouped(first.nodes)} nodes, Quevedo ${grouped(last.nodes)}: one in ${grouped(first.nodes / Math.max(1, last.nodes))}.`;
  }

  #wait(stage: string): void {
    const row = make("tr", { className: "waiting" }, make("th", { scope: "row" }, title(stage)));
    row.append(make("td", { colSpan: 4 }, "searching …"));
    byId("ideas-rows").append(row);
  }

  /** Shows the rows. Those already shown stay, and their bars shrink when a longer one is added. */
  #show(): void {
    const list = byId("ideas-rows");
    list.querySelector(".waiting")?.remove();
    if (this.#rows.length === 0) list.replaceChildren();
    for (const row of this.#rows.slice(list.children.length / 2)) list.append(...rowElements(row));
    const most = Math.log10(Math.max(10, ...this.#rows.map(({ nodes }) => nodes)));
    list.querySelectorAll<HTMLElement>(".idea-bar").forEach((bar, index) => {
      bar.style.setProperty("--share", `${(100 * Math.log10(Math.max(1.3, this.#rows[index].nodes))) / most}%`);
    });
    byId("ideas-table").hidden = this.#rows.length === 0 && !this.isBusy;
    const isWhole = this.#rows.length > 1 && this.#rows.at(-1)?.stage === "Quevedo";
    byId("ideas-summary").textContent = isWhole ? this.#summary() : "";
  }
}

/** Two rows of the table: the figures, and what the stage adds. */
function rowElements(row: Row): HTMLElement[] {
  const bar = make("span", { className: row.stage === "Quevedo" ? "idea-bar own" : "idea-bar" });
  const milliseconds = row.milliseconds < 10 ? row.milliseconds.toFixed(1) : grouped(row.milliseconds);
  const figures = [grouped(row.nodes), milliseconds, row.move, row.score].map((text) => make("td", {}, text));
  const about = make("td", { colSpan: 5 }, bar, ABOUT[row.stage] ?? "");
  return [
    make("tr", {}, make("th", { scope: "row" }, title(row.stage)), ...figures),
    make("tr", { className: "about" }, about),
  ];
}

/** A `+` says that a stage includes all the earlier ones. */
function title(stage: string): string {
  return ["minimax", "alpha-beta", "Quevedo"].includes(stage) ? stage : `+ ${stage}`;
}

/** The greatest depth that minimax can afford, if the next ply multiplies the leaves as much as the last one did. */
async function affordableDepth(engine: Engine, fen: string, signal: AbortSignal): Promise<number> {
  await setPosition(engine, { fen });
  let before = 1;
  for (let depth = 1; depth < DEEPEST && !signal.aborted; depth++) {
    const leaves = await perft(engine, depth);
    if (leaves === undefined || leaves === 0 || leaves * Math.max(1, leaves / before) > AFFORDABLE) return depth;
    before = leaves;
  }
  return DEEPEST;
}

/** Searches with a stage, repeatedly if once is too short to be measured; the fastest run counts. */
async function measure(
  host: EngineHost,
  engine: Engine,
  fen: string,
  depth: number,
  stage: string,
  signal: AbortSignal,
): Promise<{ nodes: number; milliseconds: number; info: Info } | undefined> {
  const isOwn = stage === "Quevedo";
  await host.configure(engine, isOwn ? { Style: stage } : { Style: "Spektrum", "Spektrum Stage": stage });
  const begin = performance.now();
  let [fastest, info]: [number, Info | undefined] = [Infinity, undefined];
  do {
    await engine.newGame();
    const start = performance.now();
    const { lines } = await engine.search({ fen, limits: { depth } });
    fastest = Math.min(fastest, performance.now() - start);
    info = lines[0] ?? info;
  } while (!signal.aborted && performance.now() - begin < LONG_ENOUGH);
  return info && { nodes: info.nodes ?? 0, milliseconds: fastest, info };
}
