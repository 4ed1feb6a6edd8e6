import type { Trash } from '#platform/server/feature/trash.ts';
import { parseSizes } from './store.ts';

/** Deleted pictures, videos and recordings; purging one removes every trace of its uses. */
export const mediaTrash: Trash = {
  name: 'media',
  table: 'media_with_deleted',
  bytes: {
    async listPurgedKeys(db, before) {
      const rows = await db
        .selectFrom('media_with_deleted')
        .select('sizes')
        .where('deleted_at', '<=', before)
        .execute();
      return [...new Set(rows.flatMap(({ sizes }) => parseSizes(sizes).map(({ key }) => key)))];
    },
    async isStillNeeded(db, key, before) {
      const row = await db
        .selectFrom('media_with_deleted')
        .select('id')
        .where('sizes', 'like', `%"${key}"%`)
        .where(({ eb, or }) => or([eb('deleted_at', 'is', null), eb('deleted_at', '>', before)]))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  },
};

/** Albums that were deleted; their items stay. */
export const albumTrash: Trash = { name: 'albums', table: 'album_with_deleted' };
