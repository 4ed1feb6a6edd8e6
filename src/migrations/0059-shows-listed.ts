import { sql } from 'kysely';
import type { Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db) {
    // The order of every list of shows, and what stands before and after a place in it
    await db.schema
      .createIndex('show_listed')
      .on('show')
      .columns(['date desc', 'title_key', 'id'])
      .where(sql<boolean>`cancelled = 0 and archived_at is null`)
      .execute();
  },
};
