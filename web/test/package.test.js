// The package as npm packs it: its files, and that everything its README shows works once it is installed.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

import { launch, serve } from "./chromium.js";

const ENGINE = fileURLToPath(new URL("../engine/", import.meta.url));
const README = readFileSync(join(ENGINE, "README.md"), "utf8");
const { files } = JSON.parse(readFileSync(join(ENGINE, "package.json"), "utf8"));
const PATIENCE = 60_000;

// The variables that npm has set for these tests must not reach another npm.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
Object.assign(env, { npm_config_offline: "true", npm_config_update_notifier: "false" });

/** Runs a program in a folder, and waits for its end. */
function run(cwd, program, ...values) {
  const { status, stdout, stderr } = spawnSync(program, values, { cwd, env, encoding: "utf8", timeout: PATIENCE });
  return { status, stdout, stderr };
}

/** The same; returns what the program printed. */
function output(...values) {
  const { status, stdout, stderr } = run(...values);
  assert.equal(status, 0, stderr);
  return stdout;
}

let folder, packed;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "quevedo-package-"));
  [packed] = JSON.parse(output(ENGINE, "npm", "pack", "--silent", "--json", "--pack-destination", folder));
  writeFileSync(join(folder, "package.json"), `{ "private": true, "type": "module" }`);
});
after(() => rmSync(folder, { recursive: true, force: true }));

test("the package holds its licence, its README and all that it names", () => {
  const named = files.filter((name) => name !== "dist");
  const expected = [...named, "LICENSE", "README.md", "package.json", "dist/quevedo.js", "dist/quevedo.wasm"];
  assert.deepEqual(packed.files.map(({ path }) => path).sort(), expected.sort());
  assert.match(readFileSync(join(ENGINE, "LICENSE"), "utf8"), /GNU GENERAL PUBLIC LICENSE\s+Version 3/);
});

test("nothing is packed before the engine is built", () => {
  const empty = join(folder, "empty");
  mkdirSync(empty);
  for (const name of ["package.json", "prepack.js"]) cpSync(join(ENGINE, name), join(empty, name));
  const { status, stdout, stderr } = run(empty, "npm", "pack");
  assert.notEqual(status, 0);
  assert.ok(!stdout.includes(".tgz"), stdout);
  assert.match(stderr, /^prepack: dist\/quevedo\.js is missing; scripts\/build-web makes it$/m);
});

describe("what the README shows", () => {
  const blocks = [...README.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, text]) => text);
  const [install, inNode, inCommonJs, inPage, inBundle, worker, command] = blocks;

  let chromium, host;
  before(async () => {
    assert.equal(blocks.length, 7, "a part of the README that is not tried");
    assert.equal(install, "npm install quevedo\n");
    output(folder, "npm", "install", "--no-audit", "--no-fund", packed.filename);
    chromium = await launch();
    host = await serve({}, folder);
  });
  after(async () => {
    await chromium?.close();
    host?.close();
  });

  /** Opens a page with this text until `read`, which gets the page and its console's lines, returns true. */
  async function onPage(name, text, read) {
    writeFileSync(join(folder, name), `<!doctype html><title>test</title><body>${text}`);
    const page = await chromium.browser.newPage();
    const said = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(error.message));
    await page.goto(`${host.url}${name}`);
    const end = Date.now() + PATIENCE;
    for (;;) {
      const found = await read(page, said);
      if (found) break;
      assert.ok(Date.now() < end, `no answer: ${said.join("\n")}`);
      await new Promise((done) => setTimeout(done, 50));
    }
    await page.close();
  }
  const showsMove = async (page) => /^[a-h][1-8][a-h][1-8]$/.test((await page.evaluate(() => document.body.innerText)).trim());

  test("in Node.js", () => {
    writeFileSync(join(folder, "node.js"), inNode);
    assert.match(output(folder, process.execPath, "node.js"), /\n[a-h][1-8][a-h][1-8] \{ cp: -?\d+ \}\n$/);
  });

  test("in CommonJS", () => {
    writeFileSync(join(folder, "common.cjs"), inCommonJs);
    assert.match(output(folder, process.execPath, "common.cjs"), /^[a-h][1-8][a-h][1-8]\n$/);
  });

  test("the command", () => assert.match(output(folder, "sh", "-c", command), /\nbestmove [a-h]\S+ ponder \S+\n$/));

  test("on a page without a bundler", () => onPage("plain.html", inPage, showsMove));

  test("in a bundle of esbuild, which needs no settings", async () => {
    cpSync(join(folder, "node_modules/quevedo/dist"), join(folder, "engine"), { recursive: true });
    const { warnings } = await build({
      stdin: { contents: inBundle, resolveDir: folder },
      bundle: true,
      format: "esm",
      outfile: join(folder, "app.js"),
      logLevel: "silent",
    });
    assert.deepEqual(warnings, []);
    await onPage("bundle.html", `<script type="module" src="app.js"></script>`, showsMove);
  });

  test("the worker alone", async () => {
    cpSync(join(folder, "node_modules/quevedo/dist"), join(folder, "engine"), { recursive: true });
    await onPage("worker.html", `<script>${worker}</script>`, (_, said) => said.some((line) => line.startsWith("bestmove ")));
  });
});
