import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, sep } from 'node:path';

const root = join(import.meta.dirname, '../../../..') + sep;

/** Matches a line of a stack: what is before the place, the file, the line, the column, and what is after it. */
const frameLine = /^( {4}at (?:.*?\()?(?:async )?)((?:file:\/\/)?[^()\s]+?):(\d+):(\d+)(\)?)$/gm;

/** A place in the code. */
export interface StackFrame {
  /** The file, relative to the repository. */
  file: string;
  line: string;
  column: string;
}

/** Lists the places in a stack that are in our own program or its packages, as places in the sources. */
export function listSourceFrames(stack: string): StackFrame[] {
  const toSource = createSourceLookup();
  return Array.from(stack.matchAll(frameLine), ([, , file = '', line = '', column = '']) =>
    toSource({ file: file.replace('file://', ''), line, column }),
  ).filter((frame) => frame !== undefined);
}

/** Returns a stack with the places in the sources instead of those in the built program, whose lines nobody can read. */
export function mapStack(stack: string): string {
  const toSource = createSourceLookup();
  return stack.replace(frameLine, (whole, before, file, line, column, after) => {
    const frame = toSource({ file: file.replace('file://', ''), line, column });
    return frame ? `${before}${frame.file}:${frame.line}:${frame.column}${after}` : whole;
  });
}

/**
 * Maps the stacks of an error and its causes in place (`mapStack`), and returns the error. Returns any other thrown
 * value unchanged.
 */
export function mapErrorStacks(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  if (thrown.stack) thrown.stack = mapStack(thrown.stack);
  mapErrorStacks(thrown.cause);
  return thrown;
}

const program = /^dist\/(?:program|entries|server)\/[^/]+\.js$/;

/**
 * Places in the source, by place in the built program (docs/decisions/0085). A source map is megabytes large, so it is
 * read only after an error, and once for each stack with a new place.
 */
const inSources = new Map<string, StackFrame>();
const maxPlaces = 1000;

/**
 * Returns a function that finds the place in the sources for a frame of a stack. The function returns undefined for
 * code outside the repository's folder.
 */
function createSourceLookup(): (frame: StackFrame) => StackFrame | undefined {
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
    // A message may name any number of places
    if (inSources.size < maxPlaces) inSources.set(place, known);
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

function findSource({ line, column }: StackFrame, map: SourceMap | undefined): StackFrame | undefined {
  const found = map?.findEntry(Number(line) - 1, Number(column) - 1);
  if (!found || !('originalSource' in found)) return undefined;
  const file = found.originalSource.replace(/^(\.\.\/)+/, '');
  return { file, line: `${found.originalLine + 1}`, column: `${found.originalColumn + 1}` };
}
