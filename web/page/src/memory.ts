// What the page remembers on this machine: the user's choices and the game that was left. Each tab has its own; a new tab
// begins with what was remembered last. Without permission the page remembers nothing.

const key = (name: string) => `quevedo-${name}`;

export function remember(name: string, value: string): void {
  try {
    for (const storage of [sessionStorage, localStorage]) storage.setItem(key(name), value);
  } catch {
    // Private windows refuse.
  }
}

export function remembered(name: string): string | undefined {
  try {
    return sessionStorage.getItem(key(name)) ?? localStorage.getItem(key(name)) ?? undefined;
  } catch {
    return undefined;
  }
}
