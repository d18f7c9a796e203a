// The game that is shown, and the position.

const GRADES = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };

const sources = [...document.querySelectorAll("script.game")];

/** The game, and what is computed from it once. */
let game = null;
/** The positions of its main line as 64 letters from a8 to h1. */
let boards = [];
/** What is shown: `chosen` among the games, the position `ply`, `step` moves into its best line, `turned` or not. */
const view = { chosen: -1, ply: 0, step: 0, turned: false };

/** The number of the move that leads from a position: `14.` or `14...`. */
function numberAt(ply) {
  const half = game.ply + ply;
  return `${Math.floor(half / 2) + 1}${half % 2 ? "..." : "."}`;
}

const sideAt = (ply) => ((game.ply + ply) % 2 ? "Black" : "White");
const mistakeAt = (ply) => (ply > 0 ? game.moves[ply - 1].mistake : undefined);

/** Shows the game with this index among all. */
function choose(chosen, ply = 0) {
  view.chosen = chosen;
  const source = sources[chosen];
  game = JSON.parse(source.textContent);
  boards = [game.board];
  for (const move of game.moves) boards.push(after(boards.at(-1), move.changes));
  byId("title").textContent = source.dataset.title;
  byId("occasion").textContent = source.dataset.occasion;
  document.title = `${source.dataset.title} – Quevedo`;
  byId("games").value = chosen;
  byId("earlier-game").disabled = chosen === 0;
  byId("later-game").disabled = chosen === sources.length - 1;
  byId("mistake").disabled = !game.moves.some((move) => move.mistake);
  showMoves();
  showSummary();
  go(Math.min(ply, game.moves.length));
}

/** Shows a position of the game, or one some moves into its best line. */
function go(ply, step = 0) {
  const line = game.views[ply]?.line ?? [];
  view.ply = Math.min(Math.max(ply, 0), game.moves.length);
  view.step = Math.min(Math.max(step, 0), line.length);
  showBoard();
  showCurve();
  showHere();
  showWhy();
  markMove();
  try {
    history.replaceState(null, "", `#${sources[view.chosen].dataset.number}.${view.ply}`);
  } catch {
    // Some browsers let pages from files have no address of their own.
  }
}

/** The better move where the move just played was a mistake. */
const betterMove = () => (mistakeAt(view.ply) ? game.views[view.ply - 1]?.line[0] : undefined);

function showBoard() {
  const { ply, step } = view;
  const line = game.views[ply]?.line ?? [];
  const board = line.slice(0, step).reduce((board, move) => after(board, move.changes), boards[ply]);
  const last = step ? line[step - 1] : game.moves[ply - 1];
  const better = step ? undefined : betterMove();
  const next = step ? line[step] : line[0];
  const arrow = better
    ? { squares: better.arrow, name: "better" }
    : next && { squares: next.arrow, name: "" };
  const name = step
    ? `Best line, after ${last.san}`
    : last
      ? `After ${numberAt(ply - 1)} ${last.san}`
      : "Start";
  const marks = [["last", last ? squaresOf(last.arrow) : []]];
  byId("board").replaceChildren(boardPicture(board, marks, arrow, `${name}. ${piecesInWords(board)}`));

  const chance = game.views[ply]?.chance ?? 0.5;
  byId("share").style.height = `${100 * chance}%`;
  byId("bar").setAttribute("aria-label", `White’s winning probability: ${percent(chance)}`);
  byId("table").classList.toggle("turned", view.turned);
  const player = (side) => {
    const { accuracy } = game.totals[side];
    const told = accuracy === null ? "" : `accuracy ${accuracy.toFixed(1)} %`;
    return [element("span", {}, game.players[side]), element("span", {}, told)];
  };
  byId("far").replaceChildren(...player(view.turned ? 0 : 1));
  byId("near").replaceChildren(...player(view.turned ? 1 : 0));
  for (const id of ["first", "back"]) byId(id).disabled = ply === 0 && step === 0;
  for (const id of ["forward", "last"]) byId(id).disabled = ply === game.moves.length && step === 0;
}
