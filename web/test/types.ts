// Uses the types as a program would, and `tsc` checks it.
import { createEngine, parseInfo, type Info, type Limits } from "../engine/index.js";
import { Session } from "../engine/session.js";

const engine = await createEngine({ worker: new URL("https://example.org/quevedo.js") });
const heard: Info[] = [];
const { bestMove, lines } = await engine.search({ moves: ["e2e4"], limits: { depth: 3 }, onInfo: (info) => heard.push(info) });
const move: string | undefined = bestMove;
const score: number | undefined = lines.map(({ score }) => ("cp" in score ? score.cp : undefined))[0];
await engine.setOption("UCI_Elo", 1500);
const leave: () => void = engine.onLine((line) => parseInfo(line)?.moves);
const limits: Limits = { depth: undefined, infinite: false, ponder: true, searchmoves: ["e2e4"] };
await engine.search({ limits });
const said: string[] = await engine.ask("go perft 2", /^Nodes searched/);
// @ts-expect-error There is no such limit.
await engine.search({ limits: { plies: 3 } });
const why: Promise<string> = engine.lost.then(({ message }) => message);
leave();
engine.quit();
export const session = (module: WebAssembly.Module) => new Session(module, (line: string) => line.trim());
export { move, said, score, why };
