import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SquareObjects } from './objects.ts';

export type SquareObjectKind = keyof SquareObjects;

/** The stored objects of the practice provider, by kind and id. */
export interface Journal {
  get: <K extends SquareObjectKind>(kind: K, id: string) => SquareObjects[K] | undefined;
  /** Returns all objects of a kind in the order in which they were first stored. */
  all: <K extends SquareObjectKind>(kind: K) => SquareObjects[K][];
  /**
   * Stores an object. The object has been written to the file when this returns or, within a transaction, when the
   * transaction ends.
   */
  put: <K extends SquareObjectKind>(kind: K, id: string, value: SquareObjects[K]) => void;
  /** Runs `work` as a transaction. If it throws, none of the objects are stored. */
  transaction: <T>(work: () => T) => T;
  close: () => void;
}

type JournalLine = { kind: SquareObjectKind; id: string; value: unknown };

/**
 * Opens the journal in `file`, or in memory without a file. Each change or transaction is a line, and the last change of
 * an id counts. If a process is killed, at worst its last line is incomplete; nothing that was confirmed is lost.
 * Several processes may have the file open, because each reads the others' new lines before it looks up an object.
 */
export function openJournal(file?: string): Journal {
  const stored = new Map<SquareObjectKind, Map<string, unknown>>();
  const getObjectsOfKind = (kind: SquareObjectKind) => {
    const there = stored.get(kind) ?? new Map<string, unknown>();
    stored.set(kind, there);
    return there;
  };
  const lines = file ? openLines(file) : undefined;
  const applyNewLines = () => {
    for (const { kind, id, value } of lines?.readNewLines() ?? []) getObjectsOfKind(kind).set(id, value);
  };
  let pending: { lines: JournalLine[]; undo: (() => void)[] } | undefined;
  return {
    get: (kind, id) => {
      applyNewLines();
      return getObjectsOfKind(kind).get(id) as never;
    },
    all: (kind) => {
      applyNewLines();
      return [...getObjectsOfKind(kind).values()] as never;
    },
    put: (kind, id, value) => {
      const there = getObjectsOfKind(kind);
      const before = there.get(id);
      if (pending) {
        pending.lines.push({ kind, id, value });
        pending.undo.unshift(() => void (before === undefined ? there.delete(id) : there.set(id, before)));
      } else lines?.add([{ kind, id, value }]);
      if (pending || !lines) there.set(id, value);
    },
    transaction: (work) => {
      const mine = { lines: [] as JournalLine[], undo: [] as (() => void)[] };
      pending = mine;
      try {
        const result = work();
        if (mine.lines.length > 0) lines?.add(mine.lines);
        return result;
      } catch (error) {
        for (const step of mine.undo) step();
        throw error;
      } finally {
        pending = undefined;
      }
    },
    close: () => lines?.close(),
  };
}

/** Opens the file, to which several processes may add lines. */
function openLines(file: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  let handle: number | undefined = openSync(file, 'a+', 0o600);
  let read = 0;
  /** Reads the lines added since the last read, except a line that another process is still writing. */
  const readAddedLines = (from: number) => {
    const bytes = Buffer.alloc(fstatSync(from).size - read);
    readSync(from, bytes, 0, bytes.length, read);
    const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
    read += whole.length;
    return whole.toString().split('\n').flatMap(parseLine);
  };
  return {
    readNewLines: (): JournalLine[] => (handle === undefined ? [] : readAddedLines(handle)),
    /** Adds several changes as one line of the file, so that all or none of them are stored. */
    add: (some: readonly JournalLine[]): void => {
      // Begins with a newline, because the file may end with an incomplete line after a kill or on a full disk
      if (handle !== undefined) writeFileSync(handle, `\n${JSON.stringify(some)}\n`);
    },
    close: (): void => {
      if (handle !== undefined) closeSync(handle);
      handle = undefined;
    },
  };
}

/** Parses a line. Returns an empty list for an empty or incomplete line. */
function parseLine(text: string): JournalLine[] {
  try {
    return text === '' ? [] : [JSON.parse(text) as JournalLine | JournalLine[]].flat();
  } catch {
    return [];
  }
}

/** Objects that the provider should have, by kind and id. */
export type KnownObjects = { readonly [K in SquareObjectKind]?: Readonly<Record<string, SquareObjects[K]>> };

/** Stores the objects that the journal doesn't have yet. */
export function putMissingObjects(journal: Journal, known: KnownObjects): void {
  const putNew = <K extends SquareObjectKind>(kind: K) => {
    for (const [id, value] of Object.entries<SquareObjects[K]>(known[kind] ?? {})) {
      if (journal.get(kind, id) === undefined) journal.put(kind, id, value);
    }
  };
  for (const kind of Object.keys(known) as SquareObjectKind[]) putNew(kind);
}
