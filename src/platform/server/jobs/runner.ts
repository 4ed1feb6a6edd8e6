import type { Instant } from '#platform/shared/dates/dates.ts';
import { addMs, minute } from '#platform/shared/dates/durations.ts';
import { yieldToEventLoop } from '../background/event-loop.ts';
import type { Loop } from '../background/loops.ts';
import { type Database, write } from '../database/index.ts';
import { findLastOccurrence, type JobHandler } from './job-handler.ts';
import {
  type ClaimableJob,
  claimJob,
  findNextClaimableJob,
  hasJob,
  type JobAttempt,
  type JobTable,
  markJobDone,
  markJobFailed,
  markJobInterrupted,
  queueJob,
  releaseJob,
  renewJobLease,
} from './job-store.ts';
import { PermanentFailure, retryDelaysInMinutes } from './retries.ts';

/** The code of an attempt that ended without a result: its process was killed, or the job crashed it. */
const unfinished = 'EUNFINISHED';

/** The error of a job that is given up because its last attempt was interrupted. */
class InterruptedError extends Error {
  readonly code = unfinished;
}

export interface JobRunnerOptions {
  db: Database;
  clock: () => Date;
  work: readonly JobHandler[];
  /**
   * Called for each failed attempt, and for a job whose last attempt was interrupted. `isRetried` is true if another
   * attempt follows.
   */
  onFault?: (error: unknown, kind: string, more: { isRetried: boolean }) => void;
  /**
   * The time in milliseconds for which a claim lasts. The claim is extended while the job runs. If a claim has expired,
   * its process has therefore died, or could not reach the database.
   */
  lease?: number;
}

/**
 * Returns the codes of an error: "EENVELOPE 550". The error's message is not stored, because it may contain names and
 * addresses.
 */
function codesOf(error: unknown): string {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  const codes = [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number');
  return codes.join(' ') || 'fault';
}

/**
 * Runs all due jobs until none is left or `signal` aborts, in parallel up to each kind's limit. Several processes may
 * call this, because each job is claimed in its own transaction. Each job runs at least once.
 */
export async function runDueJobs(working: JobRunnerOptions, signal?: AbortSignal): Promise<void> {
  await Promise.all(working.work.map((work) => runDueJobsOfKind(working, work, signal)));
}

async function runDueJobsOfKind(working: JobRunnerOptions, work: JobHandler, signal?: AbortSignal): Promise<void> {
  const { db, clock, lease = 2 * minute } = working;
  const { atOnce = 1 } = work;
  const inHand = new Set<Promise<void>>();
  const begin = (job: JobTable) => {
    const attempt = attemptJob(working, { work, job, lease }, signal).finally(() => inHand.delete(attempt));
    // Each of these promises is awaited below. Until then its rejection must be handled
    attempt.catch(() => undefined);
    inHand.add(attempt);
  };
  try {
    while (!signal?.aborted) {
      const now = clock();
      const next = await findNextClaimableJob(db.read, work.kind, now.toISOString());
      // A running job may still queue another job
      if (!next && inHand.size === 0) return;
      if (next && (await delayInterruptedJob(working, next, lease))) continue;
      const turn = { now: now.toISOString(), until: addMs(now, lease) };
      const job = next && (await write(db, (tx) => claimJob(tx, next, turn)));
      if (job) begin(job);
      if (!next || inHand.size >= atOnce) await Promise.race(inHand);
      // On SQLite nothing else in this loop yields, and there may be a thousand jobs
      await yieldToEventLoop();
    }
  } finally {
    await Promise.allSettled(inHand);
  }
}

/**
 * If a job's last attempt was interrupted and its back-off isn't over, records that and returns true. The job then
 * waits for the rest of the back-off or, if no attempt is left, has failed for good. The back-off is the same as after
 * a failed attempt, counted from the last lease renewal, so that restarts can't use up a payment's attempts within
 * minutes.
 */
async function delayInterruptedJob(
  { db, clock, onFault }: JobRunnerOptions,
  job: ClaimableJob,
  lease: number,
): Promise<boolean> {
  if (job.leased_until === null) return false;
  const at = clock().toISOString();
  const delay = retryDelaysInMinutes[job.attempts - 1];
  const next = delay === undefined ? undefined : addMs(job.leased_until, delay * minute - lease);
  if (next !== undefined && next <= at) return false;
  const isMarked = await write(db, (tx) => markJobInterrupted(tx, job, { error: unfinished, at, next }));
  if (isMarked && next === undefined) {
    const error = new InterruptedError(
      'The process was killed during the task’s last attempt, or the task crashed it.',
    );
    onFault?.(error, job.kind, { isRetried: false });
  }
  return true;
}

async function attemptJob(
  { db, clock, onFault }: JobRunnerOptions,
  { work, job, lease }: { work: JobHandler; job: JobTable; lease: number },
  stopping?: AbortSignal,
): Promise<void> {
  const fail = (error: string, next?: Instant) =>
    write(db, (tx) => markJobFailed(tx, job, { error, at: clock().toISOString(), next }));
  const hold = holdLease({ db, clock, lease }, job);
  const signal = stopping ? AbortSignal.any([stopping, hold.lost]) : hold.lost;
  try {
    const finish = await work.run({ key: job.key, payload: JSON.parse(job.payload), signal });
    await hold.end();
    await yieldToEventLoop();
    const at = clock().toISOString();
    await write(db, async (tx) => {
      if (await markJobDone(tx, job, at)) await finish?.(tx);
    });
  } catch (error) {
    await hold.end();
    // The job stopped because this process is stopping
    if (stopping?.aborted) return write(db, (tx) => releaseJob(tx, job));
    const delay = error instanceof PermanentFailure ? undefined : retryDelaysInMinutes[job.attempts - 1];
    onFault?.(error, job.kind, { isRetried: delay !== undefined });
    await fail(codesOf(error), delay === undefined ? undefined : addMs(clock(), delay * minute));
  }
}

/** Extends a lease repeatedly until `end` is called. `lost` aborts if another process has claimed the job. */
function holdLease(
  { db, clock, lease }: Pick<JobRunnerOptions, 'db' | 'clock'> & { lease: number },
  attempt: JobAttempt,
) {
  const lost = new AbortController();
  let renewing: Promise<unknown> = Promise.resolve();
  const renew = async () => {
    if (!(await write(db, (tx) => renewJobLease(tx, attempt, addMs(clock(), lease))))) lost.abort();
  };
  const timer = setInterval(() => {
    // If the database is unavailable for a moment, there is time for another renewal before the lease ends
    renewing = renewing.then(renew).catch(() => undefined);
  }, lease / 3);
  timer.unref();
  return {
    lost: lost.signal,
    end: async () => {
      clearInterval(timer);
      await renewing;
    },
  };
}

/**
 * Queues the scheduled jobs that have become due, once for each occurrence across all processes, by the society's local
 * day. If several occurrences were missed while the site was down, only the last one runs.
 */
export async function queueScheduledJobs({ db, clock, work }: JobRunnerOptions, timeZone: string): Promise<void> {
  const at = clock().toISOString();
  for (const { kind, schedule } of work) {
    if (!schedule) continue;
    const { day, due } = findLastOccurrence(schedule, at, timeZone);
    if (await hasJob(db.read, { kind, key: day })) continue;
    await write(db, (tx) => queueJob(tx, { kind, key: day, due, at }));
  }
}

/**
 * Creates the loops that run jobs in each process. One loop for each kind starts due jobs within two seconds, and one
 * loop queues scheduled jobs.
 */
export const createJobLoops = (working: JobRunnerOptions, timeZone: () => Promise<string>): Loop[] => {
  const { work } = working;
  return [
    ...work.map((one) => ({
      name: one.name,
      everyMs: 2000,
      run: (signal: AbortSignal) => runDueJobsOfKind(working, one, signal),
    })),
    {
      name: 'queueing scheduled tasks',
      everyMs: minute,
      run: async () => queueScheduledJobs(working, await timeZone()),
    },
  ];
};
