// scripts/build-web makes dist/quevedo.js of this, one file that is a classic script and a module alike. The engine lies
// beside it, or where the address says: quevedo.js#/other/place.wasm
import { start } from "./web-worker.js";

start(new URL(self.location.hash.slice(1) || "quevedo.wasm", self.location.href));
