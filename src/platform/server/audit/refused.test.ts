import { expect } from 'vitest';
import { onEachSite } from '#tests/support/app.ts';
import { onEachEngine } from '#tests/support/engines.ts';
import type { Database } from '../database/index.ts';
import { countRefusals } from './index.ts';

const now = '2026-11-21T13:00:00.000Z';
const noted = (db: Database) =>
  db.read
    .selectFrom('audit')
    .select(['action', 'detail', 'address', 'actor_name'])
    .where('action', 'like', 'refused %')
    .orderBy('action')
    .orderBy('address', 'desc')
    .execute();

onEachEngine('a flood from everywhere is a handful of rows in the log, with those who came most', async ({ db }) => {
  const refusals = countRefusals();
  for (let n = 0; n < 5000; n += 1) refusals.count('refused sign-ins', `198.18.${n >> 8}.${n & 255}`);
  for (let n = 0; n < 40; n += 1) refusals.count('refused sign-ins', '198.18.0.7');
  // One network of IPv6 has more addresses than there are tries
  for (let n = 0; n < 30; n += 1) refusals.count('refused sign-ins', `2001:db8::${n.toString(16)}`);
  await refusals.note(db, now);
  const rows = await noted(db);
  expect(rows).toHaveLength(21);
  expect(rows).toContainEqual(expect.objectContaining({ address: '198.18.0.7', detail: '41 times within an hour' }));
  expect(rows.at(-1)).toEqual({
    action: 'refused sign-ins',
    actor_name: '',
    address: '',
    detail: '5,010 times within an hour, from other addresses',
  });
  await refusals.note(db, now);
  expect(await noted(db)).toHaveLength(21);
});

onEachEngine('what could not be written down is, the next time', async ({ db }) => {
  const refusals = countRefusals();
  refusals.count('refused access', '2001:db8:0:7::9');
  const away: Database = { ...db, write: () => Promise.reject(new Error('away')) };
  await expect(refusals.note(away, now)).rejects.toThrow();
  refusals.count('refused access', '2001:db8:0:7::a');
  await refusals.note(db, now);
  const [row] = await noted(db);
  expect(row).toMatchObject({ address: '2001:db8:0:7::/64', detail: '2 times within an hour' });
});

onEachSite(
  'an admin sees that somebody tried passwords, and that a member tried doors that aren’t theirs',
  async (on) => {
    const { a, as, app, db, post } = on;
    await a.user({ email: 'ruth@members.example' });
    const guess = (headers = {}) => post('/members', { email: 'ruth@members.example', password: 'a guess' }, headers);
    for (let n = 0; n < 12; n += 1) await guess({ 'x-forwarded-for': '192.0.2.7' });
    const { page, get } = await as(await a.user({ role: 'member' }));
    expect((await page('/members/admin/manage_users')).status).toBe(403);
    expect((await get('/members/admin/manage_users.csv')).statusCode).toBe(403);
    // Nobody signed in is only asked to: a bookmark does that
    expect((await on.get('/members/admin/manage_users')).statusCode).toBe(401);
    expect(await noted(db)).toEqual([]);
    await app.close();
    expect(await noted(db)).toEqual([
      { action: 'refused access', detail: '2 times within an hour', address: '127.0.0.1', actor_name: '' },
      { action: 'refused sign-ins', detail: '12 times within an hour', address: '192.0.2.7', actor_name: '' },
    ]);
  },
);
