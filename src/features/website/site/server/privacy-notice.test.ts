import { expect } from 'vitest';
import { defineNetworkAddressRetentionJob } from '#platform/server/audit/record.ts';
import { onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { onEachShop } from '#tests/support/society/shop.ts';
import { PolicyContent } from '../contract.ts';

/** A day in seconds. */
const day = 24 * 60 * 60;

const told = async ({ page }: Pick<SiteTestContext, 'page'>) =>
  PolicyContent.strict()
    .parse((await page('/privacy')).content)
    .content.replaceAll('*', '');

/** Returns the maximum age, in seconds, of a cookie that a response sets. */
const ageOf = (answer: Awaited<ReturnType<SiteTestContext['post']>>, cookie: string) =>
  answer.cookies.find(({ name }) => name === cookie)?.maxAge;

onSite('the privacy notice has the retention times of the current settings', async (on) => {
  await on.a.settings({ keepMessagesMonths: 6, keepMailMonths: 1, keepBookingsMonths: 18 });
  const notice = await told(on);
  expect(notice).toContain('We keep messages, and the names of people who have corrected our archive, for 6 months.');
  expect(notice).toContain('whether you came, are kept for 18 months after the performance.');
  expect(notice).toContain('Emails that we send are kept for one month.');
  await on.a.settings({ keepMessagesMonths: 0, keepMailMonths: 0, keepBookingsMonths: 0 });
  const forever = await told(on);
  expect(forever).not.toMatch(/\b0 month|for 0/);
  expect(forever.match(/for ever, unless you ask us to delete them/g)).toHaveLength(3);
});

onSite('signing in sets the two cookies of the privacy notice, with the lifetimes it names', async (on) => {
  const password = 'seven green umbrellas';
  const { email } = await on.a.user({ password_hash: await on.passwords.hash(password) });
  const answer = await on.post('/members', { email, password });
  expect(answer.cookies.map(({ name }) => name).sort()).toEqual(['device', 'session']);
  const notice = await told(on);
  expect(notice).toContain(`for up to ${(ageOf(answer, 'session') ?? 0) / day} days`);
  expect(notice).toContain('recognises your device for one year');
  expect(ageOf(answer, 'device')).toBe(365 * day);

  const session = { cookie: `session=${answer.cookies.find(({ name }) => name === 'session')?.value}` };
  const isIn = async () => (await on.get('/members/account_settings', session)).statusCode === 200;
  expect(notice).toContain('until you’ve been away for 14 days (12 hours for admins)');
  on.at('2026-12-05T11:00:00.000Z');
  expect(await isIn()).toBe(true);
  on.at('2026-12-19T12:00:00.000Z');
  expect(await isIn()).toBe(false);
});

onEachShop(
  'the privacy notice states the lifetime of the basket’s cookie, and that card payments are simulated',
  async (shop) => {
    const { post, first, type } = shop;
    const answer = await post('/api/tickets/hold', { performance_id: first, [type('Adult')]: '1' });
    expect(answer.cookies.map(({ name }) => name)).toEqual(['basket']);
    expect(ageOf(answer, 'basket')).toBe(day);
    const notice = await told(shop);
    expect(notice).toContain('lets your browser find its basket again. It expires after one day.');
    expect(notice).toContain('card payments are simulated');
    expect(notice).not.toContain('Square');
  },
);

onSite('a refused sign-in is logged with its address for as long as the privacy notice says', async (on) => {
  const { db, app, post } = on;
  const notice = await told(on);
  expect(notice).toContain('The address is deleted after 90 days.');
  expect(notice).not.toContain('never written down');
  await post('/members', { email: 'who@ever.example', password: 'a guess' }, { 'x-forwarded-for': '192.0.2.7' });
  await app.close();
  const addresses = async () => {
    const refused = db.read.selectFrom('audit').select('address').where('action', '=', 'sign_in.refused');
    return (await refused.execute()).map(({ address }) => address);
  };
  const forget = (at: string) =>
    defineNetworkAddressRetentionJob({ db, clock: () => new Date(at) }).run({
      ...{ key: '', payload: {}, signal: new AbortController().signal },
    });
  await forget('2027-02-19T11:00:00.000Z');
  expect(await addresses()).toEqual(['192.0.2.7']);
  await forget('2027-02-19T13:00:00.000Z');
  expect(await addresses()).toEqual(['']);
});
