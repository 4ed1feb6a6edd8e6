export interface ReviewTable {
  /** As a show names it, to the letter. */
  url: string;
  /** Safe to show: written by `readReview`. */
  html: string;
  fetched_at: string;
  /** 1 for the demo's made-up review: it has no site to be fetched from. */
  practice: 0 | 1;
}

declare module '#platform/server/database/schema.ts' {
  interface Tables {
    review: ReviewTable;
  }
}
