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

/** Matches a line of a stack: what is before the place, the file, the line, the column, and what is after it. */
const frameLine = /^( {4}at (?:.*?\()?(?:async )?)((?:file:\/\/)?[^()\s]+?):(\d+):(\d+)(\)?)$/gm;

/**
 * Returns the place in our own program where an error was thrown ("src/app.ts:41"). If there is none, returns the place
 * in a package; "" if there is none either.
 *
 * @param stack as Node writes it; its first lines repeat the message, which may have any length
 */
export function findErrorLocation(stack: string): string {
  const toSource = createSourceLookup();
  const frames = Array.from(stack.matchAll(frameLine), ([, , file = '', line = '', column = '']) =>
    toSource({ file: file.replace('file://', ''), line, column }),
  ).filter((frame) => frame !== undefined);
  const own = frames.find(({ file }) => !/(^|\/)node_modules\//.test(file)) ?? frames[0];
  if (!own) return '';
  const { file } = own;
  // The built renderer has few lines, so the column is needed too
  return `${file}:${own.line}${file.startsWith('dist/') ? `:${own.column}` : ''}`.slice(0, 200);
}

/** Returns a stack with the places in the sources instead of those in the built program, whose lines nobody can read. */
export function mapStack(stack: string): string {
  const toSource = createSourceLookup();
  return stack.replace(frameLine, (whole, before, file, line, column, after) => {
    const frame = toSource({ file: file.replace('file://', ''), line, column });
    return frame ? `${before}${frame.file}:${frame.line}:${frame.column}${after}` : whole;
  });
}

/** Returns a thrown value for the console: an error and its causes name the places in the sources (`mapStack`). */
export function withMappedStack(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  if (thrown.stack) thrown.stack = mapStack(thrown.stack);
  withMappedStack(thrown.cause);
  return thrown;
}

interface Frame {
  file: string;
  line: string;
  column: string;
}

const program = /^dist\/(?:program|entries|server)\/[^/]+\.js$/;

/**
 * Places in the source, by place in the built program (docs/decisions/0085). A source map is megabytes large, so it is
 * read only after an error, and once for each stack with a new place.
 */
const inSources = new Map<string, Frame>();

/**
 * Returns a function that returns the place in the source for a frame of a stack, relative to the repository. The
 * function returns undefined for code that isn't ours.
 */
function createSourceLookup(): (frame: Frame) => Frame | undefined {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (file: string) => {
    const map = maps.has(file) ? maps.get(file) : readSourceMap(file);
    maps.set(file, map);
    return map;
  };
  return (frame) => {
    if (!frame.file.startsWith(root)) return undefined;
    const built = { ...frame, file: frame.file.slice(root.length).split(sep).join('/') };
    if (!program.test(built.file)) return built;
    const place = Object.values(built).join(':');
    const known = inSources.get(place) ?? findSource(built, mapOf(built.file)) ?? built;
    inSources.set(place, known);
    return known;
  };
}

function readSourceMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(join(root, `${file}.map`), 'utf8')));
  } catch {
    return undefined;
  }
}

function findSource({ line, column }: Frame, map: SourceMap | undefined): Frame | undefined {
  const found = map?.findEntry(Number(line) - 1, Number(column) - 1);
  if (!found || !('originalSource' in found)) return undefined;
  const file = found.originalSource.replace(/^(\.\.\/)+/, '');
  return { file, line: `${found.originalLine + 1}`, column: `${found.originalColumn + 1}` };
}

export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, code: '', place: '' };
  const { name, stack = '', cause } = error;
  const { code } = error as { code?: unknown };
  const inner = cause instanceof Error ? (cause as { code?: unknown }).code : undefined;
  return { type: nameLike(name, 'Error'), code: codeLike(code) || codeLike(inner), place: findErrorLocation(stack) };
}
