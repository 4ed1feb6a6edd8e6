/** An error of the program, counted each time it happens. It contains nothing that was typed, requested or stored. */
export interface FaultTable {
  /** Derived from the error's type, code and place. */
  id: string;
  /** "TypeError". */
  type: string;
  /** A code such as "ENOSPC"; "" for none. */
  code: string;
  /** The place in the program: "src/features/archive/shows/server/store.ts:41". */
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
