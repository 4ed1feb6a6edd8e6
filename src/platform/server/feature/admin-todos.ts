/** Something for an admin to do: a sentence without its full stop, and where to do it. */
export interface Todo {
  words: string;
  link: string;
}

/** Formats a count: "one message", "12 messages". */
export const formatCount = (count: number, one: string, many: string): string =>
  count === 1 ? `one ${one}` : `${count.toLocaleString('en-GB')} ${many}`;
