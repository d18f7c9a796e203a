// The page of `quevedo analyse --html`. Each game is an element of JSON, which is read when the game is chosen;
// src/commands/analyse/page/game.rs says what is in it. Text of games reaches the page as text alone.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const FILES = "abcdefgh";
const GRADES = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };

const byId = (id) => document.getElementById(id);
const sources = [...document.querySelectorAll("script.game")];

/** The game that is shown, and what is computed from it once. */
let game = null;
/** The positions of its main line as 64 letters from a8 to h1. */
let boards = [];
/** What is shown: `chosen` among the games, the position `ply`, `step` moves into its best line, `turned` or not. */
const view = { chosen: -1, ply: 0, step: 0, turned: false };

/** An element with attributes, and children that are elements or text. */
function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** The same for pictures. */
function drawn(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") node.addEventListener("click", value);
    else if (value !== null) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

/** A number as it is printed, with a true minus. */
const typeset = (text) => String(text).replace(/^-/, "−").replace("#-", "#−");
const signed = (pawns) => typeset((pawns > 0 ? "+" : "") + pawns.toFixed(2));
const percent = (chance) => `${Math.round(100 * chance)} %`;

// Squares and boards.

/** The place of a square such as `e4` among the 64. */
const placeOf = (square) => 8 * (8 - Number(square[1])) + FILES.indexOf(square[0]);
const squaresOf = (text) => text.match(/[a-h][1-8]/g) ?? [];

/** The board after a move's changes, such as `e2-e4P`. */
function after(board, changes) {
  const letters = [...board];
  for (const change of changes.match(/.../g) ?? []) letters[placeOf(change)] = change[2];
  return letters.join("");
}

/** A board as a picture. `marks` are squares with a class each. */
function boardPicture(board, marks, arrow, label) {
  const picture = drawn("svg", { viewBox: "0 0 800 800", role: "img", "aria-label": label });
  const corner = (place) => {
    const seen = view.turned ? 63 - place : place;
    return [100 * (seen % 8), 100 * Math.floor(seen / 8)];
  };
  const square = (place, name) => {
    const [x, y] = corner(place);
    return drawn("rect", { x, y, width: 100, height: 100, class: name });
  };
  for (let place = 0; place < 64; place++) {
    const isLight = (place + Math.floor(place / 8)) % 2 === 0;
    picture.append(square(place, isLight ? "light" : "dark"));
  }
  for (const [name, squares] of marks) {
    picture.append(...squares.map((one) => square(placeOf(one), name)));
  }
  for (let line = 0; line < 8; line++) {
    const name = (isLight) => `coordinate ${isLight ? "on-light" : "on-dark"}`;
    const file = FILES[view.turned ? 7 - line : line];
    const rank = view.turned ? line + 1 : 8 - line;
    picture.append(
      drawn("text", { x: 100 * line + 92, y: 794, "text-anchor": "end", class: name(line % 2 === 1) }, file),
      drawn("text", { x: 6, y: 100 * line + 21, class: name(line % 2 === 0) }, String(rank)),
    );
  }
  [...board].forEach((letter, place) => {
    if (letter === "-") return;
    const [x, y] = corner(place);
    picture.append(drawn("use", { href: `#${letter}`, x, y, width: 100, height: 100 }));
  });
  if (arrow) picture.append(arrowShape(arrow, corner));
  return picture;
}

/** An arrow from the middle of a square to that of another. */
function arrowShape({ squares, name }, corner) {
  const [from, to] = squaresOf(squares).map((square) => corner(placeOf(square)).map((edge) => edge + 50));
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (!length) return drawn("g");
  const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  // Along the arrow and across it, from its point.
  const at = ([along, across]) =>
    `${(to[0] - along * dx - across * dy).toFixed(1)},${(to[1] - along * dy + across * dx).toFixed(1)}`;
  const tail = length - 28;
  const outline = [
    [4, 0],
    [42, 26],
    [42, 9],
    [tail, 9],
    [tail, -9],
    [42, -9],
    [42, -26],
  ];
  return drawn("polygon", { points: outline.map(at).join(" "), class: `arrow ${name}` });
}

/** The pieces in words, for who can't see the board. */
function piecesInWords(board) {
  const of = (letters) =>
    [...letters]
      .flatMap((letter) =>
        [...board].flatMap((other, place) =>
          other === letter
            ? [letter.toUpperCase().replace("P", "") + FILES[place % 8] + (8 - Math.floor(place / 8))]
            : [],
        ),
      )
      .join(" ");
  return `White: ${of("KQRBNP")}. Black: ${of("kqrbnp")}.`;
}

// The game.

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

// The curve.

const curveX = (ply, width) => (width * ply) / Math.max(game.moves.length, 1);

function showCurve() {
  const curve = byId("curve");
  const [width, height] = [Math.max(curve.clientWidth, 100), Math.max(curve.clientHeight, 50)];
  const y = (chance) => (4 + (height - 8) * (1 - chance)).toFixed(1);
  const points = game.views.flatMap((seen, ply) =>
    seen ? [[curveX(ply, width).toFixed(1), y(seen.chance), ply]] : [],
  );
  const path = points.map(([x, y]) => `${x},${y}`).join(" ");
  const picture = drawn("svg", {
    viewBox: `0 0 ${width} ${height}`,
    "aria-hidden": "true",
  });
  picture.append(drawn("rect", { width, height: height, class: "share-black" }));
  if (points.length) {
    const [start, end] = [points[0][0], points.at(-1)[0]];
    const area = `${start},${height} ${path} ${end},${height}`;
    picture.append(
      drawn("polygon", { points: area, class: "share-white" }),
      drawn("line", { x1: 0, x2: width, y1: height / 2, y2: height / 2, class: "middle" }),
      drawn("polyline", { points: path, class: "chances" }),
    );
  }
  const here = curveX(view.ply, width);
  picture.append(drawn("line", { x1: here, x2: here, y1: 0, y2: height, class: "cursor" }));
  for (const [cx, cy, ply] of points) {
    const mistake = mistakeAt(ply);
    if (!mistake) continue;
    const title = drawn("title", {}, `${numberAt(ply - 1)} ${game.moves[ply - 1].san}${mistake.mark}`);
    picture.append(drawn("circle", { cx, cy, r: 5, class: `dot ${GRADES[mistake.mark]}` }, title));
  }
  curve.replaceChildren(picture);
  curve.setAttribute("aria-valuemin", 0);
  curve.setAttribute("aria-valuemax", game.moves.length);
  curve.setAttribute("aria-valuenow", view.ply);
  curve.setAttribute("aria-valuetext", described(view.ply));
}

/** A position of the game in words. */
function described(ply) {
  const seen = game.views[ply];
  const place = ply ? `${numberAt(ply - 1)} ${game.moves[ply - 1].san}` : "Start";
  return seen ? `${place}, White ${percent(seen.chance)}, ${typeset(seen.score)}` : place;
}

// Words on the position.

function showHere() {
  const { ply, step } = view;
  const seen = game.views[ply];
  const parts = [];
  if (step) {
    const move = seen.line[step - 1];
    parts.push(element("strong", {}, `${numberAt(ply + step - 1)} ${move.san}`), " in the best line. ");
    parts.push(element("span", { class: "note" }, "← leads back to the game."));
  } else if (ply) {
    const { san, loss, mistake, comment } = game.moves[ply - 1];
    const name = mistake ? `${GRADES[mistake.mark]}-text` : null;
    const text = `${numberAt(ply - 1)} ${san}${mistake?.mark ?? ""}`;
    parts.push(element("strong", { class: name }, text), " ");
    if (mistake) {
      const better = betterMove();
      const instead = better ? `; ${better.san} was better` : "";
      parts.push(`${mistake.name}: ${loss.toFixed(1)} % of winning probability lost${instead}. `);
    }
    if (comment) parts.push(element("q", {}, comment), " ");
  } else {
    parts.push(element("strong", {}, "Start"), " ");
  }
  if (!step) {
    parts.push(
      seen
        ? `White’s winning probability: ${percent(seen.chance)} (${typeset(seen.score)}).`
        : "Not analysed.",
    );
  }
  byId("now").replaceChildren(...parts);
  const line = seen?.line ?? [];
  const text = line.length ? ["Best: ", ...lineButtons(ply, line)] : [];
  byId("best").replaceChildren(...text);
}

/** The moves of a position's best line, each leads to the board after it. */
function lineButtons(ply, line) {
  return line.map(({ san }, place) => {
    const isShown = view.ply === ply && view.step === place + 1;
    const button = element(
      "button",
      { type: "button", "aria-current": isShown ? "true" : null, onclick: () => go(ply, place + 1) },
      san,
    );
    const isNumbered = place === 0 || sideAt(ply + place) === "White";
    // A number stays with its move where the line is broken.
    const number = isNumbered ? [element("span", { class: "number" }, numberAt(ply + place))] : [];
    return element("span", { class: "together" }, ...number, button);
  });
}

// The list of moves.

function showMoves() {
  const list = element("ol");
  let row = null;
  game.moves.forEach(({ san, mistake, comment }, place) => {
    const isWhite = sideAt(place) === "White";
    if (isWhite || !row) {
      row = element("li", {}, element("span", {}, numberAt(place)));
      if (!isWhite) row.append(element("span", {}, "…"));
      list.append(row);
    }
    const score = game.views[place + 1]?.score;
    const name = mistake ? `${GRADES[mistake.mark]}-text` : null;
    row.append(
      element(
        "button",
        {
          type: "button",
          tabindex: -1,
          "data-ply": place + 1,
          "aria-label": `${numberAt(place)} ${san}${mistake ? `, ${mistake.name.toLowerCase()}` : ""}`,
          onclick: () => go(place + 1),
        },
        element("b", { class: name }, san + (mistake?.mark ?? "")),
        element("small", {}, score ? typeset(score) : ""),
      ),
    );
    if (comment) {
      row.append(element("p", { class: "comment" }, comment));
      row = null;
    }
  });
  list.append(element("li", {}, element("span"), element("b", {}, game.result)));
  byId("moves").replaceChildren(list);
}

/** Marks the current move and keeps it in sight. One move at a time can be reached with the tabulator. */
function markMove() {
  const moves = byId("moves");
  for (const button of moves.querySelectorAll("[aria-current], [tabindex='0']")) {
    button.removeAttribute("aria-current");
    button.tabIndex = -1;
  }
  const button = moves.querySelector(`[data-ply="${view.ply}"]`);
  const reachable = button ?? moves.querySelector("button");
  if (reachable) reachable.tabIndex = 0;
  if (!button) {
    moves.scrollTop = 0;
    return;
  }
  if (!view.step) button.setAttribute("aria-current", "true");
  if (moves.contains(document.activeElement)) button.focus({ preventScroll: true });
  // The list alone: the page stays where it is.
  const top = button.offsetTop - moves.clientHeight / 2;
  moves.scrollTop = top;
}

// The reasons of a mistake.

function showWhy() {
  const mistake = mistakeAt(view.ply);
  byId("why").hidden = !mistake || view.step > 0;
  if (byId("why").hidden) return;
  const { san } = game.moves[view.ply - 1];
  byId("why-title").textContent = `Why ${numberAt(view.ply - 1)} ${san} is ${
    mistake.name === "Inaccuracy" ? "an" : "a"
  } ${mistake.name.toLowerCase()}`;
  const { why } = mistake;
  if (!why) {
    byId("why-body").replaceChildren(element("p", {}, "The search was too short for reasons."));
    return;
  }
  const isSmall = ({ pawns, details }) => pawns !== null && Math.abs(pawns) < SMALL && !details.length;
  const accounts = why.accounts.filter((account) => !isSmall(account));
  const ends = element("div", { class: "ends" });
  const longest = Math.max(...accounts.map(({ pawns }) => Math.abs(pawns ?? 0)), 0.5);
  const rows = accounts.map((account, index) => accountRow(account, longest, () => press(index)));
  let pressed = -1;
  const press = (index) => {
    pressed = pressed === index ? -1 : index;
    rows.forEach(({ button }, place) => button?.setAttribute("aria-pressed", place === pressed));
    const shown = pressed < 0 ? accounts : [accounts[pressed]];
    ends.replaceChildren(...why.lines.map((line, end) => endOf(line, end, shown)));
  };
  const sentences = why.sentences.map((text) => element("p", {}, text));
  const key = (name) => element("span", { class: `key ${name}` });
  const better = why.lines[0].san;
  const legend = element(
    "p",
    { class: "note" },
    "Squares that speak ",
    key("for"),
    ` for ${better}, `,
    key("against"),
    " against it.",
  );
  const small = why.accounts
    .filter((one) => isSmall(one) && one.pawns)
    .map((one) => `${one.name} ${signed(one.pawns)}`);
  const told = element(
    "div",
    {},
    element(
      "p",
      {},
      element("b", {}, typeset(why.headline)),
      why.accounts[0]?.pawns === null ? "" : " pawns",
    ),
    ...sentences,
    element("ul", { class: "accounts" }, ...rows.map(({ row }) => row)),
    ...(small.length ? [element("p", { class: "note small" }, `Smaller: ${small.join(", ")}.`)] : []),
  );
  byId("why-body").replaceChildren(element("div", {}, ends, legend), told);
  press(-1);
}

/** The end of one of the two lines, with the squares of some accounts. */
function endOf({ san, score, text, board }, end, accounts) {
  const marks = ["for", "against"].map((name, kind) => [
    name,
    accounts.flatMap((account) => squaresOf(account.squares[end][kind])),
  ]);
  const label = `The end of the line with ${san}. ${piecesInWords(board)}`;
  return element(
    "figure",
    { class: "end" },
    element("figcaption", {}, element("b", {}, `${san} ${typeset(score)}`), "where the line ends:"),
    boardPicture(board, marks, null, label),
    element("p", {}, text),
  );
}

/** An account that gets no row of its own, in pawns. */
const SMALL = 0.1;

/** An account as a row, with a bar as long as its share of the longest; pressed, it shows its own squares alone. */
function accountRow({ name, pawns, details, squares }, longest, press) {
  const share = (50 * Math.abs(pawns ?? 0)) / longest;
  const bar = element("i", { class: pawns < 0 ? "less" : "more" });
  bar.style.width = `${share}%`;
  bar.style.left = `${pawns < 0 ? 50 - share : 50}%`;
  const cells = [
    element("span", {}, name),
    element("span", { class: "track", "aria-hidden": "true" }, ...(pawns === null ? [] : [bar])),
    element("span", { class: "sum" }, pawns === null ? "" : signed(pawns)),
  ];
  // What speaks of no squares can't be shown on the board.
  const button = squares.flat().some((text) => text)
    ? element(
        "button",
        { type: "button", class: "account", "aria-pressed": "false", onclick: press },
        ...cells,
      )
    : null;
  const head = button ?? element("div", { class: "account" }, ...cells);
  const list = element("ul", {}, ...details.map((text) => element("li", {}, typeset(text))));
  return { row: element("li", {}, head, ...(details.length ? [list] : [])), button };
}

// How they played.

function showSummary() {
  const head = ["", "Moves", "Accuracy", "Mean loss", "?!", "?", "??"];
  const titles = ["", "", "", "of winning probability", "inaccuracies", "mistakes", "blunders"];
  const headRow = element("tr");
  head.forEach((text, column) => {
    const title = titles[column] && column > 3 ? titles[column] : null;
    headRow.append(element("th", { scope: "col", title, "aria-label": title }, text));
  });
  const body = element("tbody");
  const row = (name, total, isWhole) => {
    const { moves, accuracy, loss, counts } = total;
    const cells = [
      moves,
      accuracy === null ? "–" : `${accuracy.toFixed(1)} %`,
      moves ? `${loss.toFixed(1)} %` : "–",
      ...counts,
    ].map((cell) => element("td", {}, String(cell)));
    body.append(
      element("tr", { class: isWhole ? "whole" : null }, element("th", { scope: "row" }, name), ...cells),
    );
  };
  ["White", "Black"].forEach((side, index) => {
    for (const phase of game.phases) row(`${side}, ${phase.name.toLowerCase()}`, phase.sides[index], false);
    row(side, game.totals[index], true);
  });
  const caption = element("caption", {}, element("span", {}, "Accuracy, and moves that lose 5, 10 or 15 %"));
  byId("summary").replaceChildren(element("table", {}, caption, element("thead", {}, headRow), body));
  const phases = game.phases.map(({ name, meaning }) => `${name}: ${meaning}.`);
  byId("phases").textContent = phases.join(" ");
}

// What the reader does.

const actions = {
  first: () => go(0),
  back: () => (view.step ? go(view.ply, view.step - 1) : go(view.ply - 1)),
  forward: () => (view.step ? go(view.ply, view.step + 1) : go(view.ply + 1)),
  last: () => go(game.moves.length),
  mistake: () => {
    const places = game.moves.flatMap((move, place) => (move.mistake ? [place + 1] : []));
    go(places.find((ply) => ply > view.ply) ?? places[0] ?? view.ply);
  },
  flip: () => {
    view.turned = !view.turned;
    go(view.ply, view.step);
  },
  "earlier-game": () => choose(view.chosen - 1),
  "later-game": () => choose(view.chosen + 1),
};
const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  Home: "first",
  End: "last",
  m: "mistake",
  f: "flip",
};

const SLIDER = { ArrowUp: "ArrowRight", ArrowDown: "ArrowLeft" };

/** The position below a point of the curve. */
function followCurve(event) {
  const { left, width } = byId("curve").getBoundingClientRect();
  go(Math.round(((event.clientX - left) / width) * game.moves.length));
}

function listen() {
  for (const [id, act] of Object.entries(actions)) byId(id).addEventListener("click", act);
  byId("games").addEventListener("change", (event) => choose(Number(event.target.value)));
  document.addEventListener("keydown", (event) => {
    // A slider also obeys these.
    const key = event.target === byId("curve") ? (SLIDER[event.key] ?? event.key) : event.key;
    const isOurs = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (!isOurs || event.target.closest("select, input") || !(key in KEYS)) return;
    event.preventDefault();
    const button = byId(KEYS[key]);
    if (!button.disabled) actions[KEYS[key]]();
  });
  const curve = byId("curve");
  curve.addEventListener("pointerdown", (event) => {
    curve.setPointerCapture(event.pointerId);
    followCurve(event);
  });
  curve.addEventListener("pointermove", (event) => {
    if (curve.hasPointerCapture(event.pointerId)) followCurve(event);
  });
  new ResizeObserver(() => showCurve()).observe(curve);
}

function begin() {
  if (!sources.length) return;
  const numbers = sources.map((source) => source.dataset.number);
  const options = sources.map((source, index) =>
    element("option", { value: index }, `${source.dataset.number}. ${source.dataset.title}`),
  );
  byId("games").append(...options);
  byId("choice").hidden = sources.length === 1;
  byId("game").hidden = false;
  // An address such as #3.14 names a game and a position.
  const [, number, ply] = /^#(\d+)\.(\d+)$/.exec(location.hash) ?? [];
  const index = numbers.indexOf(number);
  choose(Math.max(index, 0), index < 0 ? 0 : Number(ply));
  listen();
}

begin();
