import { expect } from 'vitest';
import { onEachSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { createBoxOffice } from '#tests/support/society/box-office.ts';

const api = '/members/api/get_sums';

/** Creates a society in November 2026, when 2025–26 is over, with an admin, and a treasurer who isn't an admin. */
async function society(on: SiteTestContext) {
  on.at('2026-11-21T12:00:00.000Z');
  const admin = await on.as(await on.a.user({ role: 'admin', firstname: 'Vera', lastname: 'Crane' }));
  const tom = await on.a.user({ firstname: 'Tom', lastname: 'Purse' });
  await on.a.allow(tom, { get_subs: true });
  const treasurer = await on.as(tom);
  const donation = { what: 'Donations', amount: '73.45', source: 'cash' };
  const pay = async (day: string, some: object = {}) =>
    (await treasurer.post(`${api}/payments`, { ...donation, day, ...some })).json();
  const page = async (start: number) => (await treasurer.get(`/members/get_sums?react&startyear=${start}`)).json();
  const close = async (start: number) => {
    const { token } = (await page(start)).year_status;
    return (await treasurer.post(`${api}/years/${start}/close`, { token })).json();
  };
  return { admin, treasurer, pay, page, close };
}

onEachSite('a closed year and the years before it take no payments', async (on) => {
  const { pay, page, close, treasurer } = await society(on);
  await pay('2026-08-31', { shown_year: 2025 });
  expect((await page(2025)).year_status).toMatchObject({ closed: null, can_close: true });
  expect(await close(2026)).toMatchObject({ code: 400, msg: expect.stringContaining('once it has ended') });
  expect(await close(2025)).toMatchObject({
    code: 200,
    msg: expect.stringMatching(/^2025–26 and all earlier years are closed\./),
  });
  const closed = { by: 'Tom Purse', on: '2026-11-21' };
  expect(await page(2025)).toMatchObject({
    open_from: '2026-09-01',
    year_status: { closed: { ...closed, with: '' }, can_close: false, can_reopen: false },
  });
  expect((await page(2024)).year_status.closed).toEqual({ ...closed, with: '2025–26' });
  for (const day of ['2026-08-31', '2024-08-31']) {
    expect(await pay(day, { ended_year: 'yes' })).toMatchObject({
      code: 400,
      fields: { day: expect.stringContaining('1 September 2026') },
    });
  }
  expect((await page(2025)).totals.total_amounts).toBe(7345);
  const subs = (await treasurer.get('/members/get_subs?react')).json();
  expect(subs.open_from).toBe('2026-09-01');
});

onEachSite('only an admin can reopen a closed year, with a reason, and the audit log has both actions', async (on) => {
  const { admin, treasurer, page, close, pay } = await society(on);
  await close(2025);
  const reopen = `${api}/years/2025/reopen`;
  expect((await treasurer.post(reopen, { reason: 'A late cheque' })).statusCode).toBe(403);
  expect((await admin.post(reopen, { reason: '' })).json()).toMatchObject({
    code: 400,
    fields: { reason: expect.any(String) },
  });
  expect((await admin.post(reopen, { reason: 'A late cheque' })).json()).toMatchObject({ code: 200 });
  expect((await page(2025)).year_status.closed).toBeNull();
  expect(await pay('2026-08-31', { shown_year: 2025 })).toMatchObject({ code: 200 });
  const log = on.db.read.selectFrom('audit').select(['action', 'detail', 'actor_name']).orderBy('at').orderBy('id');
  const years = (await log.execute()).filter(({ action }) => action.startsWith('financial_year.'));
  expect(years).toEqual(
    expect.arrayContaining([
      { action: 'financial_year.closed', detail: '2025–26 and all earlier years', actor_name: 'Tom Purse' },
      {
        action: 'financial_year.reopened',
        detail: '2025–26 and all earlier years: A late cheque',
        actor_name: 'Vera Crane',
      },
    ]),
  );
});

onEachSite('a year’s page and messages name the earlier years that close or reopen together with it', async (on) => {
  const { admin, page, close } = await society(on);
  const affected = async (start: number) => (await page(start)).year_status.affected_years;
  const reopen = async (start: number) =>
    (await admin.post(`${api}/years/${start}/reopen`, { reason: 'A late cheque' })).json().msg as string;
  expect(await affected(2022)).toEqual({ names: ['2022–23'], has_all_earlier: true });
  await close(2022);
  expect(await affected(2025)).toEqual({ names: ['2023–24', '2024–25', '2025–26'], has_all_earlier: false });
  expect((await close(2025)).msg).toMatch(/^2023–24, 2024–25 and 2025–26 are closed\./);
  expect(await affected(2025)).toEqual({ names: ['2023–24', '2024–25', '2025–26'], has_all_earlier: false });
  expect(await reopen(2025)).toMatch(/^2023–24, 2024–25 and 2025–26 are open again\./);
  expect((await page(2023)).year_status.closed).toBeNull();
  expect((await page(2022)).year_status.closed).not.toBeNull();
  expect((await close(2023)).msg).toBe('2023–24 is closed. No more payments can be entered in it.');
  expect(await affected(2023)).toEqual({ names: ['2023–24'], has_all_earlier: false });
  expect(await reopen(2023)).toBe('2023–24 is open again. Close it once it is right.');
  expect(await affected(2022)).toEqual({ names: ['2022–23'], has_all_earlier: true });
});

onEachSite(
  'after a change of the first month, a closed year stays closed with its old name and isn’t among those to close',
  async (on) => {
    const { page, close } = await society(on);
    await close(2023);
    await on.a.settings({ yearBegins: '01' });
    // The years until 31 August 2024 are closed
    expect((await page(2023)).year_status.closed).toMatchObject({ with: '2023–24' });
    expect((await page(2025)).year_status.affected_years).toEqual({ names: ['2024', '2025'], has_all_earlier: false });
  },
);

onEachSite(
  'a payment in an ended year that isn’t on the screen has to be confirmed, and the response names the year',
  async (on) => {
    const { pay, page } = await society(on);
    expect(await pay('2025-12-31', { shown_year: 2026 })).toMatchObject({
      code: 409,
      needs: 'confirmation',
      msg: '31 December 2025 is in 2025–26, which has ended. Enter the payment there?',
      questions: [{ field: 'ended_year', choices: [{ value: 'yes' }] }],
    });
    expect((await page(2025)).totals.total_amounts).toBe(0);
    expect((await pay('2025-12-31', { shown_year: 2026, ended_year: 'yes' })).msg).toBe(
      'Entered: £73.45 for Donations, 31 December 2025, which counts in 2025–26.',
    );
    // No confirmation is needed on the page of that year
    expect((await pay('2025-12-30', { shown_year: 2025 })).msg).toBe(
      'Entered: £73.45 for Donations, 30 December 2025.',
    );
    expect((await pay('2026-11-01', { shown_year: 2025 })).msg).toContain(', which counts in 2026–27.');
  },
);

onEachSite('a correction or refund that counts in a later year names that year', async (on) => {
  const { pay, page, close, treasurer } = await society(on);
  await pay('2026-08-31', { shown_year: 2025 });
  await pay('2026-08-30', { shown_year: 2025 });
  const entries = async () =>
    (await page(2025)).offline as { id: string; date: string; correction_year: string; refund: { year: string } }[];
  const send = async (id: string, what: string, body: object = {}) =>
    (await treasurer.post(`${api}/entries/${id}/${what}`, body)).json().msg as string;
  const [mistake, gift] = await entries();
  // A refund counts on its own day, a correction on the day of the mistake
  expect([mistake?.correction_year, mistake?.refund.year]).toEqual(['', '2026–27']);
  await close(2025);
  expect((await entries()).map(({ correction_year }) => correction_year)).toEqual(['2026–27', '2026–27']);
  expect(await send(mistake?.id ?? '', 'correct', { reason: 'A slip' })).toContain(
    'It counts today, in 2026–27: the year of the entry is closed.',
  );
  const refund = { amount: '3', reason: 'Too much', attempt: 'refunded 0' };
  expect(await send(gift?.id ?? '', 'refund', refund)).toContain('It counts today, in 2026–27.');
});

onEachSite('a correction needs a reason, which the list, the CSV file and the audit log contain', async (on) => {
  const { pay, page, treasurer } = await society(on);
  await pay('2026-11-20');
  const listed = async () => (await page(2026)).offline as { id: string; corrects: boolean; reason: string }[];
  const id = (await listed())[0]?.id;
  const correct = async (reason?: string) =>
    (await treasurer.post(`${api}/entries/${id}/correct`, { reason })).json() as object;
  for (const missing of [undefined, ' ']) {
    expect(await correct(missing)).toMatchObject({ code: 400, fields: { reason: 'Say why the entry is corrected.' } });
  }
  expect(await listed()).toHaveLength(1);
  expect(await correct('Entered twice')).toMatchObject({ code: 200 });
  const reasons = (await listed()).map(({ corrects, reason }) => [corrects, reason]).sort();
  expect(reasons).toEqual([
    [false, ''],
    [true, 'Entered twice'],
  ]);
  expect((await treasurer.get('/members/get_sums.csv')).body).toContain('"-73.45",,"Entered twice"');
  const log = on.db.read.selectFrom('audit').select('detail').where('action', '=', 'payment.reversed');
  expect(await log.execute()).toEqual([{ detail: '£73.45, Donations, 20 November 2026. Entered twice' }]);
  const note = await on.db.read.selectFrom('entry_note').select('reason').execute();
  expect(note).toEqual([{ reason: 'Entered twice' }]);
});

onEachSite('a manual payment for tickets of a show that the site sells has to be confirmed', async (on) => {
  const { post, show, entries } = await createBoxOffice(on);
  const tickets = { what: 'tickets', show_id: show, amount: '100', source: 'cash', day: '2026-11-21' };
  const enter = async (some: object = {}) => (await post(`${api}/payments`, { ...tickets, ...some })).json();
  expect(await enter()).toMatchObject({
    ...{ code: 409, needs: 'confirmation', msg: expect.stringContaining('counts it twice') },
    questions: [{ field: 'sold_here', choices: [{ value: 'yes' }] }],
  });
  expect(await entries()).toEqual([]);
  expect(await enter({ sold_here: 'yes' })).toMatchObject({ code: 200 });
  expect(await entries()).toMatchObject([{ amount: 10_000 }]);
});
