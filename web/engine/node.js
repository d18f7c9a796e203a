// The package for Node.js: the engine runs on its own thread.
import { Worker } from "node:worker_threads";

import { Engine } from "./engine.js";

export { Engine };
export { parseInfo } from "./info.js";

/** Loads and starts an engine. Node.js needs none of the options that pages have. */
export async function createEngine() {
  return Engine.start((hear, fail) =>
    new Worker(new URL("./node-worker.js", import.meta.url))
      .on("message", hear)
      .on("error", fail)
      .on("exit", () => fail(new Error("the engine has ended"))),
  );
}
