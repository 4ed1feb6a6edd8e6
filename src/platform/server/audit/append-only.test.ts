import { sql } from 'kysely';
import { expect } from 'vitest';
import { onEachEngine } from '#tests/support/site/engines.ts';
import { write } from '../database/index.ts';
import { recordAudit } from './index.ts';

onEachEngine('audit entries can be neither updated nor deleted', async ({ engine, db }) => {
  const entry = {
    id: 'entry00000000001',
    at: '2026-11-21T12:00:00.000Z',
    action: 'show.changed' as const,
    detail: 'Hamlet',
  };
  await write(db, (tx) => recordAudit(tx, entry));
  const all = () => db.read.selectFrom('audit').selectAll().execute();
  const before = await all();
  expect(before).toHaveLength(1);

  const refused = 'rows of audit are added, and never changed';
  const change = () => write(db, (tx) => tx.updateTable('audit').set({ detail: 'Macbeth' }).execute());
  await expect(change()).rejects.toThrow(refused);
  const one = () => write(db, (tx) => tx.deleteFrom('audit').where('id', '=', entry.id).execute());
  await expect(one()).rejects.toThrow(refused);
  const everything = () => write(db, (tx) => tx.deleteFrom('audit').execute());
  await expect(everything()).rejects.toThrow(refused);
  if (engine === 'postgres') {
    await expect(write(db, (tx) => sql`truncate audit`.execute(tx))).rejects.toThrow(refused);
  } else {
    const over = sql`insert or replace into audit select id, at, '', '', 'nothing', '', '', '' from audit`;
    await expect(write(db, (tx) => over.execute(tx))).rejects.toThrow(refused);
    const under = sql`insert or replace into audit (rowid, id, at) select rowid, 'another', at from audit`;
    await expect(write(db, (tx) => under.execute(tx))).rejects.toThrow(refused);
  }
  expect(await all()).toEqual(before);
});
