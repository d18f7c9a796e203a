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
