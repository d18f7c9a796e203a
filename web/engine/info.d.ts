/** The engine's objection to a command, among the lines that it said; undefined if there is none. */
export function objection(lines: string[]): string | undefined;
