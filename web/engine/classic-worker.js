// scripts/build-web turns this into dist/quevedo.js, one file that works both as a classic script and as a module. It
// loads the engine from its own folder, or from where its address says: quevedo.js#/other/place.wasm
import { start } from "./web-worker.js";

start(new URL(self.location.hash.slice(1) || "quevedo.wasm", self.location.href));
