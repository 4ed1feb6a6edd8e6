import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    await table('door_mark', {
      // Given by the device that made it, so that one sent twice is one
      id: column.id(),
      ticket_id: column.reference('ticket', { onDelete: 'cascade' }),
      performance_id: column.reference('performance', { onDelete: 'cascade' }),
      // Whether its holder came in; 0 takes that back
      came: column.boolean(),
      at: column.instant(),
      device: column.text(),
      user_id: column.reference('user', { optional: true, onDelete: 'set null' }),
      // Its ticket, where this is the mark that it is in by: nobody comes in twice with one
      in_by_it: column.text({ optional: true, unique: true }),
    });
    await db.schema.createIndex('door_mark_by_performance').on('door_mark').column('performance_id').execute();
    await db.schema.createIndex('door_mark_by_ticket').on('door_mark').column('ticket_id').execute();
    await db.schema.createIndex('door_mark_by_user').on('door_mark').column('user_id').execute();
  },
};
