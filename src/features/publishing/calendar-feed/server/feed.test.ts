import { expect } from 'vitest';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { inCast, inCrew } from '#tests/support/society/factories.ts';
import { getCalendarFeedStatus } from './index.ts';

const settings = '/members/api/account_settings/calendar';

async function annAndHerShows({ a }: SiteTestContext) {
  const on = (title: string, date: string, credits = [inCast('Someone Else', 'Ghost')], some = {}) =>
    a.show({ title, date, first_date: date, credits, ...some });
  await on('Hamlet', '2027-03-06', [
    inCast('Ann Hale', 'Hamlet'),
    inCast('Ann Hale', '', 2),
    inCrew('Ann Stott', 'Props'),
  ]);
  await on('Spring play', '2027-04-17');
  await on('Last spring', '2026-04-17');
  await on('Macbeth', '2024-11-22', [inCast('Ann Hale', 'Lady Macbeth')]);
  await on('Long ago', '2024-11-20', [inCast('Ann Hale', 'A tree')]);
  await on('Called off', '2026-12-05', [inCast('Ann Hale', 'Herself')], { cancelled: true });
  const ann = await a.user({ firstname: 'Ann', lastname: 'Hale' });
  await a.personOf(ann, 'Ann Hale');
  await a.personOf(ann, 'Ann Stott');
  return ann;
}

const titles = (body: string) => [...body.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title).sort();

onEachSite(
  'a member’s calendar has all future shows, and those of the last two years that credit the member',
  async (on) => {
    await on.a.settings({ siteName: 'Lanternside Players' });
    const ann = await annAndHerShows(on);
    const made = await (await on.as(ann)).post(settings, {});
    expect(made.json()).toMatchObject({ code: 200 });
    const { url, webcal } = made.json();
    expect(url).toMatch(/^http:\/\/players\.example\/calendar\/[\w-]{43}\.ics$/);
    expect(webcal).toBe(url.replace('http:', 'webcal:'));

    const feed = await on.get(new URL(url).pathname);
    expect([feed.statusCode, feed.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(titles(feed.body)).toEqual(['Called off', 'Hamlet', 'Macbeth', 'Spring play']);
    expect(feed.body).toContain('X-WR-CALNAME:Lanternside Players: Ann\r\n');
    expect(feed.body).toContain('DESCRIPTION:by Noël Coward\\nYou: Hamlet\\, Company\\, Props\r\n');
    expect(feed.body).toContain('STATUS:CANCELLED');
  },
);

onSite('the token of a calendar feed is never stored, cached or sent as a referrer', async (on) => {
  const ann = await on.a.user();
  const { url } = (await (await on.as(ann)).post(settings, {})).json();
  const path = new URL(url).pathname;
  const token = path.slice('/calendar/'.length, -'.ics'.length);
  const stored = [
    ...(await on.db.read.selectFrom('calendar_feed').selectAll().execute()),
    ...(await on.db.read.selectFrom('audit').selectAll().execute()),
  ];
  expect(stored).toHaveLength(2);
  expect(JSON.stringify(stored)).not.toContain(token);
  const { headers } = await on.get(path);
  expect([headers['cache-control'], headers['referrer-policy'], headers.etag]).toEqual([
    'no-store',
    'no-referrer',
    undefined,
  ]);
});

onEachSite('a new calendar URL replaces the old one, and neither works once the feed is switched off', async (on) => {
  const ann = await on.a.user();
  const { post, get } = await on.as(ann);
  // People who change their password or sign out devices are told that their calendar link keeps working
  const saysThatItStays = async () =>
    (await get('/members/account_settings')).body.split('calendar link keeps working').length - 1;
  expect(await saysThatItStays()).toBe(0);
  const status = async (url: string) => (await on.get(new URL(url).pathname)).statusCode;
  expect(await getCalendarFeedStatus({ db: on.db.read, visitor: ann })).toEqual({ on: false, since: '' });
  const first = (await post(settings, {})).json().url;
  on.at('2026-11-22T19:30:00.000Z');
  const second = (await post(settings, {})).json().url;
  expect([await status(first), await status(second)]).toEqual([404, 200]);
  expect(await saysThatItStays()).toBe(2);
  expect(await getCalendarFeedStatus({ db: on.db.read, visitor: ann })).toEqual({
    on: true,
    since: 'Sunday 22 November 2026 at 7.30pm',
  });
  expect((await post(`${settings}/off`, {})).json()).toMatchObject({ code: 200 });
  expect((await post(`${settings}/off`, {})).json()).toMatchObject({ code: 200 });
  expect([await status(first), await status(second)]).toEqual([404, 404]);
  const log = await on.db.read.selectFrom('audit').select('action').orderBy('at').execute();
  expect(log.map(({ action }) => action).sort()).toEqual([
    'calendar_feed.created',
    'calendar_feed.created',
    'calendar_feed.revoked',
  ]);
});

onSite('every wrong calendar token is refused, and tokens similar to a real one get the same 404', async (on) => {
  const ann = await on.a.user();
  const { url } = (await (await on.as(ann)).post(settings, {})).json();
  const token = new URL(url).pathname.slice('/calendar/'.length, -'.ics'.length);
  const wrong = [
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    token.slice(1),
    `${token}A`,
    token.toLowerCase().padEnd(43, 'x').slice(0, 42).concat('!'),
    'x'.repeat(43),
    'x'.repeat(3000),
    '%00',
    '..%2f..%2fetc',
    `${ann.id}`,
  ];
  const answers = await Promise.all(wrong.map((guess) => on.get(`/calendar/${guess}.ics?react`)));
  for (const { statusCode, body } of answers.slice(0, 5)) expect([statusCode, body]).toEqual([404, answers[0]?.body]);
  for (const { statusCode } of answers) expect([404, 414]).toContain(statusCode);
});

onSite(
  'a member’s calendar has no other member’s roles, and stops working when its owner’s account is disabled',
  async (on) => {
    const ann = await annAndHerShows(on);
    const bob = await on.a.user({ firstname: 'Bob' });
    const { url } = (await (await on.as(bob)).post(settings, {})).json();
    const path = new URL(url).pathname;
    expect(titles((await on.get(path)).body)).toEqual(['Called off', 'Hamlet', 'Spring play']);
    expect((await on.get(path)).body).not.toContain('You:');
    await on.db.write((tx) => tx.updateTable('user').set({ status: 'deactivated' }).where('id', '=', bob.id).execute());
    expect((await on.get(path)).statusCode).toBe(404);
    expect(ann.id).not.toBe(bob.id);
  },
);

onSite('the public calendar has future shows, cancelled ones included, and no past ones', async ({ a, get, at }) => {
  await a.shows([
    { title: 'Long ago' },
    { title: 'Ahead; really, yes', first_date: '2027-04-14', date: '2027-04-17' },
    { title: 'Called off', first_date: '2027-01-02', date: '2027-01-03', cancelled: true },
  ]);
  const { body, headers } = await get('/calendar.ics');
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(body.match(/BEGIN:VEVENT/g)?.length).toBe(2);
  expect(body).toContain('SUMMARY:Ahead\\; really\\, yes');
  expect(body).toContain('STATUS:CANCELLED');
  at('2027-04-18T12:00:00Z');
  expect((await get('/calendar.ics')).body).not.toContain('BEGIN:VEVENT');
});

onSite('the performances of a show dated by a year stay in the public calendar all year', async ({ a, get, at }) => {
  const show_id = await a.show({ title: 'Hamlet', date: '2028-01-01', date_precision: 'year' });
  await a.performance({ show_id, starts_at: '2028-05-04T18:30:00.000Z' });
  at('2028-12-31T12:00:00Z');
  expect((await get('/calendar.ics')).body).toContain('SUMMARY:Hamlet');
  at('2029-01-01T12:00:00Z');
  expect((await get('/calendar.ics')).body).not.toContain('SUMMARY:Hamlet');
});

onSite('the public calendar has each performance at its own time', async ({ a, get }) => {
  const show_id = await a.show({ title: 'Hamlet', first_date: '2026-11-28', date: '2026-11-28' });
  const id = await a.performance({ show_id });
  const { body } = await get('/calendar.ics');
  expect(body.match(/^(UID|DTSTART).*$/gm)).toEqual([`UID:${id}@players.example`, 'DTSTART:20261128T193000Z']);
});
