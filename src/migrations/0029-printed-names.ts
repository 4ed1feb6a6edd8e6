import { sql } from 'kysely';
import type { Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db) {
    // Finds whom a programme meant by a name that they don't go by; most credits have none
    await db.schema
      .createIndex('credit_by_printed_name')
      .on('credit')
      .columns(['printed_as', 'person_id'])
      .where(sql<boolean>`printed_as <> ''`)
      .execute();
  },
};
