// Squares and boards.

const FILES = "abcdefgh";

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
