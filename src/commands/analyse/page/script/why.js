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
