import type { Reading } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates.ts';

/** What of a post decides who may read the files that hang on it. Posts stand above files, and hand this in. */
export type PostOfFile = (
  db: Reading,
  postId: string,
) => Promise<{ show_id: string | null; type: 'public' | 'auditions' | 'private'; published_at: Instant } | undefined>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** Each finds the posts of one feature. */
    postsOfFiles: readonly PostOfFile[];
  }
}

/** Asks all who have posts. */
export const postAmong =
  (all: readonly PostOfFile[]): PostOfFile =>
  async (db, postId) => {
    for (const postOf of all) {
      const post = await postOf(db, postId);
      if (post) return post;
    }
    return undefined;
  };
