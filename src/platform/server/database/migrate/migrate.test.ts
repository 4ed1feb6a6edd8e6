import { sql } from 'kysely';
import { expect } from 'vitest';
import { onEachEmptyPlace, onEachEngine, openTestDatabase } from '#tests/support/site/engines.ts';
import { migrations } from '../../../../migrations/index.ts';
import { column, type Migration } from '../index.ts';

const notes: Migration = {
  async up(_db, { table, appendOnly, mayForget }) {
    await table('forgetting', { id: column.id() });
    await table('note', { id: column.id(), name: column.text(), words: column.text() });
    await appendOnly('note');
    await mayForget('note', { by: 'forgetting', unchanged: ['id', 'words'], forgettable: { name: ['somebody'] } });
  },
};
const later: Migration = {
  up: (_db, { mayForget }) =>
    mayForget('note', { by: 'forgetting', unchanged: ['id', 'name'], forgettable: { words: [''] } }),
};

onEachEmptyPlace('a later migration can change which columns of a table may be erased', async ({ place }) => {
  const db = await openTestDatabase(place, [...migrations, ['9998-notes', notes], ['9999-notes', later]]);
  const run = (...steps: ReturnType<typeof sql>[]) =>
    db.write(async (tx) => {
      for (const step of steps) await step.execute(tx);
    });
  const permit = sql`insert into forgetting (id) values ('permit')`;
  const end = sql`delete from forgetting`;
  await run(sql`insert into note (id, name, words) values ('one', 'Ann', 'Hamlet')`);

  const refused = 'rows of note are added, and never changed';
  await expect(run(permit, sql`update note set name = 'somebody'`)).rejects.toThrow(refused);
  await expect(run(sql`update note set words = ''`)).rejects.toThrow(refused);
  await expect(run(permit, sql`delete from note`)).rejects.toThrow(refused);
  await run(permit, sql`update note set words = ''`, end);
  expect((await sql`select * from note`.execute(db.read)).rows).toEqual([{ id: 'one', name: 'Ann', words: '' }]);
});

onEachEmptyPlace(
  'a migration is refused if it names a column neither as unchanged nor as forgettable',
  async ({ place }) => {
    const careless: Migration = {
      up: (_db, { mayForget }) =>
        mayForget('note', { by: 'forgetting', unchanged: ['id'], forgettable: { name: [''] } }),
    };
    const opening = openTestDatabase(place, [...migrations, ['9998-notes', notes], ['9999-careless', careless]]);
    await expect(opening).rejects.toThrow('note.words must be listed as unchanged or forgettable.');
  },
);

onEachEngine(
  'every column of an erasable table is protected, including columns added later',
  async ({ db }) => {
    const { rows: held } = await sql<{ tbl_name: string; sql: string }>`
      select tbl_name, sql from sqlite_master where type = 'trigger' and name like '%_takes_no_update' and sql like '%when not%'
    `.execute(db.read);
    expect(held.length).toBeGreaterThan(0);
    for (const { tbl_name, sql: trigger } of held) {
      const { rows: columns } = await sql<{ name: string }>`select name from pragma_table_info(${tbl_name})`.execute(
        db.read,
      );
      for (const { name } of columns) expect(trigger).toContain(`new."${name}" = old."${name}"`);
    }
  },
  ['sqlite'],
);
