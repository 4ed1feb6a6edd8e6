import type { Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db) {
    await db.insertInto('revision').values({ name: 'sales', value: 1 }).execute();
  },
};
