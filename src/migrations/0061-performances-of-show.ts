import type { Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db) {
    // A show's performances, cancelled ones too, are asked for with each letter about an order: that read all there ever were
    await db.schema
      .createIndex('performance_of_show')
      .on('performance')
      .columns(['show_id', 'starts_at', 'created_at', 'id'])
      .execute();
    await db.schema.createIndex('gift_aid_declaration_by_user').on('gift_aid_declaration').column('user_id').execute();
  },
};
