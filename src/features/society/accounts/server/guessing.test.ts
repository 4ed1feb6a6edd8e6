import { expect } from 'vitest';
import { addMs, minute } from '#platform/shared/dates/durations.ts';
import { getCookie, onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { createQuickHashing } from '#tests/support/site/passwords.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';
import { defineExpiryCleanupJob } from './personal-data.ts';

const password = 'a lamp, a rope and a bucket';
const hashed = createQuickHashing().hash(password);
const email = 'ruth@members.example';

/** Builds the header with which a proxy reports a public address. Each number gives a different address. */
const from = (n: number) => ({ 'x-forwarded-for': `198.${18 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}` });

const guess = (on: SiteTestContext, n: number, headers: Record<string, string> = from(n)) =>
  on.post('/members', { email, password: `guess number ${n}` }, headers);

const cookiesOf = (answer: { headers: Record<string, unknown> }) =>
  [answer.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0]);

/**
 * Sends a thousand guesses, fifty at a time, and checks that ten of them are tried and that the owner can still sign
 * in.
 */
async function testGuessesFromManyNetworks(on: SiteTestContext) {
  const many = 1000;
  await on.a.user({ email, password_hash: await hashed });
  const known = getCookie(await on.post('/members', { email, password }, from(0)), 'device');
  const seen: Record<number, number> = {};
  for (let done = 0; done < many; done += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => guess(on, done + n + 1)));
    for (const { statusCode } of answers) seen[statusCode] = (seen[statusCode] ?? 0) + 1;
  }
  expect(seen).toEqual({ 401: 10, 429: many - 10 });
  expect((await guess(on, 1)).json().msg).toContain('or set a new password by email');

  // In an unknown browser, even the right password counts as a guess
  expect((await on.post('/members', { email, password }, from(20_000))).statusCode).toBe(429);
  // In the owner's known browser, the right password works from any network
  expect((await on.post('/members', { email, password }, { ...from(20_001), cookie: known })).statusCode).toBe(200);
  // The right password also works in a browser in which the owner has used a link in an email
  await on.post('/members/api/forgotten', { email }, from(20_002));
  const [mail] = await listSentMails(on.db.read);
  const token = /reset\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const fresh = {
    token,
    new_password: 'seven green umbrellas left',
    confirm_new_password: 'seven green umbrellas left',
  };
  const cookie = cookiesOf(await on.post('/members/api/reset', fresh, from(20_003))).join('; ');
  const answer = await on.post('/members', { email, password: fresh.new_password }, { ...from(20_004), cookie });
  expect(answer.statusCode).toBe(200);

  // The guesses leave only one counter for the account
  expect(
    await on.db.read.selectFrom('allowance').select('name').where('name', 'like', 'account %').execute(),
  ).toHaveLength(1);
  on.at('2026-11-21T12:05:00.000Z');
  expect([(await guess(on, 1)).statusCode, (await guess(on, 2)).statusCode]).toEqual([401, 429]);
}

onSite(
  'of 1,000 password guesses from many networks, ten are tried, and the owner’s known device can still sign in',
  testGuessesFromManyNetworks,
);

onEachSite(
  'one network can try forty passwords across all accounts, whatever X-Forwarded-For header it sends',
  async (on) => {
    const tried = (n: number, headers: Record<string, string>, remoteAddress: string) =>
      on.app.fastify.inject({
        method: 'POST',
        url: '/members',
        payload: { email: `member${n}@members.example`, password },
        headers: { host: 'players.example', ...headers },
        remoteAddress,
      });
    const statuses = async (count: number, headers: (n: number) => Record<string, string>, address: string) =>
      (
        await Promise.all(
          Array.from({ length: count }, async (_, n) => (await tried(n, headers(n), address)).statusCode),
        )
      ).toSorted();
    // The client claims a new address each time, or this machine's address, or a whole chain. Only a proxy on this
    // machine is trusted
    const lies = (n: number) => ({
      'x-forwarded-for': ['127.0.0.1', `192.0.2.${n}`, `192.0.2.${n}, ::1`][n % 3] ?? '',
    });
    const forty = [...Array<number>(40).fill(401), ...Array<number>(10).fill(429)];
    expect(await statuses(50, lies, '203.0.113.9')).toEqual(forty);
    // Behind a proxy the last address in the chain counts
    const through = (n: number) => ({ 'x-forwarded-for': `192.0.2.${n}, 2001:db8:1:2:${n.toString(16)}::9` });
    expect(await statuses(50, through, '127.0.0.1')).toEqual(forty);
  },
);

onSite('a known device of one account has no separate rate limit for another account', async (on) => {
  await on.a.user({ email, password_hash: await hashed });
  await on.a.user({ email: 'thief@members.example', password_hash: await hashed });
  const cookie = getCookie(await on.post('/members', { email: 'thief@members.example', password }), 'device');
  const seen: number[] = [];
  for (let n = 0; n < 12; n++) seen.push((await guess(on, n, { ...from(n), cookie })).statusCode);
  expect(seen).toEqual([...Array<number>(10).fill(401), 429, 429]);
});

onEachSite('a device that its owner keeps using stays known after sign-ins with twenty others', async (on) => {
  await on.a.user({ email, password_hash: await hashed });
  const own = getCookie(await on.post('/members', { email, password }, from(0)), 'device');
  for (let n = 1; n <= 20; n++) {
    on.at(addMs('2026-11-21T12:00:00.000Z', n * minute));
    await on.post('/members', { email, password }, { ...from(0), cookie: own });
    await on.post('/members', { email, password }, from(n));
  }
  // These guesses use up the limit that unknown devices share
  for (let n = 0; n < 10; n++) await guess(on, n + 30);
  expect((await on.post('/members', { email, password }, from(50))).statusCode).toBe(429);
  expect((await on.post('/members', { email, password }, { ...from(0), cookie: own })).statusCode).toBe(200);
});

onSite('each sign-in with a known device renews its cookie for a year', async (on) => {
  await on.a.user({ email, password_hash: await hashed });
  const cookie = getCookie(await on.post('/members', { email, password }), 'device');
  on.at('2027-05-21T12:00:00.000Z');
  const { headers } = await on.post('/members', { email, password }, { cookie });
  const renewed = [headers['set-cookie']].flat().find((line) => String(line).startsWith(`${cookie};`));
  expect(renewed).toContain(`Max-Age=${365 * 24 * 60 * 60};`);
});

onEachSite('a computer that two members share stays a known device of both', async (on) => {
  const emails = [email, 'theo@members.example'];
  for (const address of emails) await on.a.user({ email: address, password_hash: await hashed });
  let cookie = '';
  for (const address of [...emails, ...emails]) {
    const answer = await on.post('/members', { email: address, password }, { ...from(0), cookie });
    cookie = getCookie(answer, 'device');
  }
  expect(await on.db.read.selectFrom('known_device').select('user_id').execute()).toHaveLength(emails.length);
  // These guesses use up the limit that unknown devices share
  for (let n = 0; n < 10; n++) await guess(on, n + 30);
  expect((await on.post('/members', { email, password }, from(50))).statusCode).toBe(429);
  expect((await on.post('/members', { email, password }, { ...from(0), cookie })).statusCode).toBe(200);
});

onSite('a shared computer remembers the five members who used it last', async (on) => {
  const emails = Array.from({ length: 6 }, (_, n) => `member${n}@members.example`);
  for (const address of emails) await on.a.user({ email: address, password_hash: await hashed });
  let cookie = '';
  const signIn = async (address = '') => {
    const answer = await on.post('/members', { email: address, password }, { ...from(0), cookie });
    cookie = getCookie(answer, 'device');
  };
  for (const address of emails.slice(0, 5)) await signIn(address);
  await signIn(emails[0]);
  await signIn(emails[5]);
  const countDevices = async () => (await on.db.read.selectFrom('known_device').select('token_hash').execute()).length;
  expect(await countDevices()).toBe(6);
  // The first member signed in again, so the second was forgotten in their place
  await signIn(emails[0]);
  expect(await countDevices()).toBe(6);
  await signIn(emails[1]);
  expect(await countDevices()).toBe(7);
});

for (const [where, n] of [
  ['on a shared computer', 0],
  ['on another device', 1],
] as const) {
  onSite(
    `a member who sets a new password ${where} doesn’t make the shared computer forget the other members`,
    async (on) => {
      const emails = Array.from({ length: 5 }, (_, index) => `member${index}@members.example`);
      for (const address of emails) await on.a.user({ email: address, password_hash: await hashed });
      let cookie = '';
      const signIn = async (address = '', secret = password) => {
        const answer = await on.post('/members', { email: address, password: secret }, { ...from(0), cookie });
        cookie = getCookie(answer, 'device');
      };
      for (const address of emails) await signIn(address);
      await on.post('/members/api/forgotten', { email: emails[4] }, from(2));
      const [mail] = await listSentMails(on.db.read);
      const token = /reset\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
      const fresh = 'seven green umbrellas left';
      const body = { token, new_password: fresh, confirm_new_password: fresh };
      const answer = await on.post('/members/api/reset', body, { ...from(n), ...(n === 0 && { cookie }) });
      if (n === 0) cookie = getCookie(answer, 'device');
      await signIn(emails[4], fresh);
      const listDevices = () => on.db.read.selectFrom('known_device').select('token_hash').execute();
      const known = await listDevices();
      await signIn(emails[0]);
      expect(await listDevices()).toEqual(known);
    },
  );
}

onEachSite('changing the password takes the separate rate limit from all other known devices', async (on) => {
  const user = await on.a.user({ email, password_hash: await hashed });
  const knownIn = async (n: number) => getCookie(await on.post('/members', { email, password }, from(n)), 'device');
  const [thiefs, own] = [await knownIn(1), await knownIn(2)];
  const owner = await on.post('/members', { email, password }, { ...from(2), cookie: own });
  const cookie = [own, ...cookiesOf(owner)].join('; ');
  const fresh = 'seven green umbrellas left';
  const change = { old_password: password, new_password: fresh, confirm_new_password: fresh };
  const changed = await on.post('/members/api/account_settings/change_password', change, { ...from(2), cookie });
  expect(changed.statusCode).toBe(200);
  expect(await on.db.read.selectFrom('known_device').select('user_id').execute()).toEqual([{ user_id: user.id }]);

  // If the thief's browser still had its own limit, these ten guesses wouldn't count towards the account's limit
  for (let n = 0; n < 10; n++) expect((await guess(on, 1, { ...from(n), cookie: thiefs })).statusCode).toBe(401);
  expect((await on.post('/members', { email, password: fresh }, from(20))).statusCode).toBe(429);
  expect((await on.post('/members', { email, password: fresh }, { ...from(2), cookie: own })).statusCode).toBe(200);
});

onSite('a device is forgotten a year after the last sign-in with it', async (on) => {
  await on.a.user({ email, password_hash: await hashed });
  await on.post('/members', { email, password });
  const clean = async (at: string) => {
    const job = defineExpiryCleanupJob({ db: on.db, clock: () => new Date(at) });
    await job.run({ key: '', payload: {}, signal: AbortSignal.timeout(10_000) });
    return on.db.read.selectFrom('known_device').select('last_used_at').execute();
  };
  expect(await clean('2027-11-21T11:59:00.000Z')).toHaveLength(1);
  expect(await clean('2027-11-21T12:00:00.000Z')).toEqual([]);
});

onSite(
  'a stranger who registers an address repeatedly doesn’t use up the emails that its owner may get',
  async (on) => {
    const register = (headers: Record<string, string>, some: object = {}) =>
      on.post(
        '/members/api/register',
        { firstname: 'Ruth', lastname: 'Marsh', email, password, confirm_password: password, ...some },
        headers,
      );
    const theirs = { password: 'a trap set by a stranger', confirm_password: 'a trap set by a stranger' };
    for (let again = 0; again < 10; again++) await register(from(1), theirs);
    const before = (await listSentMails(on.db.read)).map(({ id }) => id);
    expect(before).toHaveLength(3);
    expect((await register(from(2))).statusCode).toBe(200);
    const [mail] = (await listSentMails(on.db.read)).filter(({ id }) => !before.includes(id));
    const token = /\/members\/confirm\/([\w-]+)/.exec(mail?.text ?? '')?.[1];
    expect((await on.post('/members/api/confirm', { token, password })).statusCode).toBe(200);
  },
);

onSite('emails to one address are limited across all networks', async (on) => {
  for (let n = 0; n < 30; n++) {
    const response = await on.post('/members/api/register/again', { email }, from(n));
    expect(response.statusCode).toBe(200);
    await on.post(
      '/members/api/register',
      { firstname: 'Ruth', lastname: 'Marsh', email, password, confirm_password: password },
      from(n),
    );
  }
  expect((await listSentMails(on.db.read)).length).toBeLessThanOrEqual(12);
});
