// Caches the whole page, so that it works offline. Each build has its own name; a new one waits until no tab shows the
// old one any more, or until a tab asks for it. The build fills in the names.
/* global VERSION, FILES */
const OWN = `quevedo ${self.registration.scope} `;
const CACHE = OWN + VERSION;

self.addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") void self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const clean = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== CACHE);
    // Other tabs may still show the previous build and restart its engine, so that build stays.
    await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const answer = async () => {
    const own = await caches.open(CACHE);
    if (request.mode === "navigate") return (await own.match("./")) ?? fetch(request);
    const options = { ignoreSearch: true };
    // A file of another build is safe to take: its name contains its digest.
    return (await own.match(request, options)) ?? (await caches.match(request, options)) ?? fetch(request);
  };
  event.respondWith(answer());
});
