// The worker of index.js, a module. Bundlers find the engine by this form of its address.
import { start } from "./web-worker.js";

start(new URL("./dist/quevedo.wasm", import.meta.url));
