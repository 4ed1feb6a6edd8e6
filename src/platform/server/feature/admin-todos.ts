import type { PageRequest } from '../http/page.ts';

/** Something for an admin to do: a sentence without its full stop, and where to do it. */
export interface Todo {
  words: string;
  link: string;
}

/** What there is to do at one of the admin's tools. Features contribute this. */
export interface AdminTodo {
  /** The tool's address. */
  tool: string;
  /** [] for nothing. It runs on each visit of the overview, so it has to be quick. */
  waiting: (visit: Pick<PageRequest, 'db' | 'revision' | 'until' | 'now'>) => Promise<readonly Todo[]>;
}

/** "one message", "12 messages". */
export const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `one ${one}` : `${count.toLocaleString('en-GB')} ${many}`;
