// The address holds the position and the game, so that a link to them works. A line that is tried out follows the ply
// at which it begins:
// #fen=...&moves=e2e4_e7e5&try=1:c7c5_g1f3&ply=2&tab=analyse
import type { Chess } from "chessops/chess";
import { INITIAL_FEN, makeFen } from "chessops/fen";

import { shortened } from "./dom.js";
import { pliesOf, positionOf, type Branch, type Game, type Ply } from "./game.js";

/** The panels, by their names in the address. */
export const TABS = ["play", "analyse", "ideas", "speed"] as const;
export type Tab = (typeof TABS)[number];

/** What an address says. */
export interface Place {
  startFen: string;
  plies: Ply[];
  branch: Branch | undefined;
  /** How many of the moves are on the board; all unless the address says. */
  ply: number | undefined;
  tab: Tab | undefined;
  isFlipped: boolean;
}

/** The part of the address after `#`. */
export function writeAddress(game: Game, tab: Tab, isFlipped: boolean): string {
  const parts = [];
  if (game.startFen !== INITIAL_FEN) parts.push(`fen=${game.startFen.replaceAll(" ", "_")}`);
  const { main, branch } = game;
  if (main.length > 0) parts.push(`moves=${joined(main)}`);
  if (branch !== undefined) parts.push(`try=${branch.from}:${joined(branch.plies)}`);
  if (game.ply < game.line.length) parts.push(`ply=${game.ply}`);
  if (tab !== "play") parts.push(`tab=${tab}`);
  if (isFlipped) parts.push("flipped");
  return parts.join("&");
}

/** Reads that part; fails with a one-line message if it does not hold a game. */
export function readAddress(hash: string): Place {
  const fields = new Map(
    hash.replace(/^#/, "").split("&").map((part) => {
      const [name, value = ""] = part.split(/=(.*)/s);
      return [name, value];
    }),
  );
  const tab = TABS.find((one) => one === fields.get("tab"));
  const given = decoded(fields.get("fen"))?.replaceAll("_", " ") ?? INITIAL_FEN;
  let position;
  try {
    position = positionOf(given);
  } catch {
    throw new Error(`The link's position is wrong: '${shortened(given)}'.`);
  }
  const startFen = makeFen(position.toSetup());
  const plies = readMoves(position, fields.get("moves"));
  const branch = readBranch(position, plies, fields.get("try"));
  const ply = readNumber(fields.get("ply"));
  return { startFen, plies, branch, ply, tab, isFlipped: fields.has("flipped") };
}

const joined = (plies: readonly Ply[]): string => plies.map(({ uci }) => uci).join("_");

const readNumber = (text = ""): number | undefined => (/^\d+$/.test(text) ? Number(text) : undefined);

/** Moves from a position; fails if one is not legal. */
function readMoves(position: Chess, text: string | undefined): Ply[] {
  const moves = (decoded(text) ?? "").split("_").filter((move) => move !== "");
  const plies = pliesOf(position, moves);
  if (plies.length === moves.length) return plies;
  throw new Error(`The link's move '${shortened(moves[plies.length])}' is not legal.`);
}

/** The line that is tried out instead of the game's moves. */
function readBranch(position: Chess, main: Ply[], text: string | undefined): Branch | undefined {
  if (text === undefined) return undefined;
  const [place, moves] = (decoded(text) ?? "").split(":");
  const from = readNumber(place);
  if (from === undefined || from > main.length) {
    throw new Error(`The link's line '${shortened(text)}' does not fit the game.`);
  }
  const at = position.clone() as Chess;
  for (const { move } of main.slice(0, from)) at.play(move);
  const plies = readMoves(at, moves);
  return plies.length === 0 ? undefined : { from, plies };
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
