// Helpers for the document, which every panel needs.

/** The element with this id, which index.html has. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`no element #${id}`);
  return element as T;
}

/** A new element. Text stays text. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<Omit<HTMLElementTagNameMap[K], "style">> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** Listens to clicks on a button, unless it is disabled. */
export function onClick(button: string | HTMLElement, listener: () => void): void {
  const element = typeof button === "string" ? byId(button) : button;
  element.addEventListener("click", () => {
    if (!element.hasAttribute("aria-disabled")) listener();
  });
}

/**
 * Enables or disables a button. A disabled one keeps the focus, so that whoever has just pressed it does not lose the
 * place.
 */
export function enable(button: string | HTMLElement, isOn: boolean): void {
  const element = typeof button === "string" ? byId(button) : button;
  if (isOn) element.removeAttribute("aria-disabled");
  else element.setAttribute("aria-disabled", "true");
}

/** Text for a message, without line breaks and not too long. */
export function shortened(text: string, most = 60): string {
  const flat = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return flat.length > most ? `${flat.slice(0, most - 1)}…` : flat;
}

/** A number with its digits in groups of three. */
export const grouped = (number: number): string => Math.round(number).toLocaleString("en-US");

/** Copies a text; whether the browser allowed it. */
export async function copy(text: string): Promise<boolean> {
  try {
    // Without HTTPS there is no clipboard at all.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
