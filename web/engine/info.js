// Reading what the engine says.

/** Numbers that an `info` line gives by name. */
const NUMBERS = ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time"];
const REMARK = "info string ";
/** What is said of a command that was carried out: with `debug on`, and of a search at a level. */
const HARMLESS = /^(set: |position .*, \d+ plies before it$|Limits \{|limited to \d+ Elo: |this style has |own book: )/;

/** What an `info` line tells; undefined if it tells no score. */
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

/** The text of an `info string`; undefined for another line. */
export function remark(line) {
  return line.startsWith(REMARK) ? line.slice(REMARK.length) : undefined;
}

/** What the engine objects to a command, among the lines that it has said; undefined if nothing. */
export function objection(lines) {
  return lines.map(remark).find((text) => text !== undefined && !HARMLESS.test(text));
}

/** Why the engine is lost, if this line tells it. */
export function loss(line) {
  const text = remark(line);
  return /^(the engine can't be loaded|internal error)/.test(text) ? text : undefined;
}
