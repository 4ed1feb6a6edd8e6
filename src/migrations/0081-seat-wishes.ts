import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { addColumns }) {
    await addColumns('ticket_order', {
      // The party's wishes: front, back or aisle, with commas between
      seat_wishes: column.text(),
      // References of the orders that it wants to sit next to, with commas between
      next_to: column.text(),
      // Suggestions from its note that somebody has decided against, with commas between
      ignored_suggestions: column.text(),
    });
  },
};
