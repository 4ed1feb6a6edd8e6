import { expect } from 'vitest';
import { openDatabase, write } from '#platform/server/database/index.ts';
import { onEachEmptyPlace } from '#tests/support/engines.ts';
import { migrations } from './index.ts';

const sent = '2026-11-20T12:00:00.000Z';
const step = migrations.findIndex(([name]) => name === '0028-what-holds');

onEachEmptyPlace(
  'an invitation from before the upgrade stands by whoever sent it, as the log has it',
  async ({ place }) => {
    const before = await openDatabase(place, migrations.slice(0, step));
    await write(before, async (tx) => {
      // Rows of that time: the columns of today aren't there yet
      const into = (table: string, row: object) =>
        tx
          .insertInto(table as 'setting')
          .values(row as never)
          .execute();
      const invitation = { firstname: '', lastname: '', role: 'admin', created_at: sent, expires_at: sent };
      for (const email of ['zoe@x.example', '']) {
        await into('invitation', { id: `for ${email}`, token_hash: email, email, email_key: email, ...invitation });
      }
      const log = { at: sent, action: 'invited', subject: '', detail: '', address: '' };
      await into('audit', { id: 'one', actor_id: 'vera', actor_name: 'Vera', ...log });
    });
    await before.close();

    const db = await openDatabase(place, migrations);
    const rows = await db.read.selectFrom('invitation').select(['email', 'invited_by']).orderBy('email').execute();
    expect(rows).toEqual([
      { email: '', invited_by: null },
      { email: 'zoe@x.example', invited_by: 'vera' },
    ]);
    await db.close();
  },
);
