// The package for the web. It works without a bundler; bundlers recognize the worker by the form of its address.
import { Engine } from "./engine.js";

export { Engine };
export { parseInfo } from "./info.js";

/** Loads and starts an engine. */
export async function createEngine({ worker } = {}) {
  return Engine.start((hear, fail) => {
    const started =
      worker === undefined
        ? new Worker(new URL("./module-worker.js", import.meta.url), { type: "module" })
        : new Worker(worker);
    started.onmessage = ({ data }) => hear(data);
    started.onerror = (event) =>
      fail(new Error(event.message || "the worker can't be started; the option `worker` tells where it is"));
    return started;
  });
}
