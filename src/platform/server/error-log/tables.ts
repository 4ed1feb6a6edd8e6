/** An error of the program, counted each time it happens. It contains nothing that was typed, requested or stored. */
export interface FaultTable {
  /** Made from its type, code and place. */
  id: string;
  /** "TypeError". */
  type: string;
  /** "ENOSPC"; "" for none. */
  code: string;
  /** The place in the program: "src/features/archive/shows/server/store.ts:41". */
  place: string;
  /** The route or the job where it happened last. */
  happened_in: string;
  times: number;
  first_at: string;
  last_at: string;
  /** The id of the last request, which the log has too; "" for a job. */
  request_id: string;
  /** The version it last happened in. */
  version: string;
}

declare module '../database/core/schema.ts' {
  interface Tables {
    fault: FaultTable;
  }
}
