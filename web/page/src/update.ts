// The service worker, and the offer of a new build.
import { byId, onClick } from "./dom.js";

/** Keeps the page for use without a network. A build that is fetched later waits until somebody asks for it. */
export async function keepPage(): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register("sw.js");
  let isWanted = false;
  const offer = () => {
    // The first build of all has nothing to take the place of.
    byId("update").hidden = registration.waiting === null || serviceWorker.controller === null;
  };
  onClick("update-now", () => {
    isWanted = true;
    registration.waiting?.postMessage("take over");
  });
  // Another tab may have asked: this one stays as it is until it is loaded again.
  serviceWorker.addEventListener("controllerchange", () => {
    if (isWanted) location.reload();
    else offer();
  });
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  registration.installing?.addEventListener("statechange", offer);
  offer();
}
