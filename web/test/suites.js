// The perft suites and the node count of `bench`, from the native program's tests.
import { readFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);
export const read = (path) => readFileSync(new URL(path, root), "utf8");

/** The nodes that `bench` must take. */
export const BENCH = Number(read("tests/bench.txt").split("\n").find((line) => /^\d+$/.test(line)));

/** The positions of a suite, each with its deepest count of at most `most` leaves. */
export function perfts(path, most) {
  const found = [];
  for (const line of read(path).split("\n")) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [fen, ...counts] = line.split(";");
    const known = counts.map((count) => count.trim().match(/^D(\d+) (\d+)$/)).filter(Boolean);
    const best = known.filter(([, , leaves]) => Number(leaves) <= most).at(-1);
    if (best) found.push({ fen: fen.trim(), depth: Number(best[1]), leaves: Number(best[2]) });
  }
  return found;
}

/** Checks all the counts. Returns the number of positions. */
export async function checkPerfts(lines, positions) {
  for (const { fen, depth, leaves } of positions) {
    lines.send(`position fen ${fen}`);
    const said = await lines.ask(`go perft ${depth}`, "Nodes searched");
    const counted = Number(said.at(-1).split(": ")[1]);
    if (counted !== leaves) throw new Error(`${fen} at depth ${depth}: ${counted} in place of ${leaves}`);
  }
  return positions.length;
}
