// Before `npm pack` and `npm publish`: what scripts/build-web makes has to be there, and the licence comes along.
import { copyFileSync, existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
for (const name of ["dist/quevedo.js", "dist/quevedo.wasm"]) {
  if (existsSync(here(name))) continue;
  console.error(`prepack: ${name} is missing; scripts/build-web makes it`);
  process.exit(1);
}
copyFileSync(here("../../LICENSE"), here("LICENSE"));
