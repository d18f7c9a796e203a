// Keeps the whole page, so that it works without a network. Each build has a name of its own; an old build stays until
// no tab shows it any more. The build writes the names.
/* global VERSION, FILES */
const CACHE = `quevedo-${VERSION}`;

self.addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

self.addEventListener("activate", (event) => {
  const clean = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("quevedo-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const answer = async () => {
    const cache = await caches.open(CACHE);
    const page = request.mode === "navigate" ? "./" : request;
    return (await cache.match(page, { ignoreSearch: true })) ?? fetch(request);
  };
  event.respondWith(answer());
});
