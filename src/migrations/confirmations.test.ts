import { expect } from 'vitest';
import { openDatabase, write } from '#platform/server/database/index.ts';
import { onEachEmptyPlace } from '#tests/support/site/engines.ts';
import { migrations } from './index.ts';

const noon = '2026-11-21T12:00:00.000Z';
const stepOf = (step: string) => migrations.findIndex(([name]) => name === step);

/**
 * Creates a database as it was before a migration, with these rows, and opens it with all migrations. Today's columns may
 * not exist at that step.
 */
async function openBefore(place: Parameters<typeof openDatabase>[0], step: string, rows: [string, object][]) {
  const before = await openDatabase(place, migrations.slice(0, stepOf(step)));
  const day = { first_date: '2027-01-01', first_date_precision: 'day', date: '2027-01-02', date_precision: 'day' };
  const at = { created_at: noon, updated_at: noon };
  const show = { id: 'show', title: 'Hamlet', title_key: 'hamlet', cancelled: 0, ...day, ...at };
  const night = { id: 'night', show_id: 'show', starts_at: '2027-01-01T19:30:00.000Z', created_at: noon };
  await write(before, async (tx) => {
    for (const [table, row] of [['show', show], ['performance', night], ...rows] as [string, object][]) {
      await tx
        .insertInto(table as 'setting')
        .values(row as never)
        .execute();
    }
  });
  await before.close();
  return openDatabase(place, migrations);
}

onEachEmptyPlace(
  'after the upgrade, free companion ticket types need a paying ticket; other free types and paid types don’t',
  async (on) => {
    const type = (id: string, name: string, pence: number): [string, object] => [
      'ticket_type',
      { id, name, name_key: name.toLowerCase(), performance_id: 'night', pence, ord: 1 },
    ];
    const db = await openBefore(on.place, '0076-free-tickets', [
      type('companion', 'Companion', 0),
      type('carer', 'Free carer', 0),
      type('child', 'Child under 5', 0),
      type('paid', 'Companion with supper', 500),
    ]);
    const types = await db.read.selectFrom('ticket_type').select(['id', 'needs_paying_ticket']).execute();
    expect(Object.fromEntries(types.map((row) => [row.id, row.needs_paying_ticket]))).toEqual({
      companion: 1,
      carer: 1,
      child: 0,
      paid: 0,
    });
    await db.close();
  },
);

onEachEmptyPlace('parties that waited before the upgrade count as confirmed from the time they joined', async (on) => {
  const db = await openBefore(on.place, '0083-waiting-list-confirmed', [
    [
      'waiting_party',
      { id: 'party', show_id: 'show', name: 'Ann', email: 'ann@home.example', size: 2, created_at: noon },
    ],
  ]);
  expect(await db.read.selectFrom('waiting_party').select(['confirmed_at', 'offered_at']).execute()).toEqual([
    { confirmed_at: noon, offered_at: null },
  ]);
  await db.close();
});
