// The built page, in Chromium: it works offline, offers a new version, and loads nothing from elsewhere.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

import { serve } from "./chromium.js";
import {
  DIST,
  beginGame,
  clickMove,
  inChromium,
  isShown,
  loadFen,
  moves,
  servePage,
  text,
  waitForLines,
  waitForText,
} from "./pages.js";
import { read } from "./suites.js";

const BUILD = fileURLToPath(new URL("../page/build.mjs", import.meta.url));
const { onPage, visit } = inChromium();

test("without a network, after the first visit", async () => {
  const own = await servePage();
  await visit(async (page) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.setOfflineMode(true);
    own.close();
    await page.reload();
    await page.waitForSelector("cg-board piece");
    await beginGame(page, { opponent: "Spektrum" });
    await clickMove(page, "d2d4");
    await waitForText(page, "#status", /Spektrum plays 1\.\.\. /);
    await page.click("#tab-analyse");
    await waitForLines(page, 3);
  }, { host: own });
});

describe("a new version", () => {
  let folder, own;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "quevedo-page-"));
    own = await serve({}, folder);
  });
  after(async () => {
    own?.close();
    await rm(folder, { recursive: true, force: true });
  });
  /** Builds the page into a part of the folder; its footer links to a source of this name. */
  const publish = (part, name) =>
    execFileSync(process.execPath, [BUILD, join(folder, part)], { env: { ...process.env, SOURCE_URL: `https://example.org/${name}` } });
  const version = (page) => page.$eval("footer a", (link) => link.href.split("/").at(-1));
  const keptBuilds = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(async () => (await caches.keys()).length));

  test("is offered, and taken by the tab that asks for it", async () => {
    publish("page", "first");
    await visit(async (page) => {
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await page.select("#pace", "100");
      await page.type("#move", "e4\n");
      await waitForText(page, "#status", /Quevedo plays 1\.\.\. /);
      const game = await moves(page);
      const other = await page.browserContext().newPage();
      await other.goto(page.url());
      publish("page", "second");
      assert.ok(!(await isShown(page, "#update")));
      await page.reload();
      await page.waitForSelector("#update:not([hidden])", { visible: true });
      assert.equal(await version(page), "first");
      await Promise.all([page.waitForNavigation(), page.click("#update-now")]);
      await page.waitForSelector("cg-board piece");
      assert.equal(await version(page), "second");
      assert.ok(!(await isShown(page, "#update")));
      assert.deepEqual(await moves(page), game);
      // The other tab keeps the old version, and can still start its engine.
      assert.equal(await version(other), "first");
      await other.bringToFront();
      await loadFen(other, "garbage");
      await waitForText(other, "#alert-text", /^'garbage' is not a valid position/);
      await other.close();
    }, { host: { url: `${own.url}page/` } });
  });

  test("leaves other pages of the same host alone", async () => {
    publish("one", "one");
    publish("two", "two");
    await visit(async (page) => {
      assert.equal(await keptBuilds(page), 1);
      await page.goto(`${own.url}two/`);
      assert.equal(await keptBuilds(page), 2);
      await page.setOfflineMode(true);
      await page.goto(`${own.url}one/`);
      await page.waitForSelector("cg-board piece");
      assert.equal(await version(page), "one");
    }, { host: own, hash: "one/" });
  });
});

describe("what is built", () => {
  const files = readdirSync(DIST, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const contents = files.map((file) => readFileSync(`${file.parentPath}/${file.name}`));

  test("is below 1 MB, compressed", () => {
    const size = contents.reduce((sum, file) => sum + brotliCompressSync(file).length, 0);
    console.log(`# the page: ${(size / 1000).toFixed(1)} kB with brotli`);
    assert.ok(size < 1_000_000, `${size} bytes`);
  });

  test("names no other address to load from", () => {
    for (const [index, file] of files.entries()) {
      if (file.name.endsWith(".wasm")) continue;
      const loading = contents[index].toString().replace(/<a href="[^"]*">/g, "");
      const addresses = loading.match(/\b(?:https?|wss?):\/\/[^\s"'`)]+/g) ?? [];
      assert.deepEqual(addresses.filter((address) => !address.startsWith("http://www.w3.org/")), [], file.name);
    }
  });

  test("lets no other script run, and nothing else be loaded", onPage(async (page) => {
    await page.evaluate(() => {
      document.body.dataset.safe = "yes";
      document.body.append(Object.assign(document.createElement("script"), { text: "document.body.dataset.safe = 'no'" }));
    });
    assert.equal(await page.evaluate(() => document.body.dataset.safe), "yes");
    const answer = await page.evaluate(() => fetch("https://example.org/").then(() => "loaded", String));
    assert.match(answer, /TypeError/);
  }, { expected: /Content Security Policy|Refused to connect/ }));

  test("knows the classics as their document does", onPage(async (page) => {
    const document = read("docs/classics.md");
    const rows = await page.$$eval("#opponent optgroup option", (options) => options.map(({ value, text }) => [value, text]));
    const styles = document.match(/option `Style`: Quevedo, ([^.]*)\./)[1].split(/,\s+|\s+or\s+/).map((name) => name.trim());
    assert.deepEqual(rows.map(([name]) => name).sort(), styles.sort());
    for (const [name, label] of rows) {
      await page.select("#opponent", name);
      const [, authors, year] = (await text(page, "#about-opponent")).match(/^(.*), (\d{4})\. \S/);
      const section = document.split(/^## /m).find((part) => part.startsWith(name)).replace(/\s+/g, " ");
      assert.ok(label.endsWith(`(${year})`) && section.includes(year), `${name}: ${year}`);
      for (const author of authors.split(", ")) assert.ok(section.includes(author), `${name}: ${author}`);
    }
  }));
});
