// The engine in a web worker: a message is a line, both ways. scripts/build-web makes dist/quevedo.js of it, which is a
// classic script and a module alike. The module lies beside it, or where the address says: quevedo.js#/other/place.wasm
import { Session } from "./session.js";

const place = self.location.hash.slice(1) || "quevedo.wasm";
const lines = [];
let session = { send: (line) => lines.push(line) };
self.onmessage = ({ data }) => session.send(String(data));

/** The module; some servers don't know its type. */
async function load(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return WebAssembly.compileStreaming(response.clone()).catch(async () =>
    WebAssembly.compile(await response.arrayBuffer()),
  );
}

load(new URL(place, self.location.href)).then(
  (module) => {
    session = new Session(module, (line) => self.postMessage(line), () => self.close());
    for (const line of lines) session.send(line);
  },
  (error) => self.postMessage(`info string the engine can't be loaded: ${error.message}`),
);
