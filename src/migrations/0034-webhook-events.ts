import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    await table(
      'webhook_event',
      { service: column.text(), id: column.text(), received_at: column.instant() },
      (event) => event.addPrimaryKeyConstraint('webhook_event_by_id', ['service', 'id'] as never),
    );
    await db.schema.createIndex('webhook_event_by_time').on('webhook_event').column('received_at').execute();
  },
};
