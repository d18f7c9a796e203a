// Makes the pictures of the page in docs/figures:
//
//     node web/test/pictures.js [FOLDER]
//
// Look at them before you commit them.
import { fileURLToPath } from "node:url";

import { launch } from "./chromium.js";
import { sleep } from "./lines.js";
import { OPERA, PHONE, beginGame, clickMove, servePage, waitForText, withPage } from "./pages.js";

const folder = process.argv[2] ?? fileURLToPath(new URL("../../docs/figures", import.meta.url));

const [chromium, host] = await Promise.all([launch(), servePage()]);
await withPage(chromium, host, async (page) => {
  await page.waitForFunction(() => /depth 1[4-9]/.test(document.querySelector("#lines small")?.textContent));
  await page.click("#why-form button");
  await page.waitForSelector("#reasons h3");
  await page.waitForFunction(() => /depth 1[4-9]/.test(document.querySelector("#lines small")?.textContent));
  await page.mouse.move(0, 0);
  await page.screenshot({ path: `${folder}/page-desktop.png` });
}, { hash: `#${OPERA}&ply=11&tab=analyse` });
await withPage(chromium, host, async (page) => {
  await beginGame(page, { opponent: "FirstChess" });
  for (const move of ["e2e4", "d2d4", "g1f3"]) {
    await clickMove(page, move);
    await waitForText(page, "#status", /plays \d+\.\.\. \S+ Your move/);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await sleep(500); // until the piece has arrived
  await page.screenshot({ path: `${folder}/page-phone.png` });
}, { viewport: { ...PHONE, deviceScaleFactor: 2 } });
await chromium.close();
host.close();
