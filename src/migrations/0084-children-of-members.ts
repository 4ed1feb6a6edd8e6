import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { addColumns }) {
    // The person in shows for whom somebody pays a subscription, and the admin who linked them
    await addColumns('subscription', {
      person_id: column.reference('person', { optional: true, onDelete: 'set null' }),
      person_linked_by: column.reference('user', { optional: true, onDelete: 'set null' }),
    });
  },
};
