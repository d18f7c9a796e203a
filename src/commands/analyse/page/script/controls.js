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
