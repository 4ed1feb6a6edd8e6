import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { newId } from '#platform/server/crypto/ids.ts';
import { runInBatches, write } from '#platform/server/database/index.ts';
import { addDays } from '#platform/shared/dates/dates.ts';
import { onEachEngine, openTestDatabase } from '#tests/support/site/engines.ts';
import { ledgerFeature } from '../feature.ts';
import { createFinancialYear } from '../financial-year.ts';
import { buildLedgerOverview, calculateTotals } from '../totals.ts';
import { type NewEntry, postEntry, reverseEntry } from './post-entry.ts';
import { findEntry, iterateEntryBatches, sumShowEntries, sumYearEntries } from './store.ts';

const at = '2026-11-21T12:00:00.000Z';
const hamlet = { about: 'tickets', show_id: 'hamlet0000000001', label: 'Hamlet' } as const;
const plan = { about: 'subscription', plan_id: 'fullmember000001', label: 'Full member' } as const;
const charge = (some: Partial<NewEntry & { kind: 'charge' }> = {}) => ({
  ...({
    id: newId(),
    at,
    kind: 'charge',
    environment: 'production',
    pence: 1250,
    source: 'card',
    about: hamlet,
  } as const),
  ...some,
});

onEachEngine('an entry can be neither changed nor deleted in the database', async ({ engine, db }) => {
  const entry = charge({ square_id: 'payment-1' });
  await write(db, (tx) => postEntry(tx, entry));
  await write(db, async (tx) => {
    const mistake = await tx.selectFrom('entry').selectAll().executeTakeFirstOrThrow();
    await reverseEntry(tx, { id: 'contrary00000001', at, entry: mistake });
  });
  const all = () => db.read.selectFrom('entry').selectAll().orderBy('id').execute();
  const before = await all();
  expect(before.map(({ amount }) => amount).sort()).toEqual([-1250, 1250]);

  const insertOver = (columns: string, values: string) =>
    sql`insert or replace into entry (id, at, day, environment, kind, amount, source, about, show_id, label, ${sql.raw(columns)})
      select 'other00000000001', at, day, environment, 'charge', 5, source, about, show_id, label, ${sql.raw(values)} from entry limit 1`;
  const tried = [
    sql`update entry set amount = 1`,
    sql`update entry set label = 'Macbeth'`,
    sql`delete from entry`,
    ...(engine === 'postgres'
      ? [sql`truncate entry cascade`]
      : [
          insertOver('square_id', "'payment-1'"),
          insertOver('corrects', `'${entry.id}'`),
          sql`insert or replace into entry select * from entry`,
        ]),
  ];
  for (const step of tried) {
    await expect(write(db, (tx) => step.execute(tx))).rejects.toThrow('rows of entry are added, and never changed');
  }
  expect(await all()).toEqual(before);
});

onEachEngine(
  'a Square payment posted twenty times at once over two database connections is stored once',
  async ({ db, place }) => {
    const other = await openTestDatabase(place);
    const entered = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        write(n % 2 ? db : other, (tx) =>
          postEntry(tx, charge({ id: `entry${n}0000000000`.slice(0, 16), square_id: 'P1' })),
        ),
      ),
    );
    expect(entered.filter(Boolean)).toHaveLength(1);
    expect(await db.read.selectFrom('entry').select(['kind', 'square_id']).execute()).toEqual([
      { kind: 'charge', square_id: 'P1' },
    ]);
    await expect(write(db, (tx) => postEntry(tx, charge({ square_id: 'P1', pence: 1300 })))).rejects.toThrow('1300');
  },
);

onEachEngine('a fee or refund has the same subject as its charge', async ({ db }) => {
  const { id } = charge();
  await write(db, async (tx) => {
    await postEntry(tx, charge({ id, about: plan, pence: 2500 }));
    await postEntry(tx, { id: newId(), at, kind: 'fee', charge_id: id, pence: 60, square_id: 'P1' });
    await postEntry(tx, { id: newId(), at, kind: 'refund', charge_id: id, pence: 1000, square_id: 'R1' });
  });
  const entries = await db.read
    .selectFrom('entry')
    .select(['kind', 'amount', 'plan_id', 'label'])
    .orderBy('amount')
    .execute();
  expect(entries).toEqual([
    { kind: 'refund', amount: -1000, plan_id: plan.plan_id, label: plan.label },
    { kind: 'fee', amount: -60, plan_id: plan.plan_id, label: plan.label },
    { kind: 'charge', amount: 2500, plan_id: plan.plan_id, label: plan.label },
  ]);
  await expect(
    write(db, (tx) => postEntry(tx, { id: newId(), at, kind: 'fee', charge_id: 'nocharge00000001', pence: 1 })),
  ).rejects.toThrow('no charge');
});

onEachEngine('an entry counts on the day of its payment in the society’s time zone', async ({ db }) => {
  await write(db, (tx) => postEntry(tx, charge({ id: 'summer0000000001', at: '2026-08-31T23:30:00.000Z' })));
  await write(db, (tx) => postEntry(tx, charge({ id: 'winter0000000001', at: '2026-12-31T23:30:00.000Z' })));
  expect(await findEntry(db.read, 'summer0000000001', 'production')).toMatchObject({ day: '2026-09-01' });
  expect(await findEntry(db.read, 'winter0000000001', 'production')).toMatchObject({ day: '2026-12-31' });
});

onEachEngine('a year’s entries are read in batches, each entry once, starting with the oldest', async ({ db }) => {
  const row = ({ day, ...own }: { id: string; at: string; day: string; environment?: 'practice' }) => ({
    ...({ environment: 'production', kind: 'charge', amount: 1250, source: 'cash' } as const),
    ...({ about: 'tickets', plan_id: '', show_id: hamlet.show_id, label: hamlet.label } as const),
    ...({ payer_id: null, charge_id: null, corrects: null, square_id: null } as const),
    ...{ day, ...own },
  });
  // Many entries have the same day and time
  const rows = Array.from({ length: 1250 }, (_, n) => ({
    id: `entry${String((n * 7919) % 10_007).padStart(11, '0')}`,
    at: `2026-11-21T1${n % 2}:00:00.000Z`,
    day: addDays('2026-09-01', n % 3 === 0 ? 0 : n % 365),
  }));
  const outside = [
    { id: 'before0000000001', at, day: '2026-08-31' },
    { id: 'after00000000001', at, day: '2027-09-01' },
    { id: 'practice00000001', at, day: '2026-11-21', environment: 'practice' as const },
  ];
  await write(db, (tx) =>
    runInBatches([...rows, ...outside], (some) => tx.insertInto('entry').values(some.map(row)).execute()),
  );
  const batches: string[][] = [];
  const year = { from: '2026-09-01', until: '2027-08-31', environment: 'production' } as const;
  for await (const batch of iterateEntryBatches(db.read, year)) batches.push(batch.map(({ id }) => id));
  expect(batches.map(({ length }) => length)).toEqual([500, 500, 250]);
  const place = ({ day, at: moment }: (typeof rows)[number]) => `${day} ${moment}`;
  const oldestFirst = rows.toSorted((a, b) =>
    place(a) === place(b) ? (a.id < b.id ? 1 : -1) : place(a) < place(b) ? -1 : 1,
  );
  expect(batches.flat()).toEqual(oldestFirst.map(({ id }) => id));
});

onEachEngine('posting an entry invalidates no cached page', async ({ db }) => {
  db.declareVisibility(ledgerFeature.visibility ?? {});
  const before = [await db.revision(), await db.revision(['sales'])];
  await write(db, (tx) => postEntry(tx, charge()));
  expect([await db.revision(), await db.revision(['sales'])]).toEqual(before);
});

/** A charge, with the fee, refund and reversal that it may have. */
const happening = fc.record({
  days: fc.integer({ min: 0, max: 800 }),
  pence: fc.integer({ min: 1, max: 100_000 }),
  about: fc.constantFrom(
    ...(['One', 'Two'] as const).map(
      (name) => ({ about: 'subscription', plan_id: `plan ${name}`, label: name }) as const,
    ),
    ...(['A', 'B'] as const).map((name) => ({ about: 'tickets', show_id: `show ${name}`, label: name }) as const),
    { about: 'front_of_house', show_id: 'show A', label: 'Programmes' } as const,
    { about: 'front_of_house', show_id: '', label: 'Raffle' } as const,
  ),
  source: fc.constantFrom('card', 'cash', 'transfer'),
  fee: fc.integer({ min: 0, max: 50 }),
  refund: fc.integer({ min: 0, max: 50 }),
  corrected: fc.boolean(),
});

onEachEngine(
  'for any entries, the parts of a year’s overview add up to its totals, which match the entries',
  async ({ db }) => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 12 }), async (happenings) => {
        // Each run uses its own years, because entries can't be removed
        const first = 1900 + 5 * runs++;
        await write(db, async (tx) => {
          for (const [n, { days, pence, about, source, fee, refund, corrected }] of happenings.entries()) {
            const day = addDays(`${first}-01-01`, days);
            const id = `${first} ${n}`;
            await postEntry(tx, { id, at, day, kind: 'charge', environment: 'production', pence, source, about });
            const follow = { at, day: addDays(day, n), charge_id: id };
            if (fee > 0) await postEntry(tx, { ...follow, id: `${id} fee`, kind: 'fee', pence: fee });
            if (refund > 0) await postEntry(tx, { ...follow, id: `${id} refund`, kind: 'refund', pence: refund });
            if (corrected) {
              const entry = await tx.selectFrom('entry').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
              const contrary = () => reverseEntry(tx, { id: `${id} contrary`, at, entry });
              expect(await contrary()).toBe(refund > 0 ? 'has refunds' : 'reversed');
              expect(await contrary()).toBe(refund > 0 ? 'has refunds' : 'already reversed');
            }
          }
        });
        for (const start of [first, first + 1, first + 2]) {
          const year = createFinancialYear(start, '09');
          const entries = await db.read
            .selectFrom('entry')
            .select(['amount', 'kind'])
            .where('day', '>=', year.from)
            .where('day', '<=', year.until)
            .execute();
          const sumOf = (kinds: readonly string[]) =>
            entries.filter(({ kind }) => kinds.includes(kind)).reduce((total, { amount }) => total + amount, 0);
          const { totals, by_month, by_plan, by_show, other, by_source } = buildLedgerOverview(
            await sumYearEntries(db.read, { ...year, environment: 'production' }),
            year.months,
          );
          expect(totals).toEqual({
            total: sumOf(['charge']),
            fees: 0 - sumOf(['fee']),
            refunds: 0 - sumOf(['refund']),
            net: sumOf(['charge', 'fee', 'refund']),
          });
          for (const parts of [by_month, [...by_plan, ...by_show, ...other], by_source]) {
            for (const sum of ['total', 'fees', 'refunds', 'net'] as const) {
              expect(parts.reduce((all, part) => all + part[sum], 0)).toBe(totals[sum]);
            }
          }
        }
      }),
      { numRuns: 30 },
    );
    const netByShow = await Promise.all(
      ['show A', 'show B'].map(async (id) => calculateTotals(await sumShowEntries(db.read, id, 'production')).net),
    );
    const { rows } = await sql<{ show_id: string; net: string }>`
    select show_id, cast(sum(amount) as text) as net from entry where show_id <> '' group by show_id order by show_id`.execute(
      db.read,
    );
    expect(rows.map(({ net }) => Number(net))).toEqual(netByShow);
  },
);
