import type { DbReader } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

/**
 * Looks up the fields that decide who may read a post's files. Features with posts contribute it, because they depend
 * on this feature, not the other way round.
 */
export type PostAccessLookup = (
  db: DbReader,
  postId: string,
) => Promise<{ show_id: string | null; type: 'public' | 'auditions' | 'private'; published_at: Instant } | undefined>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** Lookups that features with posts contribute. */
    postsOfFiles: readonly PostAccessLookup[];
  }
}

/** Combines the lookups of all features that have posts into one lookup, which returns the first result. */
export const combinePostAccessLookups =
  (all: readonly PostAccessLookup[]): PostAccessLookup =>
  async (db, postId) => {
    for (const postOf of all) {
      const post = await postOf(db, postId);
      if (post) return post;
    }
    return undefined;
  };
