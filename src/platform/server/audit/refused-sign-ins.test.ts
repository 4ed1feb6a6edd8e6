import { expect } from 'vitest';
import { onEachSite } from '#tests/support/site/app.ts';
import { onEachEngine } from '#tests/support/site/engines.ts';
import { newId } from '../crypto/ids.ts';
import { type Database, write } from '../database/index.ts';
import { createRefusalCounter, recordAudit } from './index.ts';

const now = '2026-11-21T13:00:00.000Z';
const entries = (db: Database) =>
  db.read
    .selectFrom('audit')
    .select(['action', 'detail', 'address', 'actor_name', 'subject'])
    .where('action', 'in', ['sign_in.refused', 'sign_in.account_refused', 'access.refused', 'request.limited'])
    .orderBy('action')
    .orderBy('address', 'desc')
    .execute();

onEachEngine(
  'refused sign-ins from thousands of networks take 21 log rows, one of them for the busiest network',
  async ({ db }) => {
    const refusals = createRefusalCounter();
    for (let n = 0; n < 5000; n += 1) refusals.count('sign_in.refused', `198.18.${n >> 8}.${n & 255}`);
    for (let n = 0; n < 40; n += 1) refusals.count('sign_in.refused', '198.18.0.7');
    // One IPv6 network can use a new address for each attempt
    for (let n = 0; n < 30; n += 1) refusals.count('sign_in.refused', `2001:db8::${n.toString(16)}`);
    await refusals.flush(db, now);
    const rows = await entries(db);
    expect(rows).toHaveLength(21);
    expect(rows).toContainEqual(expect.objectContaining({ address: '198.18.0.7', detail: '41 times within an hour' }));
    expect(rows.at(-1)).toEqual({
      action: 'sign_in.refused',
      actor_name: '',
      address: '',
      subject: '',
      detail: '5,010 times within an hour, from other addresses',
    });
    await refusals.flush(db, now);
    expect(await entries(db)).toHaveLength(21);
  },
);

onEachEngine('refusals whose addresses aren’t stored are counted in one row', async ({ db }) => {
  const refusals = createRefusalCounter();
  for (let n = 0; n < 3; n += 1) refusals.count('access.refused', '');
  await refusals.flush(db, now);
  expect(await entries(db)).toMatchObject([{ address: '', detail: '3 times within an hour' }]);
});

onEachEngine('refusal counts that could not be saved are saved at the next flush', async ({ db }) => {
  const refusals = createRefusalCounter();
  refusals.count('access.refused', '2001:db8:0:7::9');
  const unavailable: Database = { ...db, write: () => Promise.reject(new Error('away')) };
  await expect(refusals.flush(unavailable, now)).rejects.toThrow();
  refusals.count('access.refused', '2001:db8:0:7::a');
  await refusals.flush(db, now);
  const [row] = await entries(db);
  expect(row).toMatchObject({ address: '2001:db8:0:7::/64', detail: '2 times within an hour' });
});

onEachEngine(
  'refused sign-ins from many addresses of one network are stored in one row, which names the network',
  async ({ db }) => {
    const refusals = createRefusalCounter();
    for (let n = 0; n < 250; n += 1) refusals.count('sign_in.refused', `2001:db8:1:${n.toString(16)}00::1`);
    for (let n = 0; n < 200; n += 1) refusals.count('sign_in.refused', `2001:db8:2:ab${(n + 16).toString(16)}::1`);
    for (let n = 0; n < 3; n += 1) refusals.count('sign_in.refused', `2001:db8:3:4::${n}`);
    await refusals.flush(db, now);
    expect((await entries(db)).map(({ address, detail }) => `${address}: ${detail}`).sort()).toEqual([
      '2001:db8:1::/48: 250 times within an hour',
      '2001:db8:2:ab00::/56: 200 times within an hour',
      '2001:db8:3:4::/64: 3 times within an hour',
    ]);
  },
);

onEachEngine(
  'of thousands of accounts with refused sign-ins, the most tried get log rows of their own, and the others share one',
  async ({ db }) => {
    const refusals = createRefusalCounter();
    // Accounts are still counted when the limit of separately counted networks has been reached
    for (let n = 0; n < 5000; n += 1)
      refusals.count('sign_in.refused', `198.18.${n >> 8}.${n & 255}`, n < 3000 ? `account ${n}` : undefined);
    for (let n = 0; n < 4; n += 1) refusals.count('sign_in.refused', '198.18.0.7', 'account 7');
    await refusals.flush(db, now);
    const rows = (await entries(db)).filter(({ action }) => action === 'sign_in.account_refused');
    expect(rows).toHaveLength(21);
    expect(rows).toContainEqual(expect.objectContaining({ subject: 'account 7', detail: '5 times within an hour' }));
    expect(rows).toContainEqual(
      expect.objectContaining({ subject: '', detail: '2,980 times within an hour, to other accounts' }),
    );
    // Rows about accounts have no network address, because networks have their own rows
    expect(rows.filter(({ address }) => address !== '')).toEqual([]);
  },
);

onEachSite('the log counts refused sign-ins by account and by network, and refused requests by network', async (on) => {
  const { a, as, app, db, post } = on;
  const ruth = await a.user({ email: 'ruth@members.example', firstname: 'Ruth', lastname: 'Marsh' });
  const guess = (email: string, address: string) =>
    post('/members', { email, password: 'a guess' }, { 'x-forwarded-for': address });
  for (let n = 0; n < 12; n += 1) await guess('ruth@members.example', '192.0.2.7');
  // The log doesn't contain an email address that a stranger typed and that belongs to no account
  await guess('buy-my-pills@spam.example', '192.0.2.8');
  const member = await a.user({ role: 'member' });
  const { page, get, post: send } = await as(member);
  expect((await page('/members/admin/manage_users')).status).toBe(403);
  expect((await get('/members/admin/manage_users.csv')).statusCode).toBe(403);
  expect((await send('/members/api/reauthenticate', { password: 'a guess' })).statusCode).toBe(400);
  const change = { new_password: 'seven green umbrellas', confirm_new_password: 'seven green umbrellas' };
  const changing = '/members/api/account_settings/change_password';
  expect((await send(changing, { ...change, old_password: 'a guess' })).statusCode).toBe(400);
  // A visitor who isn't signed in is asked to sign in. This isn't counted, because any bookmark can cause it
  expect((await on.get('/members/admin/manage_users')).statusCode).toBe(401);
  expect(await entries(db)).toEqual([]);
  await app.close();
  const rows = await entries(db);
  const of = (kind: string) => rows.filter(({ action }) => action === kind).map(({ action: _, ...row }) => row);
  const row = { actor_name: '', subject: '', address: '' };
  expect(of('access.refused')).toEqual([{ ...row, detail: '2 times within an hour', address: '127.0.0.1' }]);
  expect(of('sign_in.refused')).toEqual([
    { ...row, detail: 'Once within an hour', address: '192.0.2.8' },
    { ...row, detail: '12 times within an hour', address: '192.0.2.7' },
    { ...row, detail: '2 times within an hour', address: '127.0.0.1' },
  ]);
  const times = Object.fromEntries(of('sign_in.account_refused').map(({ subject, detail }) => [subject, detail]));
  expect(times).toEqual({ [ruth.id]: '12 times within an hour', [member.id]: '2 times within an hour' });
  // The tenth attempt was the last to be checked
  expect(of('request.limited')).toEqual([{ ...row, detail: '2 times within an hour', address: '192.0.2.7' }]);
});

onEachSite('a stranger’s failed sign-ins don’t hide a member’s own account activity', async ({ a, as, app, db }) => {
  const ruth = await a.user({ email: 'ruth@members.example' });
  const refusals = createRefusalCounter();
  for (let hour = 0; hour < 60; hour += 1) {
    refusals.count('sign_in.refused', '192.0.2.7', ruth.id);
    await refusals.flush(db, new Date(Date.parse(now) + hour * 3_600_000).toISOString());
  }
  const entry = {
    id: newId(),
    at: '2026-11-01T13:00:00.000Z',
    action: 'user.permissions_changed' as const,
    subject: ruth.id,
  };
  await write(db, (tx) => recordAudit(tx, entry));
  const { page } = await as(ruth);
  const { content } = await page('/members/account_settings');
  expect(JSON.stringify(content)).toContain('changed what a user may use');
  expect(JSON.stringify(content)).not.toContain('refused');
  const admin = await as(await a.user({ role: 'admin' }));
  const log = await admin.page(`/members/admin/audit?about=${ruth.id}`);
  expect(JSON.stringify(log.content)).toContain('Refused sign-ins to an account');
  await app.close();
});

onEachSite('the log records which network sends too many requests', async ({ app, db, post }) => {
  const from = { 'x-forwarded-for': '192.0.2.7' };
  for (let n = 0; n < 25; n += 1) await post('/members/api/forgotten', { email: `n${n}@members.example` }, from);
  await app.close();
  expect(await entries(db)).toEqual([
    {
      ...{ action: 'request.limited', detail: '5 times within an hour', address: '192.0.2.7' },
      ...{ actor_name: '', subject: '' },
    },
  ]);
});
