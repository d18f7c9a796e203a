// The package for Node.js: the engine has a thread of its own.
import { Worker } from "node:worker_threads";

import { Engine } from "./engine.js";

export { Engine };
export { parseInfo } from "./info.js";

/** Loads the engine. There is one worker only, so the options of pages have no meaning. */
export async function createEngine() {
  return Engine.start((hear, fail) =>
    new Worker(new URL("./node-worker.js", import.meta.url))
      .on("message", hear)
      .on("error", fail)
      .on("exit", () => fail(new Error("the engine has ended"))),
  );
}
