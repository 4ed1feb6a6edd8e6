import { join, sep } from 'node:path';

const root = join(import.meta.dirname, '../../../..') + sep;

/** What is kept of a fault. Its message isn't: databases and parsers repeat in theirs what somebody wrote. */
export interface Described {
  type: string;
  code: string;
  place: string;
}

const nameLike = (text: unknown, otherwise: string) =>
  typeof text === 'string' && /^[A-Za-z][\w.-]{0,59}$/.test(text) ? text : otherwise;

const codeLike = (code: unknown) => (typeof code === 'string' && /^[\w.-]{1,40}$/.test(code) ? code : '');

/**
 * Where in our own program a fault was thrown, else in which package: "src/app.ts:41".
 * @param stack as Node writes it; its first lines repeat the message, which may be of any length
 */
export function placeIn(stack: string): string {
  const frames = Array.from(
    stack.matchAll(/^ {4}at (?:.*?\()?(?:async )?(?:file:\/\/)?([^()\s]+?):(\d+):(\d+)\)?$/gm),
    ([, file = '', line = '', column = '']) => ({ file, line, column }),
  ).filter(({ file }) => file.startsWith(root));
  const own = frames.find(({ file }) => !file.includes(`${sep}node_modules${sep}`)) ?? frames[0];
  if (!own) return '';
  const file = own.file.slice(root.length).split(sep).join('/');
  // What is built stands on few lines
  return `${file}:${own.line}${file.startsWith('dist/') ? `:${own.column}` : ''}`.slice(0, 200);
}

export function described(error: unknown): Described {
  if (!(error instanceof Error)) return { type: typeof error, code: '', place: '' };
  const { name, stack = '', cause } = error;
  const { code } = error as { code?: unknown };
  const inner = cause instanceof Error ? (cause as { code?: unknown }).code : undefined;
  return { type: nameLike(name, 'Error'), code: codeLike(code) || codeLike(inner), place: placeIn(stack) };
}
