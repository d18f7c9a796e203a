// The two lines that screen readers read out: what happens, and what is wrong.
import { byId } from "./dom.js";

/** Says what happens; a screen reader reads it out at the next pause. */
export function say(text: string): void {
  byId("status").textContent = text;
}

/** Says what is wrong, at once; the message stays until it is dismissed or something else has worked. */
export function complain(text: string): void {
  byId("alert-text").textContent = text;
  byId("alert").hidden = false;
}

/** Removes the last complaint. */
export function settle(): void {
  byId("alert").hidden = true;
  byId("alert-text").textContent = "";
}
