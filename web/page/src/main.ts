// Puts the page together.
import { INITIAL_FEN } from "chessops/fen";
import { makeSan } from "chessops/san";
import type { Move } from "chessops/types";

import { TABS, readAddress, writeAddress, type Tab } from "./address.js";
import { AnalysePanel } from "./analyse.js";
import type { App, Panel } from "./app.js";
import { BoardView } from "./board.js";
import { byId, onClick, shortened } from "./dom.js";
import { EngineHost } from "./engine.js";
import { Exchange } from "./exchange.js";
import { Game, pliesOf, readMove } from "./game.js";
import { IdeasPanel } from "./ideas.js";
import { complain, say, settle } from "./messages.js";
import { MoveList } from "./moves.js";
import { PlayPanel } from "./play.js";
import { SpeedPanel } from "./speed.js";
import { keepPage } from "./update.js";

const game = new Game();
const host = new EngineHost();
const board = new BoardView((move) => take(move));
let tab: Tab = "play";
/** Counts visits to an address and replaced games: a visit gives up when it is no longer the latest. */
let visits = 0;
let later: ReturnType<typeof setTimeout> | undefined;

const app: App = {
  game,
  board,
  host,
  marks: () => analyse.marks(),
  open,
  replace(change) {
    const [before, isEmpty] = [location.href, game.line.length === 0 && game.startFen === INITIAL_FEN];
    visits += 1;
    change();
    const after = location.href;
    if (isEmpty || after === before) return;
    try {
      history.replaceState(null, "", before);
      history.pushState(null, "", after);
    } catch {
      writeHistory();
    }
  },
  readUci: (uci) => pliesOf(game.position(), [uci])[0]?.move,
  sanOf: (move) => makeSan(game.position(), move),
  refresh: show,
};
const play = new PlayPanel(app);
const analyse = new AnalysePanel(app);
const panels: Record<Tab, Panel> = { play, analyse, ideas: new IdeasPanel(app), speed: new SpeedPanel(app) };
const moves = new MoveList(app);
const exchange = new Exchange(app, (hasGame) => {
  if (tab !== "play") return;
  if (hasGame) open("analyse");
  else play.playHere();
});

/** Takes a move that was made on the board or typed. */
function take(move: Move): void {
  settle();
  panels[tab].take(move);
}

/** Shows the game as it is. */
function show(): void {
  const position = game.position();
  board.show(position, game.line[game.ply - 1]?.move, panels[tab].mayMove());
  byId("turn").textContent = position.turn === "white" ? "White to move" : "Black to move";
  moves.show();
  exchange.show();
}

/** Writes the address. Safari refuses more than a hundred in half a minute; then it is written later. */
function writeHistory(): void {
  clearTimeout(later);
  try {
    history.replaceState(null, "", `#${writeAddress(game, tab, board.isFlipped)}`);
  } catch {
    later = setTimeout(writeHistory, 1000);
  }
}

/** Opens a panel. */
function open(name: Tab): void {
  if (name !== tab) {
    panels[tab].leave();
    say("");
  }
  tab = name;
  for (const one of TABS) {
    const button = byId(`tab-${one}`);
    button.setAttribute("aria-selected", String(one === name));
    button.tabIndex = one === name ? 0 : -1;
    byId(`panel-${one}`).hidden = one !== name;
  }
  if (name === "play" && game.branchedAt !== undefined) game.goMain(game.branchedAt);
  show();
  writeHistory();
  panels[name].enter();
}

/** Goes where the address leads; a bad address changes nothing. */
async function visit(isFirst = false): Promise<void> {
  const turn = ++visits;
  try {
    const place = readAddress(location.hash);
    const accepted = host.readFen(place.startFen).catch((error: Error) => {
      throw new Error(`The link's position is wrong: '${shortened(place.startFen)}': ${error.message}.`);
    });
    // On the first visit there is no game to lose, so nobody waits for the engine.
    if (!isFirst) await accepted;
    if (turn !== visits) return;
    board.isFlipped = place.isFlipped;
    // Otherwise the engine's move would go into the new game.
    panels[tab].leave();
    game.reset(place.startFen, place.plies, place);
    play.resume();
    open(place.tab ?? "play");
    await accepted;
  } catch (error) {
    if (turn !== visits) return;
    // On the first visit there is no game to keep.
    if (isFirst) {
      panels[tab].leave();
      game.reset();
      begin();
    } else {
      writeHistory();
    }
    complain((error as Error).message);
  }
}

function begin(): void {
  open("play");
  play.begin();
}

game.addEventListener("change", () => {
  show();
  writeHistory();
  panels[tab].follow();
});
host.addEventListener("lost", (event) => {
  const { why, isFinal } = (event as CustomEvent<{ why: string; isFinal: boolean }>).detail;
  if (isFinal) return complain(`The engine does not work here: ${shortened(why, 120)}. Please reload the page.`);
  complain(`The engine has stopped (${shortened(why, 120)}). A new one takes its place.`);
  play.retry();
  if (tab === "analyse") analyse.retry();
});

for (const [index, name] of TABS.entries()) {
  const button = byId(`tab-${name}`);
  button.addEventListener("click", () => open(name));
  button.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = TABS[(index + step + TABS.length) % TABS.length];
    open(next);
    byId(`tab-${next}`).focus();
  });
}
byId<HTMLFormElement>("move-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = byId<HTMLInputElement>("move");
  const move = readMove(game.position(), field.value);
  if (field.value.trim() === "") return complain("Type a move, such as Nf3 or g1f3.");
  if (move === undefined) return complain(`'${shortened(field.value)}' is not a legal move here.`);
  if (!panels[tab].mayMove()) return complain(`${panels[tab].refusal()}: '${shortened(field.value)}' was not played.`);
  field.value = "";
  take(move);
});
onClick("flip", () => {
  board.isFlipped = !board.isFlipped;
  writeHistory();
});
onClick("dismiss", settle);
addEventListener("popstate", () => void visit());

if (location.hash === "" || location.hash === "#") begin();
else void visit(true);
host.name().then((name) => (byId("version").textContent = name), () => {});
if ("serviceWorker" in navigator) void keepPage().catch(() => {});

