import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Kept } from './objects.ts';

export type Kind = keyof Kept;

/** All that the practice provider knows: the latest of each object, by kind and id. */
export interface Journal {
  get: <K extends Kind>(kind: K, id: string) => Kept[K] | undefined;
  /** In the order in which they were first put. */
  all: <K extends Kind>(kind: K) => Kept[K][];
  /** In the file before it returns. */
  put: <K extends Kind>(kind: K, id: string, value: Kept[K]) => void;
  close: () => void;
}

type Line = { kind: Kind; id: string; value: unknown };

/**
 * Opens what is kept in `file`, a line for each change, the last one for an id being what it is now; without a file it
 * is kept in memory. A process that is killed loses nothing that was answered: at worst the last line is half a line.
 */
export function openJournal(file?: string): Journal {
  const kept = new Map<Kind, Map<string, unknown>>();
  const of = (kind: Kind) => {
    const there = kept.get(kind) ?? new Map<string, unknown>();
    kept.set(kind, there);
    return there;
  };
  let handle: number | undefined;
  if (file) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const lines = existsSync(file) ? wholeLines(file) : [];
    for (const { kind, id, value } of lines) of(kind).set(id, value);
    writeFileSync(`${file}.new`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    handle = openSync(file, 'a', 0o600);
  }
  return {
    get: (kind, id) => of(kind).get(id) as never,
    all: (kind) => [...of(kind).values()] as never,
    put: (kind, id, value) => {
      if (handle !== undefined) addLine(handle, `${JSON.stringify({ kind, id, value })}\n`);
      of(kind).set(id, value);
    },
    close: () => {
      if (handle !== undefined) closeSync(handle);
      handle = undefined;
    },
  };
}

/** Adds a line, or nothing: behind half of one, the next could not be read. */
function addLine(handle: number, line: string): void {
  const { size } = fstatSync(handle);
  try {
    writeFileSync(handle, line);
  } catch (error) {
    ftruncateSync(handle, size);
    throw error;
  }
}

/** Objects by kind and id. */
export type Known = { readonly [K in Kind]?: Readonly<Record<string, Kept[K]>> };

/** Puts what isn't there yet. */
export function recall(journal: Journal, known: Known): void {
  const putNew = <K extends Kind>(kind: K) => {
    for (const [id, value] of Object.entries<Kept[K]>(known[kind] ?? {})) {
      if (journal.get(kind, id) === undefined) journal.put(kind, id, value);
    }
  };
  for (const kind of Object.keys(known) as Kind[]) putNew(kind);
}

const wholeLines = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
