// Builds the page into web/page/dist or another folder, from its source and from the engine in web/engine/dist:
//
//     node web/page/build.mjs [FOLDER]
//
// The environment variable SOURCE_URL, if set, is the address of the page's source; the footer links to it. Every file
// but the page, its icon, its manifest and the service worker has a digest in its path, so what an address leads to
// never changes.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
if (!existsSync(here("../engine/dist/quevedo.wasm"))) {
  console.error("build: web/engine/dist is missing; scripts/build-web makes it");
  process.exit(1);
}
const digest = (text) => createHash("sha256").update(text).digest("hex").slice(0, 10);
const files = new Map();

/** Adds a file under a name that contains its digest. Returns the name. */
function add(path, contents) {
  const end = extname(path);
  const name = `${basename(path, end)}-${digest(contents)}${end}`;
  files.set(name, contents);
  return name;
}

/** What esbuild makes of a source file. */
async function bundled(source, options = {}) {
  const { outputFiles } = await build({
    entryPoints: [here(source)],
    bundle: true,
    minify: true,
    write: false,
    target: "es2022",
    logLevel: "warning",
    ...options,
  });
  return Buffer.from(outputFiles[0].contents);
}

// The two parts of the engine share a folder, because a worker that comes from the service worker's cache does not see
// the part of its address after `#`.
const engine = ["quevedo.js", "quevedo.wasm"].map((name) => [name, readFileSync(here(`../engine/dist/${name}`))]);
const folder = `engine-${digest(Buffer.concat(engine.map(([, contents]) => contents)))}`;
for (const [name, contents] of engine) files.set(`${folder}/${name}`, contents);
const script = await bundled("src/main.ts", {
  format: "esm",
  define: { WORKER: JSON.stringify(`${folder}/quevedo.js`) },
});
const source = process.env.SOURCE_URL ?? "";
const page = readFileSync(here("index.html"), "utf8")
  .replace("%SOURCE%", source === "" ? "" : `<a href="${source.replaceAll('"', "%22")}">Source code.</a>`)
  .replace("%STYLE%", add("page.css", await bundled("src/style/page.css")))
  .replace("%SCRIPT%", add("page.js", script));
files.set("index.html", Buffer.from(page));
for (const name of ["icon.svg", "manifest.webmanifest"]) files.set(name, readFileSync(here(name)));

// The service worker caches every file, and the page itself under the name of its folder.
const kept = [...files.keys()].map((name) => (name === "index.html" ? "./" : name)).sort();
const version = digest([...files].map(([name, contents]) => `${name} ${digest(contents)}`).sort().join("\n"));
const define = { VERSION: JSON.stringify(version), FILES: JSON.stringify(kept) };
files.set("sw.js", await bundled("src/sw.js", { define }));

const dist = process.argv[2] ?? here("dist");
rmSync(dist, { recursive: true, force: true });
mkdirSync(`${dist}/${folder}`, { recursive: true });
let total = 0;
for (const [name, contents] of files) {
  writeFileSync(`${dist}/${name}`, contents);
  const compressed = brotliCompressSync(contents).length;
  total += compressed;
  console.log(`${name.padEnd(28)} ${kilobytes(contents.length)} kB, brotli ${kilobytes(compressed)} kB`);
}
console.log(`${"the page".padEnd(28)} ${" ".repeat(11)}  brotli ${kilobytes(total)} kB`);

function kilobytes(bytes) {
  return (bytes / 1000).toFixed(1).padStart(8);
}
