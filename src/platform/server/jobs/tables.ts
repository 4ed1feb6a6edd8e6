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
   * The number of attempts since the job was queued, or since a failed job was retried. An attempt isn't counted if its
   * process stopped it.
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
