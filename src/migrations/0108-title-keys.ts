import type { Migration } from '#platform/server/database/index.ts';
import { toSortKey } from './frozen/sort-key.ts';

interface Show {
  id: string;
  title: string;
  title_key: string;
}

/** Computes the sort keys of titles again: "The Zoo" is now listed before "Zoo Story". */
export const migration: Migration = {
  async up(db) {
    const shows = (await db.selectFrom('show').select(['id', 'title', 'title_key']).execute()) as unknown as Show[];
    for (const { id, title, title_key } of shows) {
      const key = toSortKey(title);
      if (key !== title_key) await db.updateTable('show').set({ title_key: key }).where('id', '=', id).execute();
    }
  },
};
