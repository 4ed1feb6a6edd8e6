import type { ExpressionBuilder } from 'kysely';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { DbReader, DbTransaction, Tables } from '../database/index.ts';

/** A piece of work that is done once, by any process, and is identified by its kind and key. */
export interface JobTable {
  kind: string;
  key: string;
  /** JSON that fits the schema of the job's kind: ids and numbers, nothing about a person. */
  payload: string;
  status: 'waiting' | 'done' | 'failed';
  /** The time at which the job is due, or is tried next. */
  due: string;
  /**
   * The time until which a process has claimed the job. The process extends it while it works. Null if the job is
   * unclaimed.
   */
  leased_until: string | null;
  /**
   * The number of attempts since the job was queued, or since a failed job was retried. An attempt isn't counted if it
   * ended because its process was stopping.
   */
  attempts: number;
  /** Only codes ("EENVELOPE 550"), because words may name people; "" for none. */
  last_error: string;
  /** 1 if an admin has marked the failure as dealt with. */
  dismissed: 0 | 1;
  created_at: string;
  /** The time at which the job was done or given up; null before that. */
  finished_at: string | null;
}

declare module '../database/core/schema.ts' {
  interface Tables {
    job: JobTable;
  }
}

/** Identifies a job: no two have the same kind and key. */
export interface JobId {
  kind: string;
  key: string;
}

export interface NewJob extends JobId {
  /**
   * The payload for the kind's schema. It may contain only ids and numbers, because erasing a person's data doesn't
   * change payloads.
   */
  payload?: object;
  due: Instant;
  /** The time at which the job is queued. */
  at: Instant;
}

/**
 * Queues a job in the same transaction as its cause, so that both are committed or neither. The first process to claim
 * it runs it. If there is a job of the same kind and key, finished or not, queues nothing and returns false.
 */
export async function queueJob(tx: DbTransaction, { kind, key, payload = {}, due, at }: NewJob): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('job')
    .values({
      kind,
      key,
      payload: JSON.stringify(payload),
      due,
      created_at: at,
      status: 'waiting',
      leased_until: null,
      attempts: 0,
      last_error: '',
      dismissed: 0,
      finished_at: null,
    })
    .onConflict((clash) => clash.columns(['kind', 'key']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function hasJob(db: DbReader, { kind, key }: JobId): Promise<boolean> {
  const job = await db
    .selectFrom('job')
    .select('key')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
  return job !== undefined;
}

/** Builds the SQL condition that no process is working on a job: the job isn't claimed, or its claim has expired. */
export const isUnclaimedSql =
  (now: Instant) =>
  ({ or, eb }: ExpressionBuilder<Tables, 'job'>) =>
    or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]);

const free = (db: DbReader, now: Instant) =>
  db.selectFrom('job').where('status', '=', 'waiting').where('due', '<=', now).where(isUnclaimedSql(now));

/**
 * A job that can be claimed. If the process that had claimed the job was killed, `leased_until` is set, and has passed.
 */
export type ClaimableJob = Pick<JobTable, 'kind' | 'key' | 'attempts' | 'leased_until'>;

/** Finds the next job of a kind that is due and not claimed. */
export async function findNextClaimableJob(
  db: DbReader,
  kind: string,
  now: Instant,
): Promise<ClaimableJob | undefined> {
  return free(db, now)
    .select(['kind', 'key', 'attempts', 'leased_until'])
    .where('kind', '=', kind)
    .orderBy('due')
    .orderBy('key')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Claims a job, so that no other process claims it before `until`, and counts the attempt. Returns the job; undefined
 * if another process was quicker.
 */
export async function claimJob(
  tx: DbTransaction,
  { kind, key }: JobId,
  { now, until }: { now: Instant; until: Instant },
): Promise<JobTable | undefined> {
  return tx
    .updateTable('job')
    .set((job) => ({ attempts: job('attempts', '+', 1), leased_until: until }))
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('status', '=', 'waiting')
    .where('due', '<=', now)
    .where(isUnclaimedSql(now))
    .returningAll()
    .executeTakeFirst();
}

/** One attempt at a job. While it lasts, no attempt of another process has the same number. */
export type JobAttempt = Pick<JobTable, 'kind' | 'key' | 'attempts'>;

const attemptAt = (tx: DbTransaction, { kind, key, attempts }: JobAttempt) =>
  tx
    .updateTable('job')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('status', '=', 'waiting')
    // The job must not have been claimed by another process in the meantime
    .where('attempts', '=', attempts);

/** Extends the lease. Returns false if another process has claimed the job, or it is finished. */
export async function renewJobLease(tx: DbTransaction, attempt: JobAttempt, until: Instant): Promise<boolean> {
  const { numUpdatedRows } = await attemptAt(tx, attempt).set({ leased_until: until }).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records that a job is done. Returns false if another attempt has already finished it. */
export async function markJobDone(tx: DbTransaction, { kind, key }: JobId, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('job')
    .set({ status: 'done', finished_at: at, leased_until: null, last_error: '' })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * The reason why an attempt failed, and the time of the next attempt. Without a next attempt, the job has failed for
 * good.
 */
interface Failure {
  error: string;
  at: Instant;
  next: Instant | undefined;
}

const asFailed = ({ error, at, next }: Failure) => ({
  last_error: error,
  leased_until: null,
  ...(next ? { due: next } : ({ status: 'failed', finished_at: at } as const)),
});

/** Records that an attempt failed. */
export async function markJobFailed(tx: DbTransaction, attempt: JobAttempt, failure: Failure): Promise<void> {
  await attemptAt(tx, attempt).set(asFailed(failure)).execute();
}

/**
 * Records that an attempt was interrupted, which counts as a failed attempt. Returns false, with nothing changed, if
 * the process was only slow and has extended its lease since.
 */
export async function markJobInterrupted(tx: DbTransaction, job: ClaimableJob, failure: Failure): Promise<boolean> {
  const { numUpdatedRows } = await attemptAt(tx, job)
    .where('leased_until', '=', job.leased_until)
    .set(asFailed(failure))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Releases a job whose process is stopping. The attempt isn't counted. */
export async function releaseJob(tx: DbTransaction, attempt: JobAttempt): Promise<void> {
  await attemptAt(tx, attempt)
    .set({ attempts: attempt.attempts - 1, leased_until: null })
    .execute();
}

/**
 * Makes a waiting job due at once, even one that was interrupted. Returns false if it is no longer waiting, or is
 * claimed.
 */
export async function retryJobNow(tx: DbTransaction, { kind, key }: JobId, now: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('job')
    .set({ due: now, leased_until: null })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('status', '=', 'waiting')
    .where(isUnclaimedSql(now))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives a failed job all of its attempts again. Returns false if it hasn't failed. */
export async function retryFailedJob(tx: DbTransaction, { kind, key }: JobId, now: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('job')
    .set({ status: 'waiting', attempts: 0, last_error: '', due: now, dismissed: 0, finished_at: null })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('status', '=', 'failed')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records that a waiting, unclaimed job has failed for good. */
export async function giveUpJob(tx: DbTransaction, { kind, key }: JobId, at: Instant): Promise<void> {
  await tx
    .updateTable('job')
    .set({ status: 'failed', finished_at: at, leased_until: null })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('status', '=', 'waiting')
    .where(isUnclaimedSql(at))
    .execute();
}

/** Marks a failed job as dealt with. Returns false if it hasn't failed, or is already marked. */
export async function dismissJob(tx: DbTransaction, { kind, key }: JobId): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('job')
    .set({ dismissed: 1 })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('status', '=', 'failed')
    .where('dismissed', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the jobs of one kind with these keys, which aren't needed any more. */
export async function deleteJobs(tx: DbTransaction, kind: string, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.deleteFrom('job').where('kind', '=', kind).where('key', 'in', keys).execute();
}

/**
 * The number of days for which finished jobs are stored. It is longer than any two months, so that a monthly job's last
 * run is still known when the job is due again.
 */
export const jobRetentionDays = 100;

/** Deletes jobs that finished before the given time and were done or dismissed, except those of the given kinds. */
export async function deleteOldFinishedJobs(
  tx: DbTransaction,
  before: Instant,
  except: readonly string[],
): Promise<void> {
  let old = tx
    .deleteFrom('job')
    .where('finished_at', '<', before)
    .where(({ or, eb }) => or([eb('status', '=', 'done'), eb('dismissed', '=', 1)]));
  if (except.length > 0) old = old.where('kind', 'not in', except);
  await old.execute();
}

/** Selects the jobs of one kind. Their keys identify their subjects. */
export const selectJobsOfKind = (db: DbReader, kind: string) =>
  db
    .selectFrom('job')
    .select(['key', 'status', 'due', 'leased_until', 'attempts', 'last_error', 'dismissed', 'finished_at'])
    .where('kind', '=', kind);

/** The maximum number of jobs in a list. Nobody would read more. */
const maxListed = 200;

export interface OpenJobFilter {
  /** The kinds that are left out. */
  except: readonly string[];
  /** The kinds that have a handler. A job of another kind has failed, unless another process is running it. */
  handled: readonly string[];
  now: Instant;
}

/** Lists failed jobs that nobody has dismissed, then waiting ones: at most 200. */
export const listOpenJobs = (db: DbReader, filter: OpenJobFilter) =>
  openOf(db, filter.except)
    .select(['kind', 'key', 'payload', 'status', 'due', 'leased_until', 'attempts', 'last_error'])
    .select(['created_at', 'finished_at'])
    .orderBy((eb) => eb.case().when(isFailed(filter)(eb)).then(0).else(1).end())
    .orderBy('due')
    .orderBy('kind')
    .orderBy('key')
    .limit(maxListed)
    .execute();

/** Counts failed jobs that nobody has dismissed. */
export async function countOpenFailedJobs(db: DbReader, filter: OpenJobFilter): Promise<number> {
  const { total } = await openOf(db, filter.except)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(isFailed(filter))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Counts waiting jobs, and failed ones that nobody has dismissed, by kind. */
export const countOpenJobsByKind = (db: DbReader, filter: OpenJobFilter) =>
  openOf(db, filter.except)
    .select(({ fn, eb }) => [
      'kind',
      eb.case().when(isFailed(filter)(eb)).then('failed').else('waiting').end().as('state'),
      fn.countAll<number>().as('total'),
    ])
    .groupBy(['kind', 'state'])
    .orderBy('kind')
    .orderBy('state')
    .execute();

const isFailed =
  ({ handled, now }: OpenJobFilter) =>
  (job: ExpressionBuilder<Tables, 'job'>) =>
    job.or([
      job('status', '=', 'failed'),
      job.and([...(handled.length > 0 ? [job('kind', 'not in', handled)] : []), isUnclaimedSql(now)(job)]),
    ]);

function openOf(db: DbReader, except: readonly string[]) {
  const open = db
    .selectFrom('job')
    .where(({ or, and, eb }) =>
      or([eb('status', '=', 'waiting'), and([eb('status', '=', 'failed'), eb('dismissed', '=', 0)])]),
    );
  return except.length > 0 ? open.where('kind', 'not in', except) : open;
}

/** Returns the time at which a job of each of these kinds was last done. Kinds without such a job are left out. */
export async function findLastCompletionTimesByKind(
  db: DbReader,
  kinds: readonly string[],
): Promise<ReadonlyMap<string, Instant>> {
  const rows = await db
    .selectFrom('job')
    .select(({ fn }) => ['kind', fn.max('finished_at').as('at')])
    .where('status', '=', 'done')
    .where('kind', 'in', kinds)
    .groupBy('kind')
    .execute();
  return new Map(rows.map(({ kind, at }) => [kind, at ?? '']));
}

/** Finds a job with its state. */
export const findJob = (db: DbReader, { kind, key }: JobId) =>
  db.selectFrom('job').selectAll().where('kind', '=', kind).where('key', '=', key).executeTakeFirst();
