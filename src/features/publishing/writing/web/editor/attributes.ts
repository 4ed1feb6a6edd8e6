/** Attributes of pasted blocks may have any value. These functions limit them to values that Markdown can express. */

/** Returns the level of a heading, 1 to 6. */
export function toHeadingLevel(value: unknown): number {
  const level = Number(value);
  return Number.isInteger(level) && level >= 1 && level <= 6 ? level : 2;
}

/** Returns the first number of a list, limited so that no number in the list has more than Markdown's nine digits. */
export function toListStart(value: unknown): number {
  const start = Number(value);
  return Number.isInteger(start) && start >= 0 && start <= 900_000_000 ? start : 1;
}

/** Returns the number of columns or rows that a table's cell spans, 1 to 63. */
export const toSpan = (value: unknown): number => Math.min(63, Math.max(1, Math.trunc(Number(value)) || 1));

/** Returns the title or description of an element in one line. */
export const toOneLine = (text: string | null): string => (text ?? '').replace(/\s*[\r\n]\s*/g, ' ');
