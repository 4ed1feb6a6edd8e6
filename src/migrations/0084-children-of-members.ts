import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { addColumns }) {
    // The person in shows whom a subscription for somebody else is for, and the admin who said so
    await addColumns('subscription', {
      person_id: column.reference('person', { optional: true, onDelete: 'set null' }),
      person_linked_by: column.reference('user', { optional: true, onDelete: 'set null' }),
    });
  },
};
