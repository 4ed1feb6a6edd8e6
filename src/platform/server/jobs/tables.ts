/** A piece of work that is done once, whichever process does it; its kind and key say which. */
export interface JobTable {
  kind: string;
  key: string;
  /** JSON for the schema of its kind: ids and numbers, nothing about a person. */
  payload: string;
  status: 'waiting' | 'done' | 'failed';
  /** The time at which it is due, or tried next. */
  due: string;
  /** Until then a process has claimed it, and prolongs that while it works; null while none has. */
  leased_until: string | null;
  /** The number of claims. */
  attempts: number;
  /** Codes alone ("EENVELOPE 550"), since words may name people; "" for none. */
  last_error: string;
  /** 1 when an admin has marked the failure as dealt with. */
  dismissed: 0 | 1;
  created_at: string;
  /** The time it was done or given up; null before that. */
  finished_at: string | null;
}

declare module '../database/core/schema.ts' {
  interface Tables {
    job: JobTable;
  }
}
