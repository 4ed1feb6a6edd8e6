import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import type pg from 'pg';
import { coalesceCalls } from '#platform/shared/coalesce-calls.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import {
  createVisibilityRegistry,
  revisionsQuery,
  runAndIncreaseRevisions,
  sumRevisions,
} from '../cache/table-changes.ts';
import {
  type ConnectionOptions,
  type Database,
  DatabaseBusyError,
  DatabaseSetupError,
  DatabaseUnavailableError,
  type DbTransaction,
  getErrorCode,
} from '../core/database.ts';
import type { RevisionTable, Tables } from '../core/schema.ts';
import { type Migrations, migrate, type UntypedTables } from '../migrate/migrate.ts';
import {
  createKysely,
  createPostgresPools,
  ErrorMappingDialect,
  type PostgresPools,
  parseDatabaseUrl,
  rethrowConnectionError,
  StalePlanError,
  toPostgresSetupError,
} from './postgres-connections.ts';
import { createFullDiskWatch, createGroupCommit, createWriteGuard } from './writes.ts';

/**
 * The maximum number of attempts of a write that conflicts with others. The pauses between them add up to about two
 * seconds at most.
 */
const MAX_ATTEMPTS = 12;
/**
 * The key of the advisory lock that is held during migrations. The number is arbitrary, but must be the same in every
 * version of Callboard.
 */
export const MIGRATION_LOCK = 7_266_001;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const LOCK_TIMEOUT = '55P03';
const UNIQUE_VIOLATION = '23505';

/**
 * Opens the PostgreSQL database at `url` and runs pending migrations.
 * @throws DatabaseSetupError
 */
export async function openPostgres(url: string, migrations: Migrations, how: ConnectionOptions): Promise<Database> {
  const { patience } = how;
  const place = parseDatabaseUrl(url);
  const pools = await createPostgresPools(url, patience);
  const { readers, writers } = pools;
  try {
    await readers.query('select 1').catch((error) => {
      throw toPostgresSetupError(error, place);
    });
    await migrateServer(writers, migrations, `The database ${place.database} on ${place.server}`);
    return createPostgresDatabase(pools, how);
  } catch (error) {
    await Promise.allSettled(Object.values(pools).map((pool) => pool.end()));
    throw error instanceof DatabaseUnavailableError ? toPostgresSetupError(error.cause, place) : error;
  }
}

/** Creates the handle of the migrated database to which the pools connect. */
export function createPostgresDatabase(
  { readers, writers, pulse }: PostgresPools,
  { patience, onQuery }: ConnectionOptions,
): Database {
  const guard = createWriteGuard();
  const disk = createFullDiskWatch();
  const visibility = createVisibilityRegistry();
  const attempt = createRetries();
  const write = createKysely<Tables>(
    writers,
    `set lock_timeout = ${patience}; set idle_in_transaction_session_timeout = ${minute}`,
    onQuery,
  );
  const writeQueued = createGroupCommit({
    transaction: (work) =>
      serialized(write, async (tx) => {
        // LOCK comes before the snapshot is taken, so that the waiting transaction sees the writes of other processes.
        // Readers don't wait.
        await sql`lock table revision in exclusive mode`.execute(tx);
        await work(tx);
      }),
    savepoint: runInSavepoint,
    flush: async () => {},
    open: 20,
  });
  const readinessQuery = { text: 'select 1', query_timeout: patience };
  const revisions = coalesceCalls(
    async () => (await pulse.query<RevisionTable>(revisionsQuery).catch(rethrowConnectionError)).rows,
  );
  const read = createKysely<Tables>(readers, 'set default_transaction_read_only = on', onQuery).withPlugin(
    guard.outside,
  );
  return {
    engine: 'postgres',
    read,
    declareVisibility: visibility.declare,
    write: (work) =>
      guard.run(() =>
        disk.watch(
          attempt((isQueued) =>
            isQueued
              ? writeQueued((tx) => runAndIncreaseRevisions(tx, work, visibility.of))
              : serialized(write, (tx) => runAndIncreaseRevisions(tx, work, visibility.of, () => lockCounters(tx))),
          ),
        ),
      ),
    isFull: disk.isFull,
    revision: async (others) => sumRevisions(await revisions(), others),
    async checkReady() {
      await readers.query(readinessQuery).catch(rethrowConnectionError);
    },
    async close() {
      await guard.settled();
      await Promise.all([readers.end(), writers.end(), pulse.end()]);
    },
  };
}

const serialized = <T>(db: Kysely<Tables>, work: (tx: DbTransaction) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('serializable').execute(work);

/**
 * Runs `write` completely or not at all within the open transaction, and returns its result or its error. Throws if the
 * transaction itself can't succeed any more.
 */
async function runInSavepoint<T>(
  tx: DbTransaction,
  write: () => Promise<T>,
): Promise<{ result: T } | { error: unknown }> {
  await sql`savepoint one_write`.execute(tx);
  try {
    const result = await write();
    await sql`release savepoint one_write`.execute(tx);
    return { result };
  } catch (error) {
    if (isConflict(error)) throw error;
    await sql`rollback to savepoint one_write`.execute(tx);
    return { error };
  }
}

const isConflict = (error: unknown) => [SERIALIZATION_FAILURE, DEADLOCK].includes(getErrorCode(error));

/**
 * Thrown if another write has locked the counters. This write began before the commit of that write, so it can't
 * succeed.
 */
class CountersLockedError extends Error {}

/**
 * Takes the lock for increasing counters, or gives up at once. Waiting for a queued write could cause a deadlock, and
 * that write's commit would make this transaction fail anyway.
 */
async function lockCounters(tx: DbTransaction): Promise<void> {
  try {
    await sql`lock table revision in share row exclusive mode nowait`.execute(tx);
  } catch (error) {
    throw getErrorCode(error) === LOCK_TIMEOUT
      ? new CountersLockedError('Another write has locked the counters.', { cause: error })
      : error;
  }
}

/**
 * The time in milliseconds for which writes queue after a conflict. Under load, most of them would otherwise conflict
 * again.
 */
const queueMs = 1000;

/**
 * Returns a function that runs a write and retries it after a conflict. All writes that increase a revision conflict
 * with each other, so after a conflict all writes of this process queue for a while, and are committed together. A
 * duplicate key can be a conflict too. If two transactions insert the same key at once, PostgreSQL may report the
 * duplicate key instead of a serialization failure (see “Serialization Failure Handling” in its manual). Only writes
 * that increase no revision can compete with a queued write, so its duplicate key counts as a real error.
 */
function createRetries() {
  let queueUntil = 0;
  return async <T>(attempt: (isQueued: boolean) => Promise<T>): Promise<T> => {
    for (let tried = 1; ; tried++) {
      const isQueued = tried > 1 || performance.now() < queueUntil;
      try {
        return await attempt(isQueued);
      } catch (error) {
        const code = getErrorCode(error);
        const isTaken = code === UNIQUE_VIOLATION && !isQueued;
        const isFailure = isConflict(error) || error instanceof CountersLockedError;
        const clash = isFailure || isTaken || error instanceof StalePlanError;
        if (code === LOCK_TIMEOUT || (clash && tried === MAX_ATTEMPTS)) {
          throw new DatabaseBusyError('Other writes kept the database busy for too long.', { cause: error });
        }
        if (!clash) throw error;
        if (isFailure) queueUntil = performance.now() + queueMs;
      }
      // The first retry waits only for its turn in the queue
      if (tried > 1) await sleep(Math.random() * Math.min(2 ** tried, 500));
    }
  };
}

async function migrateServer(pool: pg.Pool, migrations: Migrations, place: string): Promise<void> {
  const db = new Kysely<UntypedTables>({ dialect: new ErrorMappingDialect({ pool }) });
  try {
    await db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '5min'`.execute(tx);
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx);
      await migrate(tx, 'postgres', migrations, { place, setting: 'DATABASE_URL' });
    });
  } catch (error) {
    if (getErrorCode(error) !== '42501') throw error;
    throw new DatabaseSetupError(
      `${place} doesn’t allow its user to create tables: make that user the owner of the database.`,
      {
        cause: error,
      },
    );
  }
}
