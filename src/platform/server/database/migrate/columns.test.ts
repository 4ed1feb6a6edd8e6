import { sql } from 'kysely';
import { expect } from 'vitest';
import { onEachEmptyPlace, openTestDatabase } from '#tests/support/site/engines.ts';
import { migrations } from '../../../../migrations/index.ts';
import { column, type Migration } from '../index.ts';

const props: Migration = {
  async up(_db, { table }) {
    await table('lender', { id: column.id(), name: column.text({ unique: true }) });
    await table(
      'prop',
      {
        id: column.id(),
        name: column.text(),
        key: column.text({ optional: true, unique: true }),
        lender_id: column.reference('lender', { onDelete: 'cascade' }),
        kind: column.oneOf(['hand', 'set']),
        lent_at: column.instant(),
        due: column.date({ optional: true }),
        returned: column.boolean(),
        value: column.pence(),
        balance: column.pence({ signed: true }),
        places: column.integer({ initially: 1 }),
        notes: column.json('{}'),
      },
      (t) => t.addUniqueConstraint('prop_once', ['name', 'lender_id']),
    );
  },
};

const teapot = {
  id: 'teapot',
  name: 'Silver teapot',
  lender_id: 'ann',
  kind: 'hand',
  lent_at: '2026-11-21T19:30:00.000Z',
  value: 1999,
  balance: -500,
};

onEachEmptyPlace('each column type accepts its values and refuses invalid ones', async ({ place }) => {
  const db = await openTestDatabase(place, [...migrations, ['9999-props', props]]);
  const insert = (table: string, row: Record<string, unknown>) =>
    db.write(async (tx) => {
      const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
      await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(row))})`.execute(tx);
    });
  await insert('lender', { id: 'ann', name: 'Ann' });
  await insert('prop', teapot);

  const { rows } = await sql`select * from prop`.execute(db.read);
  expect(rows).toEqual([{ ...teapot, key: null, due: null, returned: 0, places: 1, notes: '{}' }]);

  const wrong: Record<string, unknown>[] = [
    { id: 'teapot' },
    { id: null },
    { name: 'Silver teapot' },
    { name: null },
    { lender_id: 'nobody' },
    { kind: 'foot' },
    { lent_at: '2026-11-21' },
    { due: '21/11/2026' },
    { returned: 2 },
    { value: -1 },
    { value: 'a fiver' },
    { value: 19.99 },
    { balance: 2_000_000_000 },
    { notes: null },
  ];
  for (const field of wrong) {
    const row = { ...teapot, id: 'other', name: 'Other', ...field };
    await expect(insert('prop', row), JSON.stringify(field)).rejects.toThrow();
  }
  await insert('prop', { ...teapot, id: 'other', name: 'Other', due: '1987-04-12', returned: 1 });
});

onEachEmptyPlace('text is sorted by its bytes on both engines, whatever the language', async ({ place }) => {
  const db = await openTestDatabase(place, [...migrations, ['9999-props', props]]);
  const names = ['étude', 'Zebra', 'apple', 'Apple', '_', '-', '10', '9', 'a b', 'ab', '𝄞', 'ﬁ'];
  await db.write(async (tx) => {
    for (const name of names) await sql`insert into lender (id, name) values (${name}, ${name})`.execute(tx);
  });
  const { rows } = await sql<{ name: string }>`select name from lender order by name`.execute(db.read);
  const bytes = names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  expect(rows.map(({ name }) => name)).toEqual(bytes);
});
