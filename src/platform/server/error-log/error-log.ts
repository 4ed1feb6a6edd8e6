import { sql } from 'kysely';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { day, subtractMs } from '#platform/shared/dates/durations.ts';
import { deriveId } from '../crypto/ids.ts';
import { type Database, type DbReader, type DbTransaction, write } from '../database/index.ts';
import type { Feature } from '../feature/feature.ts';
import { describeErrorForStorage, type ErrorRecorder } from '../http/errors/logged-error.ts';
import { defineScheduledJob } from '../jobs/job-handler.ts';
import { version } from '../program/program.ts';

/** An error of the program, counted each time it happens. It contains nothing that was typed, requested or stored. */
export interface FaultTable {
  /** Derived from the error's type, code and place. */
  id: string;
  /** The error's type, such as "TypeError". */
  type: string;
  /** A code such as "ENOSPC"; "" for none. */
  code: string;
  /** The source file and line of the error: "src/features/archive/shows/server/store.ts:41"; "" if unknown. */
  place: string;
  /** The route, the kind of job or the loop in which the error last happened. */
  happened_in: string;
  times: number;
  first_at: string;
  last_at: string;
  /** The id of the request in which the error last happened, which is also in the log; "" for a job or a loop. */
  request_id: string;
  /** The version in which the error last happened. */
  version: string;
}

declare module '../database/core/schema.ts' {
  interface Tables {
    fault: FaultTable;
  }
}

/** The maximum number of different errors that wait to be written. It prevents errors from filling the memory. */
const maxQueued = 100;
/** The maximum number of errors in a list. Nobody would read more. */
const maxListed = 100;

export interface ErrorLog extends ErrorRecorder {
  /** The number of errors since this process started. */
  total: () => number;
  /** Stores the errors since the last call. */
  write: (db: Database) => Promise<void>;
}

/**
 * Creates a log that collects errors in memory. `write` stores them a little later: the visitor gets a response first,
 * and an error of the database doesn't cause another one.
 */
export function createErrorLog(clock: () => Date): ErrorLog {
  let waiting = new Map<string, FaultTable>();
  let total = 0;

  const add = (fault: FaultTable) => {
    const known = waiting.get(fault.id);
    if (!known && waiting.size >= maxQueued) return;
    waiting.set(fault.id, known ? mergeFaults(known, fault) : fault);
  };

  return {
    record: (error, { where, request = '' }) => {
      total += 1;
      const at = clock().toISOString();
      const about = describeErrorForStorage(error);
      const id = deriveId(JSON.stringify(about));
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
function mergeFaults(one: FaultTable, other: FaultTable): FaultTable {
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
  db.selectFrom('fault').selectAll().orderBy('last_at', 'desc').orderBy('id').limit(maxListed).execute();

export async function countOpenErrors(db: DbReader): Promise<number> {
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

export const findOpenError = (db: DbReader, id: string): Promise<FaultTable | undefined> =>
  db.selectFrom('fault').selectAll().where('id', '=', id).executeTakeFirst();

/** The number of days for which an error is stored after it last happened. */
export const errorRetentionDays = 90;

/** Deletes errors that last happened before the given time. */
export async function deleteOldErrors(tx: DbTransaction, before: Instant): Promise<void> {
  await tx.deleteFrom('fault').where('last_at', '<', before).execute();
}

/**
 * Creates the feature that records errors of the program. The screen for admins is in
 * features/administration/monitoring.
 */
export const createErrorLogFeature = (faults: ErrorLog): Feature => ({
  visibility: { fault: 'private' },
  loops: ({ db }) => [{ name: 'recording errors', everyMs: 5000, run: () => faults.write(db) }],
  work: ({ db, clock }) => [
    defineScheduledJob(
      { kind: 'forget-faults', name: 'Deleting old errors', schedule: { every: 'day', at: '03:55' } },
      async () => {
        const before = subtractMs(clock(), errorRetentionDays * day);
        await write(db, (tx) => deleteOldErrors(tx, before));
      },
    ),
  ],
  nonPersonalTables: [{ table: 'fault', reason: 'where in the program something failed, without the input' }],
});
