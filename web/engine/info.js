// Parses what the engine says.

/** The names of numbers in an `info` line. */
const NUMBERS = ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time"];
const REMARK = "info string ";
/** Remarks on commands that succeeded: with `debug on`, and at the start of a search at a level. */
const HARMLESS = /^(set: |position .*, after \d+ plies$|Limits \{|limited to \d+ Elo: |this style has |own book: )/;

/** The contents of an `info` line; undefined if it has no score. */
export function parseInfo(line) {
  const words = line.split(" ");
  const score = words.indexOf("score");
  if (words[0] !== "info" || words[1] === "string" || score < 0) return undefined;
  const info = { score: { [words[score + 1]]: Number(words[score + 2]) }, moves: [] };
  if (words.includes("lowerbound")) info.bound = "lower";
  if (words.includes("upperbound")) info.bound = "upper";
  for (const name of NUMBERS) {
    const place = words.indexOf(name);
    if (place > 0) info[name] = Number(words[place + 1]);
  }
  const chances = words.indexOf("wdl");
  if (chances > 0) info.wdl = words.slice(chances + 1, chances + 4).map(Number);
  const moves = words.indexOf("pv");
  if (moves > 0) info.moves = words.slice(moves + 1);
  return info;
}

/** The text of an `info string`; undefined for any other line. */
export function remark(line) {
  return line.startsWith(REMARK) ? line.slice(REMARK.length) : undefined;
}

/** The engine's objection to a command, among the lines that it said; undefined if there is none. */
export function objection(lines) {
  return lines.map(remark).find((text) => text !== undefined && !HARMLESS.test(text));
}

/** Why the engine is lost, if this line says so. */
export function loss(line) {
  const text = remark(line);
  return /^(the engine can't be loaded|internal error)/.test(text) ? text : undefined;
}
