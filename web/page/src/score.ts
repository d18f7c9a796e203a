// Scores as people read them, from White's point of view.
import type { Info } from "../../engine/index.js";
import { byId } from "./dom.js";

/** The score as White sees it: `+0.35`, `-1.20`, `#5`, `#-2`. */
export function scoreText({ score }: Info, turn: "white" | "black"): string {
  const sign = turn === "white" ? 1 : -1;
  if ("mate" in score) return `#${sign * score.mate}`;
  const pawns = (sign * score.cp) / 100;
  return `${pawns > 0 ? "+" : ""}${pawns.toFixed(2)}`;
}

/** White's expected score, from 0 to 1. */
export function forWhite({ wdl }: Info, turn: "white" | "black"): number {
  const [won, drawn] = wdl ?? [0, 1000];
  const expected = (won + drawn / 2) / 1000;
  return turn === "white" ? expected : 1 - expected;
}

/** Shows the score beside the board. */
export function showBar(share: number, text: string): void {
  const bar = byId("bar");
  bar.classList.remove("off");
  bar.style.setProperty("--white", `${(100 * share).toFixed(1)}%`);
  bar.classList.toggle("black-ahead", share < 0.5);
  bar.setAttribute("aria-valuenow", String(Math.round(100 * share)));
  bar.setAttribute("aria-valuetext", `${text}. White's expected score: ${Math.round(100 * share)}%`);
  byId("bar-score").textContent = text.replace(/(\.\d)\d$/, "$1");
}

export function hideBar(): void {
  byId("bar").classList.add("off");
}
