// The service worker, and the offer of a new build.
import { byId, onClick } from "./dom.js";

/** Keeps the page for offline use. A newer build is fetched, but waits until the user asks for it. */
export async function keepPage(): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register("sw.js");
  let isWanted = false;
  const offer = () => {
    // The very first build has nothing to replace.
    byId("update").hidden = registration.waiting === null || serviceWorker.controller === null;
  };
  onClick("update-now", () => {
    isWanted = true;
    registration.waiting?.postMessage("take over");
  });
  // If another tab asked for the new build, this one stays as it is until it is reloaded.
  serviceWorker.addEventListener("controllerchange", () => {
    if (isWanted) location.reload();
    else offer();
  });
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  registration.installing?.addEventListener("statechange", offer);
  offer();
}
