import type { ZodType } from 'zod';
import { addDays, type CalendarDate, type Instant, toCalendarDate } from '#platform/shared/dates/dates.ts';
import { toInstant } from '#platform/shared/dates/local-time.ts';
import type { DbReader, DbTransaction } from '../database/index.ts';

/**
 * The times at which a scheduled job runs, in the society's time zone: each day, or on one day of each month (1 to 28,
 * which every month has).
 */
export type Schedule = { every: 'day'; at: TimeOfDay } | { every: 'month'; on: number; at: TimeOfDay };

/** `03:00`. Avoid times from one to three at night: clocks skip an hour then in spring, and repeat one in autumn. */
export type TimeOfDay = `${number}:${number}`;

/** One occurrence of a schedule: its local day, which is its key, and its instant. */
export interface Occurrence {
  day: CalendarDate;
  due: Instant;
}

/** Returns the last occurrence at or before `now`. */
export function findLastOccurrence(time: Schedule, now: Instant, timeZone: string): Occurrence {
  const day = toCalendarDate(now, timeZone);
  const here = occurrence(time, dayOf(time, day), timeZone);
  return here.due <= now ? here : occurrence(time, dayBefore(time, here.day), timeZone);
}

/** Returns the first occurrence after `now`. */
export function findNextOccurrence(time: Schedule, now: Instant, timeZone: string): Occurrence {
  const last = findLastOccurrence(time, now, timeZone);
  return occurrence(time, dayAfter(time, last.day), timeZone);
}

const occurrence = ({ at }: Schedule, day: CalendarDate, timeZone: string): Occurrence => ({
  day,
  due: toInstant(`${day}T${at}`, timeZone),
});

/** Returns the day of the occurrence in the period (the day or the month) that contains `day`. */
const dayOf = (time: Schedule, day: CalendarDate): CalendarDate =>
  time.every === 'day' ? day : `${day.slice(0, 8)}${String(time.on).padStart(2, '0')}`;

const dayBefore = (time: Schedule, day: CalendarDate) =>
  dayOf(time, addDays(time.every === 'day' ? day : `${day.slice(0, 8)}01`, -1));

/**
 * Returns the day of the next occurrence. From the first of a month, 31 days reach the next month and never the month
 * after it: no month is longer than 31 days, and any two consecutive months are longer than that together.
 */
const dayAfter = (time: Schedule, day: CalendarDate) =>
  time.every === 'day' ? addDays(day, 1) : dayOf(time, addDays(`${day.slice(0, 8)}01`, 31));

/**
 * The writes in the transaction that records a job as done. They are committed together with that record, once, or not
 * at all.
 */
export type CompletionWrites = (tx: DbTransaction) => Promise<void>;

/** The input of one attempt at a job. */
export interface JobContext<Payload> {
  key: string;
  payload: Payload;
  /**
   * Tells the attempt to stop at the next safe point. The signal aborts if the process is stopping, or another process
   * has claimed the job.
   */
  signal: AbortSignal;
}

/**
 * Handles the jobs of one kind. A process can be killed at any line, and the job then runs again from the start. `run`
 * must therefore be idempotent: check what an earlier attempt did, write in one transaction (or in the returned
 * `CompletionWrites`), and send idempotency keys to other services.
 */
export interface JobHandler {
  kind: string;
  /** The job's name for admins: "Emptying the trash". */
  name: string;
  /** The times at which a scheduled job is due. */
  schedule?: Schedule;
  /**
   * The number of these jobs that each process runs at the same time. Default: one. Use more for jobs that wait for
   * another service.
   */
  atOnce?: number;
  /**
   * True if finished jobs stay until the feature that queued them deletes them. Other jobs are deleted some time after
   * they finish.
   */
  jobsStay?: true;
  /**
   * Describes the jobs with these payloads for admins, in the same order: "Blithe Spirit, Friday 16 April"; "" if the
   * subject is gone or can't be read.
   */
  about?: (db: DbReader, payloads: readonly unknown[]) => Promise<string[]>;
  /**
   * Reads the payload and runs the job.
   *
   * @throws if the attempt fails, or the payload doesn't fit its schema
   */
  run: (task: JobContext<unknown>) => Promise<CompletionWrites | undefined>;
}

interface JobOptions<Payload> extends Pick<JobHandler, 'kind' | 'name' | 'jobsStay' | 'atOnce'> {
  /** The schema of the payload given to `queueJob`; a job that needs only its key has no payload. */
  payload: ZodType<Payload>;
  /** Describes the job of each of these payloads, in the same order, so that admins can tell the jobs apart. */
  about?: (db: DbReader, payloads: readonly Payload[]) => Promise<string[]>;
}

/** Defines a job that `queueJob` queues. */
export const defineJob = <Payload>(
  { payload: schema, about, ...named }: JobOptions<Payload>,
  run: (task: JobContext<Payload>) => Promise<CompletionWrites | undefined>,
): JobHandler => ({
  ...named,
  ...(about && {
    about: async (db, payloads) => {
      const read = payloads.map((payload) => schema.safeParse(payload));
      const abouts = await about(
        db,
        read.flatMap(({ success, data }) => (success ? [data] : [])),
      );
      const next = abouts.values();
      return read.map(({ success }) => (success && next.next().value) || '');
    },
  }),
  run: (task) => run({ ...task, payload: schema.parse(task.payload) }),
});

/**
 * Defines a scheduled job. Each occurrence runs once across all processes. If several occurrences were missed, the job
 * runs only once after a restart, so it must do everything that is due. `day` is the occurrence's local date.
 */
export const defineScheduledJob = (
  about: Pick<JobHandler, 'kind' | 'name'> & { schedule: Schedule },
  run: (signal: AbortSignal, day: CalendarDate) => Promise<void>,
): JobHandler => ({
  ...about,
  run: async ({ key, signal }) => {
    await run(signal, key);
    return undefined;
  },
});
