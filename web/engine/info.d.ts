/** What the engine objects to a command, among the lines that it has said; undefined if nothing. */
export function objection(lines: string[]): string | undefined;
