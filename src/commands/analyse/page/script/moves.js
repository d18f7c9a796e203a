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
