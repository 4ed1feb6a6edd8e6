import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { addColumns }) {
    // What a membership costs, and a ticket: of two who save the same, the last wrote over the first unseen
    for (const name of ['subscription_plan', 'ticket_type']) {
      await addColumns(name, { version: column.integer({ initially: 1 }) });
    }
  },
};
