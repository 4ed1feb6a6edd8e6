export interface ReviewTable {
  /** The URL of the review, exactly as in `noda_review` of the show. */
  url: string;
  /** The review as safe HTML, written by `extractReview`. */
  html: string;
  fetched_at: string;
  /** 1 for a made-up review of the demo, which exists on no website. */
  practice: 0 | 1;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    review: ReviewTable;
  }
}
