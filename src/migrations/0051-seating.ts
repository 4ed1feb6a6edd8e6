import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { table, addColumns }) {
    await addColumns('performance', {
      // Of what the seating planner saves, apart from the version of the rest
      plan_version: column.integer({ initially: 1 }),
    });
    // One order in a seat, and one seat for a ticket: a second of either is refused here, whoever asks
    await table(
      'seat_assignment',
      {
        performance_id: column.reference('performance', { onDelete: 'cascade' }),
        seat: column.text(),
        ticket_id: column.reference('ticket', { onDelete: 'cascade', unique: true }),
      },
      (assignment) =>
        assignment.addPrimaryKeyConstraint('seat_assignment_by_seat', ['performance_id', 'seat'] as never),
    );
  },
};
