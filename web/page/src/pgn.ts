// Games as PGN, in and out.
import type { Chess } from "chessops/chess";
import { INITIAL_FEN, makeFen } from "chessops/fen";
import {
  ChildNode,
  Node,
  PgnParser,
  emptyHeaders,
  makePgn,
  parseVariant,
  startingPosition,
  type Game as PgnGame,
  type PgnNodeData,
} from "chessops/pgn";
import { makeSanAndPlay, parseSan } from "chessops/san";
import { makeUci } from "chessops/util";

import { shortened } from "./dom.js";
import { isChess960, moveNumber, positionOf, type Game, type Ply } from "./game.js";

/** The first game of a text, and how many there are. */
export interface ReadGame {
  startFen: string;
  plies: Ply[];
  headers: Map<string, string>;
  games: number;
  /** It has comments, variations or annotation glyphs, which the page does not keep. */
  isCommented: boolean;
}

/** The most characters that a text may have. */
export const LONGEST_PGN = 1_000_000;

/** Reads the first game; fails with a one-line message that says what is wrong and where. */
export function readPgn(text: string): ReadGame {
  if (text.trim() === "") throw new Error("There is no game in the field.");
  if (text.length > LONGEST_PGN) throw new Error(`The text is too long for a game: ${text.length} characters.`);
  const { game, own, games } = firstGame(text);
  const variant = game?.headers.get("Variant");
  if (parseVariant(variant) !== "chess") throw new Error(`Quevedo does not play the variant '${shortened(variant ?? "")}'.`);
  const stranger = strangeWord(own);
  if (stranger !== undefined) throw new Error(`'${shortened(stranger)}' is neither a move nor anything else that PGN knows.`);
  if (game === undefined) throw new Error(`There is no game in '${shortened(text)}'.`);
  const { headers } = game;
  const start = startingPosition(headers).unwrap(
    (position) => position as Chess,
    () => {
      throw new Error(`The game's FEN is wrong: '${shortened(headers.get("FEN") ?? "")}'.`);
    },
  );
  const startFen = makeFen(start.toSetup());
  const plies: Ply[] = [];
  for (const { san } of game.moves.mainline()) {
    const move = parseSan(start, san);
    if (move === undefined) {
      throw new Error(`${moveNumber(startFen, plies.length)} '${shortened(san)}' is not a legal move.`);
    }
    plies.push({ move, san: makeSanAndPlay(start, move), uci: makeUci(move) });
  }
  if (plies.length === 0 && !headers.has("FEN")) throw new Error(`There is no move in '${shortened(text)}'.`);
  return { startFen, plies, headers, games, isCommented: isCommented(game) };
}

/** The first game of a text, the part of the text that it takes, and how many games there are. */
function firstGame(text: string): { game: PgnGame<PgnNodeData> | undefined; own: string; games: number } {
  const games: PgnGame<PgnNodeData>[] = [];
  const parser = new PgnParser((game) => games.push(game), emptyHeaders, NaN);
  let own = "";
  for (const line of text.split("\n")) {
    if (games.length === 0) own += `${line}\n`;
    parser.parse(`${line}\n`, { stream: true });
  }
  parser.parse("");
  return { game: games[0], own, games: games.length };
}

function isCommented({ comments = [], moves }: PgnGame<PgnNodeData>): boolean {
  if (comments.length > 0) return true;
  for (let node: Node<PgnNodeData> = moves; node.children.length > 0; node = node.children[0]) {
    const { comments = [], startingComments = [], nags = [] } = node.children[0].data;
    if (node.children.length + comments.length + startingComments.length + nags.length > 1) return true;
  }
  return false;
}

/** The first word that PGN does not know, which the parser would skip. */
function strangeWord(text: string): string | undefined {
  const rest = text
    .replace(/^%.*$/gm, " ")
    .replace(/\{[^}]*\}?/g, " ")
    .replace(/^\s*\[(?:[^"\]]*"(?:[^"\\]|\\.)*")?[^\]]*\]/gm, " ")
    .replace(/;.*$/gm, " ");
  const isKnown = /^(?:\d+\.*|\.+|\$\d+|[!?]{1,2}|1-0|0-1|1\/2-1\/2|½-½|\*|e\.p\.|--|Z0)$/;
  const isMove = /^(?:\d+\.+)?(?:[KQRBN]?[a-h]?[1-8]?[x-]?[a-h][1-8](?:=?[QRBNqrbn])?|[O0]-[O0](?:-[O0])?)[+#]*[!?]*$/;
  return rest
    .split(/[\s()]+/)
    .filter((word) => word !== "" && word !== "\ufeff")
    .find((word) => !isKnown.test(word) && !isMove.test(word));
}

/** The game as PGN. */
export function writePgn(game: Game, result: string): string {
  const headers = new Map([
    ["Event", "Quevedo in a browser"],
    ["Site", "?"],
    ["Date", "????.??.??"],
    ["Round", "-"],
    ["White", "?"],
    ["Black", "?"],
    ...game.headers,
    ["Result", result],
  ]);
  if (game.startFen !== INITIAL_FEN) headers.set("SetUp", "1").set("FEN", game.startFen);
  if (isChess960(positionOf(game.startFen))) headers.set("Variant", "Chess960");
  const moves = new Node<PgnNodeData>();
  let end: Node<PgnNodeData> = moves;
  for (const { san } of game.main) {
    const next = new ChildNode<PgnNodeData>({ san });
    end.children.push(next);
    end = next;
  }
  return makePgn({ headers, moves });
}
