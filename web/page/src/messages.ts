// The two lines that everybody hears: what happens, and what is wrong.
import { byId } from "./dom.js";

/** Says what happens; a screen reader reads it when it has a pause. */
export function say(text: string): void {
  byId("status").textContent = text;
}

/** Says what is wrong, at once, until it is dismissed or something else has worked. */
export function complain(text: string): void {
  byId("alert-text").textContent = text;
  byId("alert").hidden = false;
}

/** Takes the last complaint back. */
export function settle(): void {
  byId("alert").hidden = true;
  byId("alert-text").textContent = "";
}
