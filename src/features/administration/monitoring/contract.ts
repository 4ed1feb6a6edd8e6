import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { id } from '#platform/shared/calls/schemas.ts';

export const jobsPath = '/members/admin/jobs';

/** A job that is waiting, running or failed. */
export const ListedJob = z.object({
  kind: z.string(),
  key: z.string(),
  /** The label of the job's kind. */
  name: z.string(),
  /** The job's subject, such as a performance; "" if it has none. */
  about: z.string(),
  state: z.enum(['failed', 'retrying', 'running', 'waiting']),
  /**
   * The time, with the society's UTC offset, when the job is due or is tried again; for a failed job, the time when it
   * was given up.
   */
  at: z.string(),
  attempts: z.int(),
  /** The codes of the last error; "" for none. */
  codes: z.string(),
});
export type ListedJob = z.infer<typeof ListedJob>;

/** A job that runs on a schedule, such as emptying the trash each night. */
export const ScheduledJob = z.object({
  kind: z.string(),
  name: z.string(),
  /** The time, with the society's UTC offset, when the job last ran; "" if that isn't known. */
  last: z.string(),
  next: z.string(),
});

/** `/members/admin/jobs`: the background jobs. */
export const JobsContent = z.object({
  type: z.literal('jobs'),
  title: z.string(),
  /** Failed jobs first. */
  jobs: z.array(ListedJob),
  /** Scheduled jobs, with the next one first. */
  by_clock: z.array(ScheduledJob),
});
export type JobsContent = z.infer<typeof JobsContent>;

export const retryJob = declareCall('POST', '/members/api/jobs/:kind/:key/retry');
export const dismissJob = declareCall('POST', '/members/api/jobs/:kind/:key/dismiss');

export const errorLogPath = '/members/admin/errors';

/** An error in the program, and how often it happened. */
export const ListedError = z.object({
  id,
  /** The error's type, such as "TypeError", followed by its code if there is one. */
  what: z.string(),
  /** The source file and line of the error: "src/features/archive/shows/server/store.ts:41"; "" if unknown. */
  place: z.string(),
  /** The route, the background job or the loop in which the error last happened. */
  happened_in: z.string(),
  times: z.int(),
  /** The times when the error first and last happened, with the society's UTC offset. */
  first: z.string(),
  last: z.string(),
  /**
   * The id, in the server's log, of the request in which the error last happened; "" if that was in a job or a loop.
   */
  request: z.string(),
  version: z.string(),
});
export type ListedError = z.infer<typeof ListedError>;

/** `/members/admin/errors`: the errors in the program. */
export const ErrorLogContent = z.object({
  type: z.literal('faults'),
  title: z.string(),
  /** Most recent first. */
  faults: z.array(ListedError),
});
export type ErrorLogContent = z.infer<typeof ErrorLogContent>;

export const dismissError = declareCall('POST', '/members/api/errors/:id/dismiss');

export const updatesPath = '/members/admin/updates';

/** `/members/admin/updates`: the running version and the check for new ones. */
export const UpdatesContent = z.object({
  type: z.literal('updates'),
  title: z.string(),
  /** The version that is running. */
  version: z.string(),
  may_change: z.boolean(),
  /** The URL of the release feed; "" while the check is off. */
  feed: z.string(),
  /** The time of the last check, with the society's UTC offset; "" for never. */
  checked: z.string(),
  /** The problem of the last check, as a sentence; "" for none. */
  problem: z.string(),
  /** A newer version, and the URL of its release notes; "" for none. */
  newer: z.string(),
  link: z.string(),
});
export type UpdatesContent = z.infer<typeof UpdatesContent>;

/**
 * Switches the check for new versions on, or off with an empty URL. After switching on, the feed is requested at
 * once.
 */
export const saveReleaseFeedUrl = declareCall('POST', '/members/api/admin/updates', {
  body: z.object({ feed: z.string().trim().max(500, 'Keep the address to 500 characters or fewer.') }),
});

declare module '#platform/shared/pages.ts' {
  interface Pages {
    jobs: JobsContent;
    faults: ErrorLogContent;
    updates: UpdatesContent;
  }
}
