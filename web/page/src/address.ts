// The address holds position and game, so that a link does: #fen=...&moves=e2e4_e7e5&ply=1&tab=analyse
import { INITIAL_FEN, makeFen } from "chessops/fen";

import { shortened } from "./dom.js";
import { pliesOf, positionOf, type Game, type Ply } from "./game.js";

/** The panels, by the names that the address has for them. */
export const TABS = ["play", "analyse", "ideas", "speed"] as const;
export type Tab = (typeof TABS)[number];

/** What an address tells. */
export interface Place {
  startFen: string;
  plies: Ply[];
  ply: number;
  tab: Tab | undefined;
  isFlipped: boolean;
}

/** The part of the address behind `#`. */
export function writeAddress(game: Game, tab: Tab, isFlipped: boolean): string {
  const parts = [];
  if (game.startFen !== INITIAL_FEN) parts.push(`fen=${game.startFen.replaceAll(" ", "_")}`);
  const moves = game.line;
  if (moves.length > 0) parts.push(`moves=${moves.map(({ uci }) => uci).join("_")}`);
  if (game.ply < moves.length) parts.push(`ply=${game.ply}`);
  if (tab !== "play") parts.push(`tab=${tab}`);
  if (isFlipped) parts.push("flipped");
  return parts.join("&");
}

/** Reads it; fails with one line if it does not hold a game. */
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
  const moves = (decoded(fields.get("moves")) ?? "").split("_").filter((move) => move !== "");
  const plies = pliesOf(position, moves);
  if (plies.length < moves.length) {
    throw new Error(`The link's move '${shortened(moves[plies.length])}' is not legal.`);
  }
  const ply = /^\d+$/.test(fields.get("ply") ?? "") ? Math.min(Number(fields.get("ply")), plies.length) : plies.length;
  return { startFen, plies, ply, tab, isFlipped: fields.has("flipped") };
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
