import type { Kysely } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

const seatsOfARow = 12;

export const migration: Migration = {
  async up(db, { table }) {
    // One row for each who may come: nobody can have a place that another has, nor one that isn't there
    await table(
      'place',
      {
        performance_id: column.reference('performance', { onDelete: 'cascade' }),
        number: column.integer(),
        // The ticket that has it, by an id that refers to no row: who sells tickets stands above
        taken_by: column.text({ optional: true, unique: true }),
        // Until when it is only held; null once it is sold
        held_until: column.instant({ optional: true }),
      },
      (place) => place.addPrimaryKeyConstraint('place_by_number', ['performance_id', 'number'] as never),
    );
    await db.schema
      .createIndex('place_by_taker')
      .on('place')
      .columns(['performance_id', 'taken_by', 'held_until'])
      .execute();

    const rows = db as unknown as Kysely<{
      performance: { id: string; capacity: number | null; row_count: number; hidden_seats: string };
      place: { performance_id: string; number: number; taken_by: string | null; held_until: string | null };
    }>;
    const performances = await rows
      .selectFrom('performance')
      .select(['id', 'capacity', 'row_count', 'hidden_seats'])
      .execute();
    for (const { id, capacity, row_count, hidden_seats } of performances) {
      const seats = capacity ?? row_count * seatsOfARow - JSON.parse(hidden_seats).length;
      for (let number = 1; number <= seats; number++) {
        await rows
          .insertInto('place')
          .values({ performance_id: id, number, taken_by: null, held_until: null })
          .execute();
      }
    }
  },
};
