import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table, appendOnly }) {
    // Who looked at whose emergency contact stays written, whatever a later program has a mind to
    await appendOnly('audit');

    await table('calendar_feed', {
      id: column.id(),
      // One each: a new address takes the place of the old one
      user_id: column.reference('user', { unique: true, onDelete: 'cascade' }),
      token_hash: column.text({ unique: true }),
      created_at: column.instant(),
    });

    await table('feedback', {
      id: column.id(),
      user_id: column.reference('user', { optional: true, onDelete: 'set null' }),
      name: column.text(),
      email: column.text(),
      about: column.oneOf(['broken', 'lost', 'idea', 'data', 'other']),
      message: column.text(),
      wants_reply: column.boolean(),
      device: column.text(),
      state: column.oneOf(['new', 'seen', 'done']),
      received_at: column.instant(),
    });
    await db.schema.createIndex('feedback_by_time').on('feedback').columns(['received_at', 'id']).execute();
    await db.schema.createIndex('feedback_by_user').on('feedback').columns(['user_id', 'received_at']).execute();
  },
};
