// The list of moves, and the navigation in it.
import type { App } from "./app.js";
import { byId, enable, make, onClick } from "./dom.js";
import { hasNumber, moveNumber } from "./game.js";

/** Keys that step through the game, unless the focused element uses them itself. */
const KEYS: Record<string, string> = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

export class MoveList {
  #app: App;
  #list = byId("moves");

  constructor(app: App) {
    this.#app = app;
    const { game } = app;
    onClick("first", () => game.go(0));
    onClick("back", () => game.go(game.ply - 1));
    onClick("forward", () => game.go(game.ply + 1));
    onClick("last", () => game.go(game.line.length));
    onClick("main-line", () => game.goMain(game.branchedAt ?? game.ply));
    document.addEventListener("keydown", (event) => this.#hear(event));
  }

  /** Shows the moves. The Tab key leads to the one on the board. */
  show(): void {
    const { game } = this.#app;
    const marks = this.#app.marks();
    const hadFocus = this.#list.contains(document.activeElement);
    const from = game.branchedAt;
    const parts: Node[] = [];
    const number = (ply: number, isFirst: boolean): Node[] =>
      hasNumber(game.startFen, ply, isFirst) ? [make("span", { className: "number" }, moveNumber(game.startFen, ply))] : [];
    const list = from === undefined ? game.main : game.main.slice(0, from);
    list.forEach(({ san }, ply) => {
      parts.push(...number(ply, ply === 0), this.#button(san + (marks.get(ply) ?? ""), game.ply === ply + 1, () => game.go(ply + 1)));
    });
    if (from !== undefined) {
      const branch = make("span", { className: "branch" });
      const rest = game.line.slice(from);
      rest.forEach(({ san }, index) => {
        branch.append(...number(from + index, index === 0), this.#button(san, game.ply === from + index + 1, () => game.go(from + index + 1)));
      });
      parts.push(branch);
      game.main.slice(from).forEach(({ san }, index) => {
        const ply = from + index;
        parts.push(...number(ply, index === 0), this.#button(san + (marks.get(ply) ?? ""), false, () => game.goMain(ply + 1)));
      });
    }
    this.#list.replaceChildren(...parts);
    const current = this.#list.querySelector<HTMLElement>("[aria-current]");
    (current ?? this.#list.querySelector("button"))?.setAttribute("tabindex", "0");
    if (hadFocus) (current ?? this.#list.querySelector("button"))?.focus();
    if (current !== null) this.#list.scrollTop = current.offsetTop - this.#list.clientHeight / 2;
    byId("no-moves").hidden = parts.length > 0;
    byId("main-line").hidden = from === undefined;
    for (const id of ["first", "back"]) enable(id, game.ply > 0);
    for (const id of ["forward", "last"]) enable(id, game.ply < game.line.length);
  }

  #button(text: string, isCurrent: boolean, go: () => void): HTMLButtonElement {
    const button = make("button", { type: "button", tabIndex: -1 }, text);
    if (isCurrent) button.setAttribute("aria-current", "true");
    button.addEventListener("click", go);
    return button;
  }

  #hear(event: KeyboardEvent): void {
    const button = KEYS[event.key];
    if (button === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    if (target.closest("input, select, textarea, dialog, [role=tab]") !== null) return;
    event.preventDefault();
    byId(button).click();
  }
}
