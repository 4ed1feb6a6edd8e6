import { expect } from 'vitest';
import { openDatabase, write } from '#platform/server/database/index.ts';
import { onEachEmptyPlace } from '#tests/support/engines.ts';
import { migrations } from './index.ts';

const noon = '2026-11-21T12:00:00.000Z';
const step = migrations.findIndex(([name]) => name === '0023-who-set-credits');
const rest = { phone_number: '', e_con_name: '', e_con_phone: '', password_hash: '', search_key: '', told_of_posts: 0 };

onEachEmptyPlace(
  'credits that somebody gave themself, by the log, prove nothing after the upgrade',
  async ({ place }) => {
    const before = await openDatabase(place, migrations.slice(0, step));
    await write(before, async (tx) => {
      // Rows of that time: the columns of today aren't there yet
      const into = (table: string, row: object) =>
        tx
          .insertInto(table as 'setting')
          .values(row as never)
          .execute();
      const at = { created_at: noon, updated_at: noon };
      const show = { title: 'Hamlet', first_date: '2027-01-01', date: '2027-01-02', cancelled: 0 };
      const exact = { first_date_precision: 'day', date_precision: 'day' };
      await into('show', { id: 'show', title_key: 'hamlet', ...show, ...exact, ...at });
      for (const name of ['self', 'given', 'named']) {
        await into('user', {
          id: name,
          email: name,
          email_key: name,
          role: 'member',
          status: 'active',
          ...rest,
          ...at,
        });
        await into('person', { id: name, name, name_key: name, credit_style: 'as_printed', created_at: noon });
        await into('user_person', { user_id: name, person_id: name });
        const credit = { show_id: 'show', person_id: name, kind: 'crew', role: 'Director', ord: 1 };
        await into('credit', { id: name, ...credit });
      }
      const log = (id: string, some: object) => into('audit', { id, at: noon, ...some });
      await log('1', { actor_id: 'self', action: 'changed a show', subject: 'show', detail: 'Hamlet: cast and crew' });
      await log('2', { actor_id: 'given', action: 'changed a show', subject: 'show', detail: 'Hamlet: venue' });
      await log('3', { actor_id: 'named', action: 'linked a person to a member', subject: 'named', detail: '' });
    });
    await before.close();

    const db = await openDatabase(place, migrations);
    const credits = await db.read.selectFrom('credit').select(['id', 'set_by']).orderBy('id').execute();
    expect(credits).toEqual([
      { id: 'given', set_by: null },
      { id: 'named', set_by: null },
      { id: 'self', set_by: 'self' },
    ]);
    const links = await db.read.selectFrom('user_person').select(['user_id', 'linked_by']).orderBy('user_id').execute();
    expect(links.map(({ linked_by }) => linked_by)).toEqual([null, 'named', null]);
    await db.close();
  },
);
