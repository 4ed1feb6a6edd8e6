import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';

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
   * The time, with the society's UTC offset, when the job is due or is tried again; for a job that was given up, when
   * that happened.
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

declare module '#platform/shared/pages.ts' {
  interface Pages {
    jobs: JobsContent;
  }
}
