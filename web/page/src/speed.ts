// How fast this machine is: perft, and the benchmark of the search.
import { INITIAL_FEN } from "chessops/fen";

import { type App, TaskPanel } from "./app.js";
import { byId, copy, enable, grouped, make, onClick } from "./dom.js";
import { perft, setPosition } from "./engine.js";
import { complain, say } from "./messages.js";

export class SpeedPanel extends TaskPanel {
  /** The latest figures, to be shared. */
  #figures = new Map<string, string>();

  constructor(app: App) {
    super(app, { "perft-start": () => this.#perft(), "bench-start": () => this.#bench() }, "speed-stop");
    onClick("share", () => void this.#share());
  }

  async #perft(): Promise<void> {
    const { game, host } = this.app;
    const fen = game.fen;
    const deepest = Number(byId<HTMLSelectElement>("perft-depth").value);
    const rows = byId("perft-rows");
    rows.replaceChildren();
    byId("perft-table").hidden = false;
    this.setBusy(true);
    const last = await host
      .use({}, async (engine, signal) => {
        await setPosition(engine, { fen });
        let last = "";
        for (let depth = 1; depth <= deepest && !signal.aborted; depth++) {
          const start = performance.now();
          const nodes = await perft(engine, depth);
          const seconds = (performance.now() - start) / 1000;
          if (nodes === undefined) break;
          const speed = seconds < 0.05 ? "" : (nodes / seconds / 1e6).toFixed(1);
          rows.append(
            make(
              "tr",
              {},
              make("th", { scope: "row" }, String(depth)),
              make("td", {}, grouped(nodes)),
              make("td", {}, seconds.toFixed(3)),
              make("td", {}, speed),
            ),
          );
          last = `perft ${depth}${fen === INITIAL_FEN ? "" : ` of ${fen}`}: ${grouped(nodes)} leaves in ${seconds.toFixed(2)} s${speed === "" ? "" : `, ${speed} million a second`}`;
          this.#note("perft", last);
        }
        return last;
      })
      .catch((error: Error) => complain(error.message));
    this.setBusy(false);
    if (last) say(`${last}.`);
  }

  async #bench(): Promise<void> {
    this.setBusy(true);
    say("Searching the benchmark's positions …");
    const last = await this.app.host
      .use({}, async (engine) => {
        const said = await engine.ask("bench", / nps$|^info string bench was stopped/, (line) => {
          const [, done] = line.match(/^ *(\d+) +\d+ +\S+ +(?:cp|mate) /) ?? [];
          if (done !== undefined) byId("bench-result").textContent = `Position ${done} …`;
        });
        return said.at(-1);
      })
      .catch((error: Error) => complain(error.message));
    this.setBusy(false);
    const [, nodes, speed] = last?.match(/(\d+) nodes (\d+) nps/) ?? [];
    if (nodes === undefined) {
      byId("bench-result").textContent = "Stopped.";
      return;
    }
    const text = `search: ${grouped(Number(speed))} nodes a second (${grouped(Number(nodes))} nodes)`;
    this.#note("search", text);
    byId("bench-result").textContent = text;
    say(`${text}.`);
  }

  #note(name: string, text: string): void {
    this.#figures.set(name, text);
    enable("share", true);
    byId("share-text").textContent = this.#text;
  }

  get #text(): string {
    return `Quevedo in ${browser()}: ${[...this.#figures.values()].join("; ")}`;
  }

  /** Hands the line to the system's share menu if there is one, otherwise to the clipboard. */
  async #share(): Promise<void> {
    const url = location.origin + location.pathname;
    const text = this.#text;
    if (typeof navigator.share === "function") {
      const isShared = await navigator.share({ text, url }).then(() => true, (error: Error) => error.name === "AbortError");
      if (isShared) return;
    }
    if (await copy(`${text} ${url}`)) say("Copied.");
    else complain("The browser does not let the page copy; the text is shown above.");
  }
}

/** The name and version of the browser, if it gives them. */
function browser(): string {
  const known = navigator.userAgent.match(/(Firefox|Edg|OPR|Chrome|Version)\/(\d+)/);
  const names: Record<string, string> = { Edg: "Edge", OPR: "Opera", Version: "Safari" };
  return known === null ? "a browser" : `${names[known[1]] ?? known[1]} ${known[2]}`;
}
