import fc from 'fast-check';
import { expect } from 'vitest';
import { type Database, write } from '#platform/server/database/index.ts';
import { onSite } from '#tests/support/site/app.ts';
import { onEachEngine, openTestDatabase } from '#tests/support/site/engines.ts';
import { bookingCallsPath, createBoxOffice } from '#tests/support/society/box-office.ts';
import { allocateOrderReferences } from './orders.ts';

/** Allocates references in a sale, which may be refused afterwards. */
const sale = (db: Database, { count, refused }: { count: number; refused: boolean }) =>
  write(db, async (tx) => {
    const first = await allocateOrderReferences(tx, count);
    if (refused) throw new Error('refused');
    return Array.from({ length: count }, (_, at) => first + at);
  }).catch(() => []);

const sales = fc.array(fc.record({ count: fc.integer({ min: 1, max: 5 }), refused: fc.boolean() }), { maxLength: 12 });

onEachEngine('order references are consecutive integers, and refused sales leave no gaps', async ({ db }) => {
  let last = 0;
  await fc.assert(
    fc.asyncProperty(sales, async (all) => {
      for (const one of all) {
        const given = await sale(db, one);
        expect(given).toEqual(Array.from({ length: one.refused ? 0 : one.count }, (_, at) => last + at + 1));
        last += given.length;
      }
    }),
    { numRuns: 10 },
  );
});

onEachEngine('two processes that sell at once use no order reference twice and skip none', async ({ db, place }) => {
  const both = [db, await openTestDatabase(place)];
  const given = await Promise.all(
    Array.from({ length: 40 }, (_, at) => sale(both[at % 2] ?? db, { count: 1 + (at % 3), refused: at % 5 === 0 })),
  );
  const refs = given.flat().toSorted((one, other) => one - other);
  expect(refs.length).toBeGreaterThan(60);
  expect(refs).toEqual(refs.map((_, at) => at + 1));
});

onSite('orders get increasing references, and the reference of a deleted order isn’t used again', async (on) => {
  const { sell, type, send } = await createBoxOffice(on, 4);
  const one = async () => (await sell({ [type('Adult')]: '1' })).ref;
  expect([await one(), await one()]).toEqual([1, 2]);
  // The house has too few places for these tickets, so the sale is refused and uses no reference
  expect(await sell({ [type('Adult')]: '9' })).toMatchObject({ code: 409 });
  const last = await sell({ [type('Adult')]: '1' });
  expect(last.ref).toBe(3);
  await send('POST', `${bookingCallsPath}/orders/${last.id}/cancel`);
  await write(on.db, (tx) => tx.deleteFrom('ticket_order').where('id', '=', last.id).execute());
  expect(await one()).toBe(4);
});
