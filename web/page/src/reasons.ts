// Reads the answer of the command `why` and shows it: words, accounts as bars, arrows.
import type { Engine } from "../../engine/index.js";
import { objection } from "../../engine/info.js";
import type { Chess } from "chessops/chess";
import { parseSan } from "chessops/san";
import type { Move } from "chessops/types";

import { make } from "./dom.js";
import { setPosition } from "./engine.js";

/** Part of the difference between two moves. */
export interface Account {
  pawns: number;
  name: string;
  details: string[];
}

/** Why the best move is better than another. */
export interface Comparison {
  headline: string;
  /** The two moves, in SAN. */
  best: string;
  other: string;
  /** The other move's score and line. */
  line: string;
  /** What needs no evaluation: mates, draws, material. */
  tactics: string;
  accounts: Account[];
}

export interface Reasons {
  /** The best move with its score, and its line. */
  headline: string;
  line: string;
  comparisons: Comparison[];
}

/** Asks the engine about a position; the moves are those to compare, in SAN. */
export async function askWhy(
  engine: Engine,
  place: { fen: string; moves: string[] },
  others: string[],
  milliseconds: number,
): Promise<Reasons> {
  await setPosition(engine, place);
  const question = ["why", "movetime", milliseconds, ...others].join(" ");
  // `wait` makes the commands after it answer after `why` has.
  const heard = await engine.ask(`${question}\nwait\ncompiler`, "debug assertions");
  const said = heard.slice(0, heard.findIndex((line) => line.startsWith("commit: ")) - 1);
  const refused = objection(said);
  if (refused !== undefined) throw new Error(refused);
  return readReasons(said);
}

/** Reads the answer, which src/support/why/text.rs writes. */
export function readReasons(lines: string[]): Reasons {
  const blocks = lines.join("\n").trim().split(/\n\n+/).map((block) => block.split("\n"));
  const [[headline, ...line], ...others] = blocks;
  return { headline, line: joined(line), comparisons: others.map(readComparison) };
}

const ACCOUNT = /^ {2,6}([+-]\d+\.\d\d) {2}(.*)$/;

function readComparison([headline, ...rest]: string[]): Comparison {
  const [, best = "", other = ""] = headline.match(/^\d+\.+ (\S+) (?:rather than|as good as) ([^\s:]+):/) ?? [];
  const comparison: Comparison = { headline, best, other, line: rest[0]?.trim() ?? "", tactics: "", accounts: [] };
  for (const text of rest.slice(1)) {
    const indent = text.length - text.trimStart().length;
    const [, pawns, name] = text.match(ACCOUNT) ?? [];
    const account = comparison.accounts.at(-1);
    if (pawns !== undefined) comparison.accounts.push({ pawns: Number(pawns), name, details: [] });
    else if (account !== undefined && indent === 11) account.details.push(text.trim());
    else if (account !== undefined) account.details.push(`${account.details.pop() ?? ""} ${text.trim()}`.trim());
    else if (indent === 2) comparison.tactics = `${comparison.tactics} ${text.trim()}`.trim();
    else comparison.line += ` ${text.trim()}`;
  }
  return comparison;
}

const joined = (lines: string[]) => lines.map((line) => line.trim()).join(" ");

/** The moves to draw: the best, and those it is compared with. */
export function arrows(reasons: Reasons, position: Chess): [Move | undefined, Move[]] {
  const best = reasons.headline.match(/^\d+\.+ ([^\s,]+)/)?.[1] ?? "";
  const others = reasons.comparisons.map(({ other }) => parseSan(position, other));
  return [parseSan(position, best), others.filter((move) => move !== undefined)];
}

/** The answer as elements. */
export function showReasons(reasons: Reasons): HTMLElement[] {
  const best = make("p", { className: "line" }, make("strong", {}, reasons.headline), ` ${reasons.line}`);
  return [best, ...reasons.comparisons.map(showComparison)];
}

function showComparison(comparison: Comparison): HTMLElement {
  const most = Math.max(...comparison.accounts.map(({ pawns }) => Math.abs(pawns)), 0.01);
  const parts: HTMLElement[] = [make("h3", {}, comparison.headline)];
  if (comparison.tactics !== "") parts.push(make("p", { className: "tactics" }, comparison.tactics));
  parts.push(make("p", { className: "line" }, comparison.line));
  const accounts = comparison.accounts.map((account) => showAccount(account, most));
  if (accounts.length > 0) parts.push(make("ul", { className: "accounts" }, ...accounts));
  return make("section", { className: "comparison" }, ...parts);
}

function showAccount({ pawns, name, details }: Account, most: number): HTMLElement {
  const bar = make("span", { className: `account-bar ${pawns < 0 ? "against" : "for"}` });
  bar.style.setProperty("--share", `${(50 * Math.abs(pawns)) / most}%`);
  const text = `${pawns > 0 ? "+" : ""}${pawns.toFixed(2)}`;
  const head = [make("span", { className: "number" }, text), make("span", {}, name), bar];
  if (details.length === 0) return make("li", {}, make("div", { className: "account" }, ...head));
  const list = make("ul", {}, ...details.map((detail) => make("li", {}, detail)));
  return make("li", {}, make("details", {}, make("summary", { className: "account" }, ...head), list));
}
