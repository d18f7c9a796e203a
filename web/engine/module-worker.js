// The worker of index.js, a module. Bundlers recognize the engine's address in this form.
import { start } from "./web-worker.js";

start(new URL("./dist/quevedo.wasm", import.meta.url));
