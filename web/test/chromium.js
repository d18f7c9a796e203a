// Headless Chromium, and a server for the package.
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";

import puppeteer from "puppeteer-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm", ".css": "text/css", ".svg": "image/svg+xml" };
const ENGINE = new URL("../engine", import.meta.url).pathname;

/**
 * Starts Chromium with a profile that is deleted when it is closed. A page must answer within `protocolTimeout`
 * milliseconds.
 */
export async function launch(protocolTimeout) {
  const executablePath = PLACES.find(existsSync);
  if (executablePath === undefined) throw new Error("Chromium is missing (Debian's package chromium)");
  const userDataDir = await mkdtemp(join(tmpdir(), "quevedo-chromium-"));
  const browser = await puppeteer.launch({
    executablePath,
    userDataDir,
    protocolTimeout,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  const close = async () => {
    await browser.close();
    await rm(userDataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  return { browser, close };
}

/** Serves a folder, by default the package. The root is its index.html or, if it has none, an empty page. */
export async function serve(headers = {}, folder = ENGINE) {
  const empty = "<!doctype html><title>test</title>";
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    try {
      const isRoot = pathname === "/";
      const file = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
      const body = await readFile(join(folder, file)).catch((error) => {
        if (isRoot) return empty;
        throw error;
      });
      response.writeHead(200, { "Content-Type": TYPES[extname(pathname)] ?? "text/html", ...headers }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
