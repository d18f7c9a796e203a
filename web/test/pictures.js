// The pictures of the page in docs/figures:
//
//     node web/test/pictures.js [FOLDER]
//
// Look at them before they are committed.
import { fileURLToPath } from "node:url";

import { launch } from "./chromium.js";
import { sleep } from "./lines.js";
import { PHONE, beginGame, clickMove, servePage, waitForText, withPage } from "./pages.js";

const folder = process.argv[2] ?? fileURLToPath(new URL("../../docs/figures", import.meta.url));
/** Morphy's game at the opera, before 6... Nf6. */
const OPERA =
  "#moves=e2e4_e7e5_g1f3_d7d6_d2d4_c8g4_d4e5_g4f3_d1f3_d6e5_f1c4_g8f6_f3b3_d8e7_b1c3_c7c6_c1g5_b7b5_c3b5_c6b5_c4b5_b8d7" +
  "_e1a1_a8d8_d1d7_d8d7_h1d1_e7e6_b5d7_f6d7_b3b8_d7b8_d1d8&ply=11&tab=analyse";

const [chromium, host] = await Promise.all([launch(), servePage()]);
await withPage(chromium, host, async (page) => {
  await page.waitForFunction(() => /depth 1[4-9]/.test(document.querySelector("#lines small")?.textContent));
  await page.click("#why-form button");
  await page.waitForSelector("#reasons h3");
  await page.waitForFunction(() => /depth 1[4-9]/.test(document.querySelector("#lines small")?.textContent));
  await page.mouse.move(0, 0);
  await page.screenshot({ path: `${folder}/page-desktop.png` });
}, { hash: OPERA });
await withPage(chromium, host, async (page) => {
  await beginGame(page, { opponent: "FirstChess" });
  for (const move of ["e2e4", "d2d4", "g1f3"]) {
    await clickMove(page, move);
    await waitForText(page, "#status", /plays \d+\.\.\. \S+ Your move/);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await sleep(500); // the piece arrives
  await page.screenshot({ path: `${folder}/page-phone.png` });
}, { viewport: { ...PHONE, deviceScaleFactor: 2 } });
await chromium.close();
host.close();
