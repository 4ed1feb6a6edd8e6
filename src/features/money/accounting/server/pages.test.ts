import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { postEntry } from '#features/money/ledger/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { AccountingContent, GetSubsContent } from '../contract.ts';

const at = '2026-11-21T12:00:00.000Z';
const payments = '/members/api/get_sums/payments';

/** Creates a society with a plan, a show, a treasurer who isn't an admin, and a member who has paid by card. */
async function society({ a, as, db }: SiteTestContext) {
  const admin = await as(await a.user({ role: 'admin' }));
  const { id: plan } = (
    await admin.post('/members/api/admin/admin_settings/subs/add_new_plan', {
      ...{ levelName: 'Full member', amount: '25', period: 'yearly', renewal_month: '09' },
    })
  ).json();
  const show = await a.show({ title: 'Hamlet', first_date: '2026-10-21', date: '2026-10-24' });
  const ruth = await a.user({ firstname: 'Ruth', lastname: 'Calloway' });
  const charge_id = newId();
  await write(db, async (tx) => {
    const about = { about: 'subscription', plan_id: plan, label: 'Full member' } as const;
    const charge = {
      id: charge_id,
      at,
      kind: 'charge',
      environment: 'production',
      source: 'card',
      pence: 2500,
      about,
    } as const;
    await postEntry(tx, { ...charge, payer: { user_id: ruth.id }, square_id: 'P1' });
    await postEntry(tx, { id: newId(), at, kind: 'fee', charge_id, pence: 60 });
    await postEntry(tx, { id: newId(), at, kind: 'refund', charge_id, pence: 1000 });
    // Practice and sandbox payments must appear in no list and no total
    for (const environment of ['practice', 'sandbox'] as const) {
      await postEntry(tx, { ...charge, id: newId(), environment, day: '2019-10-01' });
      await postEntry(tx, {
        ...charge,
        id: newId(),
        environment,
        about: { about: 'tickets', show_id: show, label: 'Hamlet' },
      });
    }
  });
  const treasurer = await a.user({ firstname: 'Tom', lastname: 'Purse' });
  await a.allow(treasurer, { get_subs: true });
  return { plan, show, ruth, treasurer, ...(await as(treasurer)) };
}

onEachSite('entering and correcting cash payments updates all totals, lists and files', async (on) => {
  const { plan, show, ruth, post, page, get } = await society(on);
  const cash = { source: 'cash', day: '2026-10-24' };
  const said = async (body: object) => (await post(payments, { ...cash, ...body })).json();
  expect(await said({ what: 'subscription', plan_id: plan, member: ruth.id, amount: '25' })).toMatchObject({
    code: 200,
    msg: 'Entered: £25.00 from Ruth Calloway for Full member, 24 October 2026. The subscription is paid until 31 August 2027.',
  });
  expect(await said({ what: 'tickets', show_id: show, amount: '312.50' })).toMatchObject({
    code: 200,
    msg: 'Entered: £312.50 for Hamlet, 24 October 2026.',
  });
  await said({ what: 'Programmes', show_id: show, amount: '40' });
  await said({ what: 'Raffle', amount: '=1+1' }).then(({ code }) => expect(code).toBe(400));
  await said({ what: 'Raffle', amount: '7', name: '=HYPERLINK("x")' });

  const books = async () => AccountingContent.strict().parse((await page('/members/get_sums')).content);
  const before = await books();
  expect(before).toMatchObject({
    ...{ year: 2026, year_name: '2026–27', from: '2026-09-01', until: '2027-08-31', years: [{ start: 2026 }] },
    totals: {
      ...{ total_transactions: 5, total_refunds: 1, total_amounts: 40_950, total_fees: 60 },
      ...{ total_refund_amounts: 1000, total_net: 39_890 },
    },
    by_plan: [{ id: plan, name: 'Full member', total: 5000, fees: 60, refunds: 1000, net: 3940 }],
    by_show: [{ id: show, name: 'Hamlet', total: 35_250 }],
    other: [{ name: 'Raffle', total: 700 }],
    shows: [{ id: show, title: 'Hamlet' }],
  });
  expect(before.by_month.filter(({ total }) => total > 0).map(({ month }) => month)).toEqual(['2026-10', '2026-11']);
  const sold = (await get(`/members/api/historic_sales?show_id=${show}`)).json();
  expect(sold).toMatchObject({ code: 200, totals: { total: 35_250, fees: 0, refunds: 0, net: 35_250 } });

  const programmes = before.offline.find(({ label }) => label === 'Programmes');
  expect(programmes).toMatchObject({ show: 'Hamlet', can_be_corrected: true });
  const takeBack = async () =>
    (await post(`/members/api/get_sums/entries/${programmes?.id}/correct`, { reason: 'A slip' })).json();
  expect(await takeBack()).toMatchObject({ code: 200 });
  expect(await takeBack()).toMatchObject({
    code: 409,
    msg: 'This entry has already been corrected.',
  });
  const after = await books();
  expect(after.totals).toMatchObject({ total_transactions: 4, total_amounts: 36_950 });
  const both = after.offline
    .filter(({ label }) => label === 'Programmes')
    .sort((one, other) => one.amount - other.amount);
  expect(both).toMatchObject([
    { amount: -4000, corrects: true, can_be_corrected: false },
    { amount: 4000, corrected: true, can_be_corrected: false },
  ]);

  const csv = (await get('/members/get_sums.csv')).body;
  expect(csv).toContain('"2026-10-24","charge","Tickets",,"Hamlet",,,"cash","312.50",,');
  expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
  // A correction is negative in the same column, so that the columns add up to the totals
  expect(csv).toContain('"2026-10-24","charge","Programmes",,"Hamlet",,,"cash","-40.00",,');
  const rows = csvRecords(csv);
  const pence = (column: string, of: Record<string, string>[]) =>
    of.reduce((sum, row) => sum + Math.round(Number(row[column] ?? '') * 100), 0);
  const { totals } = after;
  expect([pence('in', rows), pence('out', rows)]).toEqual([
    totals.total_amounts,
    totals.total_fees + totals.total_refund_amounts,
  ]);
  for (const { name, total } of after.by_show) {
    const ofShow = rows.filter(({ show: title }) => title === name);
    expect([name, pence('in', ofShow)]).toEqual([name, total]);
  }
  const card = after.by_source.find(({ source }) => source === 'card');
  expect(totals).toMatchObject({
    ...{ card_amounts: card?.total, card_fees: card?.fees, card_refund_amounts: card?.refunds, card_net: card?.net },
    ...{ card_transactions: 1, card_refunds: 1, card_fees: 60 },
  });
  const acted = await on.db.read
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'payment.reversed')
    .execute();
  expect(acted).toEqual([{ detail: '£40.00, Programmes, 24 October 2026. A slip' }]);
});

/** Parses a CSV file into rows by column name. */
const csvRecords = (csv: string): Record<string, string>[] => parse(csv, { columns: true, bom: true });

onEachSite('a subscription paid for somebody else names both people in lists, files and receipts', async (on) => {
  const { plan, ruth, page, get, db } = { ...on, ...(await society(on)) };
  const entry = await db.read.selectFrom('entry').select(['id', 'label']).where('plan_id', '=', plan).execute();
  const paid = entry[0]?.id ?? '';
  await write(db, async (tx) => {
    const held = {
      ...{ id: newId(), user_id: ruth.id, plan_id: plan, sub_for: 'OTHER', name: 'Poppy Ferrar', amount: 2500 },
      ...{ phone_number: '', e_con_name: '', e_con_phone: '', status: 'active', card_id: null, cancelled_at: null },
      ...{ started_on: '2026-11-21', renews_on: '2027-09-01', created_at: '2026-11-21T12:00:00.000Z', tries: 0 },
    } as const;
    await tx
      .insertInto('subscription')
      .values(held as never)
      .execute();
    const year = { begins_on: '2026-11-21', renews_on: '2027-09-01', amount: 2500, source: 'card', entry_id: paid };
    await tx
      .insertInto('subscription_year')
      .values({ ...year, id: newId(), subscription_id: held.id } as never)
      .execute();
  });
  const subs = GetSubsContent.parse((await page('/members/get_subs')).content);
  expect(subs.results).toMatchObject([{ name: 'Ruth Calloway', for_name: 'Poppy Ferrar' }]);
  expect(csvRecords((await get('/members/get_subs.csv')).body)).toMatchObject([
    { who: 'Ruth Calloway', for: 'Poppy Ferrar', plan: 'Full member' },
  ]);
  expect(csvRecords((await get('/members/get_sums.csv')).body)[0]).toMatchObject({
    ...{ 'what for': 'Subscription', 'order or plan': 'Full member', who: 'Ruth Calloway', for: 'Poppy Ferrar' },
  });
  const own = (await (await on.as(ruth)).get('/members/account_settings?react')).json();
  const receipt = own.subs.receipts.find(({ id }: { id: string }) => id === paid);
  expect(receipt).toMatchObject({ plan_name: 'Full member', for_name: 'Poppy Ferrar' });
});

onEachSite(
  'Get Subs and its file list a financial year’s payments under the payers’ present names, with totals',
  async (on) => {
    const { plan, ruth, post, page, get, db } = { ...on, ...(await society(on)) };
    await post(payments, {
      ...{ what: 'subscription', plan_id: plan, name: 'Old Mr Prentice', amount: '12.50', amount_as: 'year' },
      ...{ source: 'transfer', day: '2026-09-03' },
    });
    await write(db, (tx) => tx.updateTable('user').set({ lastname: 'Marsh' }).where('id', '=', ruth.id).execute());
    const subs = async (query = '') => GetSubsContent.strict().parse((await page(`/members/get_subs${query}`)).content);
    expect(await subs()).toMatchObject({
      results: [
        {
          name: 'Ruth Marsh',
          type: 'Full member',
          date: '2026-11-21',
          amount: 2500,
          fee: 60,
          source: 'card',
          refunded: 1000,
        },
        { name: 'Old Mr Prentice', type: 'Full member', date: '2026-09-03', amount: 1250, fee: 0, source: 'transfer' },
      ],
      types: { 'Full member': 2 },
      oldest_entry_year: 2026,
      totals: { total: 3750, fees: 60, refunds: 1000, net: 2690 },
    });
    const csv = (await get('/members/get_subs.csv')).body;
    expect(csv).toContain('"2026-11-21","Ruth Marsh",,"Full member","card","25.00","0.60","10.00",');
    expect(csv).toContain('"2026-09-03","Old Mr Prentice",,"Full member","transfer","12.50","0.00","0.00",');
    expect(await subs('?startyear=2025')).toMatchObject({ results: [], types: {}, totals: { total: 0, net: 0 } });
    const totals = (await get('/members/api/get_subs?startyear=2026')).json();
    expect(totals).toMatchObject({ code: 200, totals: { total: 3750, fees: 60, refunds: 1000, net: 2690 } });
    expect((await get('/members/api/get_subs?startyear=26')).json()).toMatchObject({ code: 400 });
    expect((await page('/members/get_subs?startyear=x')).status).toBe(404);
    // The financial year now begins in October
    await on.a.settings({ yearBegins: '10' });
    expect((await subs()).results).toHaveLength(1);
    expect((await subs('?startyear=2025')).results).toHaveLength(1);
  },
);

onEachSite(
  'a payment with an invalid field is refused with an error on that field; card payments can’t be corrected',
  async (on) => {
    const { plan, post, db } = { ...on, ...(await society(on)) };
    const fine = { what: 'subscription', plan_id: plan, name: 'Ann', amount: '25', source: 'cash', day: '2026-11-21' };
    const wrong: [object, string][] = [
      [{ name: '' }, 'name'],
      [{ member: 'nobody0000000001' }, 'member'],
      [{ plan_id: 'gone' }, 'plan_id'],
      [{ what: 'tickets' }, 'show_id'],
      [{ what: 'Raffle', show_id: 'gone' }, 'show_id'],
      [{ what: 'Bar' }, 'what'],
      [{ amount: '0' }, 'amount'],
      [{ amount: '1,250' }, 'amount'],
      [{ day: '2026-11-22' }, 'day'],
      [{ day: '2026-02-30' }, 'day'],
      // A year that is out of the ledger's range
      [{ day: '0202-11-21' }, 'day'],
      [{ source: 'card' }, 'source'],
    ];
    for (const [change, field] of wrong) {
      const answer = (await post(payments, { ...fine, ...change })).json();
      expect({ change, ...answer, fields: Object.keys(answer.fields ?? {}) }).toMatchObject({
        code: 400,
        fields: [field],
      });
    }
    expect(await db.read.selectFrom('entry').select('id').where('source', '=', 'cash').execute()).toEqual([]);
    const { id } = await db.read
      .selectFrom('entry')
      .select('id')
      .where('source', '=', 'card')
      .where('environment', '=', 'production')
      .where('kind', '=', 'charge')
      .executeTakeFirstOrThrow();
    expect((await post(`/members/api/get_sums/entries/${id}/correct`, { reason: 'A slip' })).json()).toMatchObject({
      code: 409,
    });
  },
);

onEachSite('a payment sent three times with the same idempotency key is entered once', async (on) => {
  const { plan, post, db } = { ...on, ...(await society(on)) };
  const body = { what: 'subscription', plan_id: plan, name: 'Ann', amount: '25', source: 'cash', day: '2026-11-21' };
  const press = () => post(payments, body, { 'idempotency-key': 'a-key-of-the-treasurers' });
  await Promise.all([press(), press(), press()]);
  expect(await db.read.selectFrom('entry').select('id').where('source', '=', 'cash').execute()).toHaveLength(1);
});

onEachSite('without JavaScript, Accounting shows the chart, the totals and the months', async (on) => {
  const { get } = await society(on);
  const { body } = await get('/members/get_sums');
  expect(body).toMatch(/<svg [^>]*viewBox/);
  expect(body.replaceAll('<!-- -->', '')).toContain('£25.00 came in.');
  expect(body).toContain('November 2026');
  expect((await get('/members/get_sums?startyear=1999')).body).toContain('No payments are recorded for this year');
});

onEachSite(
  'open differences from Square’s list are shown in Accounting, on the dashboard and in Admin Tools',
  async (on) => {
    const { page, db, treasurer } = { ...on, ...(await society(on)) };
    const seen = async () => AccountingContent.parse((await page('/members/get_sums')).content).differences;
    const nudged = async () => {
      const { nudges } = (await page('/members/dashboard')).content as { nudges: { kind: string; text: string }[] };
      return nudges.filter(({ kind }) => kind === 'payment_difference').map(({ text }) => text);
    };
    const waiting = async (as = page) => {
      const { tools } = (await as('/members/admin')).content as { tools: { title: string; waiting: object[] }[] };
      return tools.find(({ title }) => title === 'Accounting')?.waiting;
    };
    await on.a.allow(treasurer, { dashboard: true, admin: true });
    expect([await seen(), await nudged(), await waiting()]).toEqual([[], [], []]);
    const found = { found_at: at, cleared_at: null, provider_id: 'SQ1' };
    await write(db, async (tx) => {
      const differ = (row: object) =>
        tx
          .insertInto('payment_difference')
          .values({
            ...found,
            environment: 'production',
            what: 'unknown here',
            ours: null,
            theirs: 350,
            ...row,
          } as never)
          .execute();
      await differ({ id: 'one' });
      await differ({ id: 'practice', environment: 'practice' });
      await differ({ id: 'cleared', cleared_at: at });
      await differ({ id: 'two', what: 'unknown there', ours: 2500, theirs: null });
    });
    expect(await seen()).toMatchObject([
      {
        id: 'one',
        says: 'Square lists a payment of £3.50 that isn’t in our accounts.',
        found: '2026-11-21',
        square_id: 'SQ1',
      },
      { id: 'two', says: 'Our accounts have a payment of £25.00, which Square doesn’t list.' },
    ]);
    const sentence = 'Our accounts and Square’s list differ in 2 places';
    expect(await nudged()).toEqual([`${sentence}.`]);
    expect(await waiting()).toEqual([{ words: sentence, link: '/members/get_sums#differences' }]);
    // An admin without Get Subs doesn't see the to-do
    const admin = await on.a.user({ role: 'admin' });
    await on.a.allow(admin, { get_subs: false });
    expect(await waiting((await on.as(admin)).page)).toBeUndefined();
  },
);

onEachSite('a payment at Square that isn’t the site’s can be dismissed and listed again', async (on) => {
  const { page, post, db, treasurer } = { ...on, ...(await society(on)) };
  const seen = async () => AccountingContent.parse((await page('/members/get_sums')).content);
  const nudges = async () =>
    ((await page('/members/dashboard')).content as { nudges: { kind: string }[] }).nudges
      .map(({ kind }) => kind)
      .filter((kind) => kind === 'payment_difference' || kind === 'refund_issue');
  await on.a.allow(treasurer, { dashboard: true, admin: true });
  const never = { cleared_at: null, dismissed_at: null, found_at: at };
  await write(db, async (tx) => {
    const difference = { ...never, environment: 'production' as const, provider_id: 'SQ1' };
    await tx
      .insertInto('payment_difference')
      .values([
        { ...difference, id: 'reader', what: 'unknown here', ours: null, theirs: 350 },
        { ...difference, id: 'ours', what: 'unknown there', ours: 2500, theirs: null },
      ])
      .execute();
    await tx
      .insertInto('external_refund')
      .values({
        ...{
          id: 'refund',
          environment: 'production',
          kind: 'refund',
          provider_id: 'SQ2',
          charge_id: null,
          pence: 200,
        },
        ...{ state: 'COMPLETED', reason: '', due_at: '', happened_at: at, found_at: at },
        ...{ recorded_at: null, closed_at: null, dismissed_at: null, lost_at: null },
      })
      .execute();
  });
  const dismiss = async (id: string, reason = 'Raffle, by card reader') =>
    (await post(`/members/api/get_sums/at_square/${id}/dismiss`, { reason })).json();
  expect((await seen()).differences.map(({ id, can_dismiss }) => [id, can_dismiss])).toEqual([
    ['ours', false],
    ['reader', true],
  ]);
  expect((await seen()).refund_issues).toMatchObject([{ id: 'refund', can_record: false, can_dismiss: true }]);
  expect(await dismiss('reader', ' ')).toMatchObject({ code: 400, fields: { reason: 'Say what it is.' } });
  expect(await dismiss('ours')).toMatchObject({ code: 409 });
  expect(await dismiss('reader')).toMatchObject({ code: 200 });
  expect(await dismiss('reader')).toMatchObject({ code: 409 });
  expect(await dismiss('refund')).toMatchObject({ code: 200 });
  const { differences, refund_issues, dismissed } = await seen();
  expect([differences.map(({ id }) => id), refund_issues]).toEqual([['ours'], []]);
  expect(await nudges()).toEqual(['payment_difference']);
  expect(dismissed).toMatchObject([
    { id: expect.any(String), amount: expect.any(Number) },
    { detail: expect.stringMatching(/^£(3.50, SQ1|2.00, SQ2)\. Raffle, by card reader$/) },
  ]);
  const restore = async (id: string) => (await post(`/members/api/get_sums/at_square/${id}/restore`, {})).json();
  expect(await restore('reader')).toMatchObject({ code: 200, msg: '£3.50 needs attention again.' });
  expect(await restore('reader')).toMatchObject({ code: 409 });
  expect((await seen()).differences).toHaveLength(2);
});

onEachSite(
  'without JavaScript, a valid payment redirects to its list, and an invalid one shows the errors',
  async (on) => {
    const { plan, post, db } = { ...on, ...(await society(on)) };
    const browser = {
      accept: 'text/html,*/*;q=0.8',
      origin: 'http://players.example',
      referer: 'http://players.example/members/get_subs?startyear=2026',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const fine = { what: 'subscription', plan_id: plan, name: 'Ann', amount: '25', source: 'cash', day: '2026-11-21' };
    const sent = (change: object) => post(payments, new URLSearchParams({ ...fine, ...change }).toString(), browser);
    const done = await sent({});
    expect([done.statusCode, done.headers.location]).toEqual([303, '/members/get_subs?startyear=2026']);
    const wrong = await sent({ amount: '1,250', day: '' });
    expect([wrong.statusCode, `${wrong.headers['content-type']}`.split(';')[0]]).toEqual([400, 'text/html']);
    expect(wrong.body).toContain('Choose the date of the payment.');
    expect(wrong.body).toContain('what you typed is still there');
    expect(await db.read.selectFrom('entry').select('id').where('source', '=', 'cash').execute()).toHaveLength(1);
  },
);

onEachSite('the two lists in Accounting are paged independently of each other', async (on) => {
  const { page, db, show } = { ...on, ...(await society(on)) };
  await write(db, async (tx) => {
    const how = { kind: 'charge', environment: 'production' } as const;
    for (let number = 0; number < 26; number += 1) {
      const about = { about: 'front_of_house', show_id: '', label: 'Raffle' } as const;
      await postEntry(tx, { ...how, id: newId(), at, source: 'cash', pence: 100 + number, about });
      const tickets = { about: 'tickets', show_id: show, label: 'Hamlet' } as const;
      await postEntry(tx, { ...how, id: newId(), at, source: 'card', pence: 200 + number, about: tickets });
    }
  });
  const listed = async (query: string) => {
    const { offline, tickets, ...shown } = AccountingContent.parse((await page(`/members/get_sums${query}`)).content);
    return {
      cash: [offline.length, shown.page, shown.pages],
      card: [tickets.length, shown.tickets_page, shown.tickets_pages],
    };
  };
  // With `?all=1`, the page has the complete lists for printing
  expect(await listed('?all=1')).toEqual({ cash: [26, 1, 1], card: [26, 1, 1] });
  expect(await listed('')).toEqual({ cash: [25, 1, 2], card: [25, 1, 2] });
  expect(await listed('?startyear=2026&page=2')).toEqual({ cash: [1, 2, 2], card: [25, 1, 2] });
  expect(await listed('?tickets_page=2')).toEqual({ cash: [25, 1, 2], card: [1, 2, 2] });
  expect(await listed('?page=9999&tickets_page=x')).toEqual({ cash: [1, 2, 2], card: [25, 1, 2] });
});

onEachSite('members with the same name are listed with their email addresses', async ({ a, as }) => {
  for (const email of ['old@marsh.example', 'young@marsh.example']) {
    await a.user({ firstname: 'Tom', lastname: 'Marsh', email });
  }
  const { page } = await as(await a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Calloway' }));
  const { members } = GetSubsContent.strict().parse((await page('/members/get_subs')).content);
  expect(members.map(({ name }) => name).sort()).toEqual([
    'Ruth Calloway',
    'Tom Marsh, old@marsh.example',
    'Tom Marsh, young@marsh.example',
  ]);
});
