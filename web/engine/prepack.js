// Runs before `npm pack` and `npm publish`: checks that scripts/build-web has been run, and adds the licence.
import { copyFileSync, existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
for (const name of ["dist/quevedo.js", "dist/quevedo.wasm"]) {
  if (existsSync(here(name))) continue;
  console.error(`prepack: ${name} is missing; scripts/build-web makes it`);
  process.exit(1);
}
copyFileSync(here("../../LICENSE"), here("LICENSE"));
