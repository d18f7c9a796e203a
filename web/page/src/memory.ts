// What the page remembers on this machine: the user's choices and the game that was left. Without permission it
// remembers nothing.

const key = (name: string) => `quevedo-${name}`;

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(key(name), value);
  } catch {
    // Private windows refuse.
  }
}

export function remembered(name: string): string | undefined {
  try {
    return localStorage.getItem(key(name)) ?? undefined;
  } catch {
    return undefined;
  }
}
