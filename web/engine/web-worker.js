// The engine in a web worker: each message is a line, in both directions.
import { Session } from "./session.js";

/** Loads the module. Some servers don't send the right type for streaming compilation. */
async function load(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return WebAssembly.compileStreaming(response.clone()).catch(async () =>
    WebAssembly.compile(await response.arrayBuffer()),
  );
}

/** Starts the engine in this worker, from the module at this address. Lines that come before it is loaded wait. */
export function start(url) {
  const lines = [];
  let session = { send: (line) => lines.push(line) };
  self.onmessage = ({ data }) => session.send(String(data));
  load(url).then(
    (module) => {
      session = new Session(module, (line) => self.postMessage(line), () => self.close());
      for (const line of lines) session.send(line);
    },
    (error) => self.postMessage(`info string the engine can't be loaded: ${error.message}`),
  );
}
