import { sql } from 'kysely';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { deterministicId } from '../crypto/ids.ts';
import { type Database, type DbReader, type DbTransaction, write } from '../database/index.ts';
import type { ErrorRecorder } from '../http/errors/logged-error.ts';
import { listSourceFrames } from '../program/map-stack.ts';
import { version } from '../program/version.ts';
import type { FaultTable } from './tables.ts';

/** The maximum number of different errors that wait to be written. It prevents errors from filling the memory. */
const mostQueued = 100;
/** The maximum number of errors in a list. Nobody would read more. */
const mostListed = 100;

export interface ErrorLog extends ErrorRecorder {
  /** The number of errors since this process started. */
  total: () => number;
  /** Stores the errors since the last call. */
  write: (db: Database) => Promise<void>;
}

/**
 * Collects errors in memory and stores them a little later. The visitor gets a response first, and an error of the
 * database doesn't cause another one.
 */
export function createErrorLog(clock: () => Date): ErrorLog {
  let waiting = new Map<string, FaultTable>();
  let total = 0;

  const add = (fault: FaultTable) => {
    const known = waiting.get(fault.id);
    if (!known && waiting.size >= mostQueued) return;
    waiting.set(fault.id, known ? together(known, fault) : fault);
  };

  return {
    record: (error, { where, request = '' }) => {
      total += 1;
      const at = clock().toISOString();
      const about = describeError(error);
      const id = deterministicId(JSON.stringify(about));
      const last = { happened_in: where, request_id: request, version };
      add({ id, ...about, ...last, times: 1, first_at: at, last_at: at });
    },
    total: () => total,
    write: async (db) => {
      const rows = [...waiting.values()];
      if (rows.length === 0) return;
      waiting = new Map();
      try {
        await write(db, async (tx) => {
          for (const row of rows) await record(tx, row);
        });
      } catch (error) {
        // The errors are kept, and the next call writes them
        for (const row of rows) add(row);
        throw error;
      }
    },
  };
}

/** Merges two records of the same error, in either order. */
function together(one: FaultTable, other: FaultTable): FaultTable {
  const [first, last] = one.last_at <= other.last_at ? [one, other] : [other, one];
  return { ...last, times: first.times + last.times, first_at: first.first_at };
}

async function record(tx: DbTransaction, fault: FaultTable): Promise<void> {
  const { happened_in, last_at, request_id, version: last } = fault;
  await tx
    .insertInto('fault')
    .values(fault)
    .onConflict((clash) =>
      clash.column('id').doUpdateSet({
        times: sql<number>`fault.times + ${fault.times}`,
        happened_in,
        last_at,
        request_id,
        version: last,
      }),
    )
    .execute();
}

/** Lists the errors that nobody has dismissed, latest first, at most a hundred. */
export const listOpenErrors = (db: DbReader): Promise<FaultTable[]> =>
  db.selectFrom('fault').selectAll().orderBy('last_at', 'desc').orderBy('id').limit(mostListed).execute();

export async function countErrors(db: DbReader): Promise<number> {
  const { total } = await db
    .selectFrom('fault')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Dismisses an error. Returns false if somebody else already has. An error that happens again is recorded again. */
export async function dismissError(tx: DbTransaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('fault').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

export const findError = (db: DbReader, id: string): Promise<FaultTable | undefined> =>
  db.selectFrom('fault').selectAll().where('id', '=', id).executeTakeFirst();

/** Deletes errors that last happened before the given time. */
export async function deleteOldErrors(tx: DbTransaction, before: Instant): Promise<void> {
  await tx.deleteFrom('fault').where('last_at', '<', before).execute();
}

/**
 * The stored part of an error. It excludes the message, because databases and parsers repeat user input in their
 * messages.
 */
interface ErrorDescription {
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
  const frames = listSourceFrames(stack);
  const own = frames.find(({ file }) => !/(^|\/)node_modules\//.test(file)) ?? frames[0];
  if (!own) return '';
  const { file } = own;
  // A built file without a source map has few lines, so the column is needed too
  return `${file}:${own.line}${file.startsWith('dist/') ? `:${own.column}` : ''}`.slice(0, 200);
}

export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, code: '', place: '' };
  const { name, stack = '', cause } = error;
  const { code } = error as { code?: unknown };
  const inner = cause instanceof Error ? (cause as { code?: unknown }).code : undefined;
  return { type: nameLike(name, 'Error'), code: codeLike(code) || codeLike(inner), place: findErrorLocation(stack) };
}
