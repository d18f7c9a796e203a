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
