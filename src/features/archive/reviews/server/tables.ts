export interface ReviewTable {
  /** Exactly as a show has it. */
  url: string;
  /** Safe to show: written by `readReview`. */
  html: string;
  fetched_at: string;
  /** 1 for the demo's made-up review, which is on no site. */
  practice: 0 | 1;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    review: ReviewTable;
  }
}
