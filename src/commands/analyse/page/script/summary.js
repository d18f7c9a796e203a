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
