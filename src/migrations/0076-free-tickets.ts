import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { addColumns }) {
    // Visitors may take no more of these than tickets that cost something, for each performance
    await addColumns('ticket_type', { needs_paying_ticket: column.boolean() });
    await sql`
      update ticket_type set needs_paying_ticket = 1
      where pence = 0
        and (name_key like '%companion%' or name_key like '%carer%' or name_key like '%personal assistant%')
    `.execute(db);
    await addColumns('basket', {
      // Says who confirms an order that costs nothing: its buyer, by the link in an email, or the box office
      confirmation: column.oneOf(['', 'email', 'box office', 'declined'], { initially: '' }),
      // How often it was asked for: each link is good for the last time only
      confirmation_attempt: column.integer({ initially: 0 }),
    });
    await db.schema
      .createIndex('basket_by_confirmation')
      .on('basket')
      .columns(['show_id', 'confirmation'])
      .where(sql<boolean>`confirmation <> ''`)
      .execute();
  },
};
