import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, sep } from 'node:path';

const root = join(import.meta.dirname, '../../../..') + sep;

/**
 * The stored part of an error. It excludes the message, because databases and parsers repeat user input in their
 * messages.
 */
export interface ErrorDescription {
  type: string;
  code: string;
  place: string;
}

const nameLike = (text: unknown, otherwise: string) =>
  typeof text === 'string' && /^[A-Za-z][\w.-]{0,59}$/.test(text) ? text : otherwise;

const codeLike = (code: unknown) => (typeof code === 'string' && /^[\w.-]{1,40}$/.test(code) ? code : '');

/**
 * Returns the place in our own program where an error was thrown ("src/app.ts:41"). If there is none, returns the place
 * in a package; "" if there is none either.
 *
 * @param stack as Node writes it; its first lines repeat the message, which may have any length
 */
export function findErrorLocation(stack: string): string {
  const frames = Array.from(
    stack.matchAll(/^ {4}at (?:.*?\()?(?:async )?(?:file:\/\/)?([^()\s]+?):(\d+):(\d+)\)?$/gm),
    ([, file = '', line = '', column = '']) => ({ file, line, column }),
  )
    .filter(({ file }) => file.startsWith(root))
    .map((frame) => inSource({ ...frame, file: frame.file.slice(root.length).split(sep).join('/') }));
  const own = frames.find(({ file }) => !/(^|\/)node_modules\//.test(file)) ?? frames[0];
  if (!own) return '';
  const { file } = own;
  // The built program has few lines, so the column is needed too
  return `${file}:${own.line}${file.startsWith('dist/') ? `:${own.column}` : ''}`.slice(0, 200);
}

interface Frame {
  file: string;
  line: string;
  column: string;
}

const program = /^dist\/(?:program|entries)\/[^/]+\.js$/;

/**
 * Places in the source, by place in the built program. The source map is megabytes large, so it is read only after an
 * error, and only once for each place.
 */
const inSources = new Map<string, Frame>();

/** Returns the place in the source for a place in the built program (docs/decisions/0085). */
function inSource(frame: Frame): Frame {
  if (!program.test(frame.file)) return frame;
  const place = Object.values(frame).join(':');
  const known = inSources.get(place) ?? sourceOf(frame) ?? frame;
  inSources.set(place, known);
  return known;
}

function sourceOf({ file, line, column }: Frame): Frame | undefined {
  try {
    const map = new SourceMap(JSON.parse(readFileSync(join(root, `${file}.map`), 'utf8')));
    const found = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in found)) return undefined;
    const source = found.originalSource.replace(/^(\.\.\/)+/, '');
    return { file: source, line: `${found.originalLine + 1}`, column: `${found.originalColumn + 1}` };
  } catch {
    return undefined;
  }
}

export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, code: '', place: '' };
  const { name, stack = '', cause } = error;
  const { code } = error as { code?: unknown };
  const inner = cause instanceof Error ? (cause as { code?: unknown }).code : undefined;
  return { type: nameLike(name, 'Error'), code: codeLike(code) || codeLike(inner), place: findErrorLocation(stack) };
}
