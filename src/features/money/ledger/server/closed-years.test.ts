import { expect } from 'vitest';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachEngine } from '#tests/support/site/engines.ts';
import { createFinancialYear } from '../financial-year.ts';
import { closeYear, computeClosingToken, findYearClosing, reopenYear } from './closed-years.ts';
import { type NewEntry, postEntry, reverseEntry } from './post-entry.ts';
import { findEntry, sumYearEntries } from './store.ts';

type Db = Parameters<typeof write>[0];

const year = { ...createFinancialYear(2025, '09'), environment: 'production' as const };
const at = '2026-11-21T12:00:00.000Z';
const donation = { about: 'front_of_house', show_id: '', label: 'Donations' } as const;
const charge = (some: Partial<NewEntry> = {}) =>
  ({
    ...({
      id: newId(),
      at,
      kind: 'charge',
      environment: 'production',
      pence: 1000,
      source: 'cash',
      about: donation,
    } as const),
    ...some,
  }) as NewEntry & { kind: 'charge' };

/** Prepares closing a year: its token is computed at once, and the year is closed when the result is called. */
async function closing(db: Db, closed = year) {
  const user = await db.read.selectFrom('user').select('id').executeTakeFirst();
  const userId = user?.id ?? newId();
  if (!user) {
    const row = { firstname: 'Vera', lastname: 'Crane', email: 'v@players.example', email_key: 'v@players.example' };
    const account = { password_hash: '', role: 'admin', status: 'active', created_at: at, updated_at: at } as const;
    await write(db, (tx) =>
      tx
        .insertInto('user')
        .values({ id: userId, ...row, ...account } as never)
        .execute(),
    );
  }
  const token = await computeClosingToken(db.read, closed);
  const id = newId();
  return () => write(db, (tx) => closeYear(tx, { id, at, userId, year: closed, token }));
}

onEachEngine('a payment that a person dates in a closed year is refused', async ({ db }) => {
  expect(await (await closing(db))()).toBe('closed');
  for (const day of ['2026-08-31', '2025-09-01', '2024-01-01']) {
    await expect(write(db, (tx) => postEntry(tx, charge({ day })))).rejects.toMatchObject({
      code: 400,
      fields: { day: 'That year is closed. The first day that can still be entered is 1 September 2026.' },
    });
  }
  await write(db, (tx) => postEntry(tx, charge({ day: '2026-09-01' })));
  await write(db, (tx) => postEntry(tx, charge()));
  // Another environment's ledger is separate
  await write(db, (tx) => postEntry(tx, charge({ day: '2026-08-31', environment: 'practice' })));
  expect(await findYearClosing(db.read, year)).toMatchObject({ by: 'Vera Crane', until: '2026-08-31' });
  expect(await (await closing(db))()).toBe('was closed');
});

onEachEngine('a card payment or fee from a closed year counts on the day on which it is posted', async ({ db }) => {
  const paid = charge({ providerAt: '2026-08-30T12:00:00.000Z', source: 'card', square_id: 'P1' });
  await write(db, (tx) => postEntry(tx, paid));
  await (await closing(db))();
  const fee = {
    id: newId(),
    at,
    kind: 'fee',
    charge_id: paid.id,
    pence: 40,
    providerAt: '2026-08-30T12:00:00.000Z',
  } as const;
  const late = charge({ providerAt: '2026-08-31T12:00:00.000Z', source: 'card', square_id: 'P2' });
  await write(db, (tx) => postEntry(tx, fee));
  await write(db, (tx) => postEntry(tx, late));
  expect((await findEntry(db.read, paid.id, 'production'))?.day).toBe('2026-08-30');
  expect((await findEntry(db.read, fee.id, 'production'))?.day).toBe('2026-11-21');
  expect((await findEntry(db.read, late.id, 'production'))?.day).toBe('2026-11-21');
});

onEachEngine('the reversal of an entry of a closed year counts in the open year', async ({ db }) => {
  const mistake = charge({ day: '2026-05-01' });
  await write(db, (tx) => postEntry(tx, mistake));
  await (await closing(db))();
  const before = await sumYearEntries(db.read, year);
  const entry = (await findEntry(db.read, mistake.id, 'production')) as NonNullable<
    Awaited<ReturnType<typeof findEntry>>
  >;
  const id = newId();
  await write(db, (tx) => reverseEntry(tx, { id, at, entry }));
  expect(await findEntry(db.read, id, 'production')).toMatchObject({ day: '2026-11-21', amount: -1000 });
  expect(await sumYearEntries(db.read, year)).toEqual(before);
});

onEachEngine(
  'closing a year is refused if anything was posted in it or in an earlier year after the year was shown',
  async ({ db }) => {
    for (const day of ['2026-08-31', '2024-05-01']) {
      const close = await closing(db);
      await write(db, (tx) => postEntry(tx, charge({ day })));
      expect(await close()).toBe('has changed');
    }
    expect(await findYearClosing(db.read, year)).toBeUndefined();
  },
);

onEachEngine('closing a year and posting a payment in it at the same time never both succeed', async ({ db }) => {
  for (let round = 0; round < 5; round += 1) {
    const close = await closing(db);
    const payment = charge({ day: '2026-08-31' });
    const [closed, entered] = await Promise.allSettled([close(), write(db, (tx) => postEntry(tx, payment))]);
    const isClosed = closed.status === 'fulfilled' && closed.value === 'closed';
    expect([closed.status, isClosed && entered.status === 'fulfilled']).toEqual(['fulfilled', false]);
    expect((await findEntry(db.read, payment.id, 'production')) === undefined).toBe(isClosed);
    await write(db, (tx) => reopenYear(tx, year));
  }
});

onEachEngine(
  'only the last closed year can be reopened, and years closed on their own before it stay closed',
  async ({ db }) => {
    const [older, earlier] = [2023, 2024].map((start) => ({
      ...createFinancialYear(start, '09'),
      environment: 'production' as const,
    })) as [typeof year, typeof year];
    for (const closed of [older, year]) await (await closing(db, closed))();
    expect(await findYearClosing(db.read, earlier)).toMatchObject({ until: '2026-08-31' });
    expect(await write(db, (tx) => reopenYear(tx, earlier))).toBe('later is closed');
    expect(await write(db, (tx) => reopenYear(tx, year))).toBe('reopened');
    expect(await write(db, (tx) => reopenYear(tx, year))).toBe('is open');
    await write(db, (tx) => postEntry(tx, charge({ day: '2026-08-31' })));
    expect(await findYearClosing(db.read, earlier)).toBeUndefined();
    expect(await findYearClosing(db.read, older)).toMatchObject({ until: '2024-08-31' });
  },
);
