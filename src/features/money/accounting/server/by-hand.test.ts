import { expect } from 'vitest';
import { claimPaperMemberships } from '#features/members/membership-list/server/claim-paper-memberships.ts';
import { ledgerPersonalData } from '#features/money/ledger/server/personal-data.ts';
import { receiptPath } from '#features/money/subscriptions/paths.ts';
import { listSubscriptionsWithStatus } from '#features/money/subscriptions/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import { type OnApp, onEachSite } from '#tests/support/site/app.ts';
import { mailed } from '#tests/support/society/sent-mails.ts';

/** A treasurer on that day, and a member who hasn't paid for the plan of £25 that renews in September. */
async function society(on: OnApp) {
  const admin = await on.as(await on.a.user({ role: 'admin' }));
  const form = { levelName: 'Full member', amount: '25', period: 'yearly', renewal_month: '09' };
  const { id: plan } = (await admin.post('/members/api/admin/admin_settings/subs/add_new_plan', form)).json();
  const ruth = await on.a.user({ email: 'ruth@members.example' });
  const tom = await on.a.user();
  await on.a.allow(tom, { get_subs: true });
  let now = '2026-11-21';
  const api = '/members/api/get_sums';
  const ask = async (path: string, body: object = {}) => {
    on.at(`${now}T12:00:00.000Z`);
    const treasurer = await on.as(tom);
    return (await treasurer.post(`${api}/${path}`, body)).json().msg as string;
  };
  return {
    ruth,
    plan,
    asAdmin: admin,
    day: (day: string) => {
      now = day;
    },
    /** Records £25 in cash, paid on a day. */
    pays: (day: string, some: object = {}) =>
      ask('payments', {
        ...{ what: 'subscription', plan_id: plan, member: ruth.id, amount: '25', source: 'cash', day, ...some },
      }),
    /** The whole response. */
    enters: async (some: object) => {
      on.at(`${now}T12:00:00.000Z`);
      const cash = { what: 'subscription', plan_id: plan, amount: '25', source: 'cash', day: now };
      return (await (await on.as(tom)).post(`${api}/payments`, { ...cash, ...some })).json();
    },
    /** Somebody on the membership list without an account, as a list has brought them in. */
    onPaper: async (some: object = {}) => {
      const row = {
        name: 'Walter Pink',
        email: '',
        email_key: '',
        phone: '',
        plan_id: plan,
        amount: 2500,
        paid_on: null,
      };
      const member = { ...row, source: null, paid_until: '2026-08-31', created_at: '2026-01-01T12:00:00.000Z' };
      const id = 'walterpinkonlist';
      const values = { id, ...member, from_payment: 0 as const, ...some };
      await write(on.db, (tx) => tx.insertInto('paper_member').values(values).execute());
      return id;
    },
    listed: async (name: string) => {
      on.at(`${now}T12:00:00.000Z`);
      const { members } = (await (await on.as(tom)).page(`/members/membership?q=${name}`)).content;
      return (members as Record<string, string>[]).map((one) => [one.name, one.plan, one.status, one.paid_until]);
    },
    /** The pence of part payments that the membership list shows. */
    partPaid: async (name: string) => {
      on.at(`${now}T12:00:00.000Z`);
      const { members } = (await (await on.as(tom)).page(`/members/membership?q=${name}`)).content;
      return (members as { part_paid: number }[]).map(({ part_paid }) => part_paid);
    },
    takesBack: async (nth: number) => {
      const all = on.db.read.selectFrom('entry').select('id').where('corrects', 'is', null).orderBy('at');
      return ask(`entries/${(await all.execute())[nth]?.id}/correct`, { reason: 'A slip' });
    },
    statuses: async () =>
      (await listSubscriptionsWithStatus(on.db.read, now)).map(({ status, paid_until, paid_by }) => [
        status,
        paid_until,
        paid_by,
      ]),
    change: (some: object) => write(on.db, (tx) => tx.updateTable('subscription').set(some).execute()),
    letters: async () => (await mailed(on.db.read)).filter(({ to }) => to === 'ruth@members.example'),
  };
}

onEachSite('cash starts a subscription, with its receipt, and taking it back takes that back', async (on) => {
  const { pays, takesBack, statuses, letters } = await society(on);
  expect(await pays('2026-11-20')).toContain('It is paid until 31 August 2027.');
  expect(await statuses()).toEqual([['active', '2027-08-31', 'cash']]);
  const [mail, ...more] = await letters();
  expect(more).toEqual([]);
  expect(mail?.text).toContain('You paid £25.00 in cash on 20 November 2026: Full member, until 31 August 2027.');
  expect(await takesBack(0)).toContain('The year that it paid for has gone too.');
  expect(await statuses()).toEqual([]);
});

onEachSite('a subscription paid by cheque says so in the list, the totals, the receipt and the mail', async (on) => {
  const { pays, statuses, letters, ruth } = await society(on);
  expect(await pays('2026-11-20', { source: 'cheque' })).toContain('It is paid until 31 August 2027.');
  expect(await statuses()).toEqual([['active', '2027-08-31', 'cheque']]);
  expect((await letters())[0]?.text).toContain('You paid £25.00 by cheque on 20 November 2026');
  const admin = await on.as(await on.a.user({ role: 'admin' }));
  const books = (await admin.get('/members/get_sums?react&startyear=2026')).json();
  expect(books.by_source).toEqual([{ source: 'cheque', total: 2500, fees: 0, refunds: 0, net: 2500 }]);
  expect(books.offline[0]).toMatchObject({ source: 'cheque', refund: { way: 'by cheque', by_hand: true } });
  const settings = (await (await on.as(ruth)).get('/members/account_settings?react')).json();
  expect(settings.subs.receipts).toMatchObject([{ source: 'cheque', amount: 2500 }]);
});

onEachSite('another payment pays another year, one ahead at most, and the last one can be taken back', async (on) => {
  const { pays, takesBack, statuses, day } = await society(on);
  await pays('2026-11-20');
  day('2026-11-22');
  const ahead = { ahead: 'yes' };
  expect(await pays('2026-11-22', { source: 'transfer', ...ahead })).toContain('It is paid until 31 August 2028.');
  day('2026-11-23');
  expect(await pays('2026-11-23', ahead)).toContain('No subscription has changed.');
  expect(await statuses()).toEqual([['active', '2028-08-31', 'transfer']]);
  expect(await takesBack(0)).toContain('hasn’t changed, because a later year has been paid');
  expect(await takesBack(1)).toContain('The year that it paid for has gone too.');
  expect(await statuses()).toEqual([['active', '2027-08-31', 'cash']]);
  // Entries of payments that paid for nothing
  expect(await takesBack(2)).not.toContain('year');
});

onEachSite(
  'what is in grace, or has lapsed, goes on from its 1st, and is due again once that is taken back',
  async (on) => {
    const { pays, takesBack, statuses, day, change } = await society(on);
    await pays('2026-11-20');
    day('2027-09-10');
    await change({ tries: 2, tried_on: '2027-09-06', reminded_on: '2027-08-02' });
    expect(await statuses()).toEqual([['grace', '2027-08-31', 'cash']]);
    await pays('2027-09-09');
    expect(await statuses()).toEqual([['active', '2028-08-31', 'cash']]);
    await takesBack(1);
    expect(await statuses()).toEqual([['due', '2027-08-31', 'cash']]);
    await change({ status: 'lapsed' });
    day('2027-10-03');
    await pays('2027-10-02');
    expect(await statuses()).toEqual([['active', '2028-08-31', 'cash']]);
  },
);

onEachSite('a cash payment keeps a cancellation, and starts a new subscription after a long lapse', async (on) => {
  const { pays, statuses, day, change, letters } = await society(on);
  await pays('2026-11-20');
  await change({ cancelled_at: '2027-01-01T12:00:00.000Z' });
  day('2027-08-20');
  await pays('2027-08-20');
  expect(await statuses()).toEqual([['cancelled', '2028-08-31', 'cash']]);
  const told = (await letters()).map(({ text }) => text).filter((text) => text.includes('until 31 August 2028'));
  expect(told).toEqual([expect.stringContaining('It is still cancelled, so it ends after that.')]);
  expect(told[0]).not.toContain('We’ll email you beforehand');
  day('2029-01-10');
  await pays('2029-01-09');
  expect(await statuses()).toEqual([
    ['cancelled', '2028-08-31', 'cash'],
    ['active', '2029-08-31', 'cash'],
  ]);
});

onEachSite('what was paid for a time that is over changes no subscription', async (on) => {
  const { pays, statuses, day, letters } = await society(on);
  day('2027-10-01');
  expect(await pays('2026-11-20', { ended_year: 'yes' })).toContain('No subscription has changed.');
  expect([await statuses(), await letters()]).toEqual([[], []]);
});

onEachSite(
  'cash from somebody on the list without an account moves their membership, and a correction moves it back',
  async (on) => {
    const { enters, onPaper, listed, takesBack } = await society(on);
    const walter = await onPaper({ email: 'walter@pink.example', email_key: 'walter@pink.example' });
    expect(await listed('pink')).toEqual([['Walter Pink', 'Full member', 'lapsed', '2026-08-31']]);
    expect(await enters({ member: walter })).toMatchObject({
      code: 200,
      msg: 'Entered: £25.00 from Walter Pink for Full member, 21 November 2026. It is paid until 31 August 2027.',
    });
    expect(await listed('pink')).toEqual([['Walter Pink', 'Full member', 'active', '2027-08-31']]);
    const told = (await mailed(on.db.read)).filter(({ to }) => to === 'walter@pink.example');
    expect(told.map(({ text }) => text)).toEqual([expect.stringMatching(/Hello Walter,.*until 31 August 2027/s)]);
    expect(await takesBack(0)).toContain('The year that it paid for has gone too.');
    expect(await listed('pink')).toEqual([['Walter Pink', 'Full member', 'lapsed', '2026-08-31']]);
  },
);

onEachSite('a refund can end the year of somebody without an account', async (on) => {
  const { enters, onPaper, listed, asAdmin } = await society(on);
  await enters({ member: await onPaper() });
  const { results } = (await asAdmin.page('/members/get_subs')).content as {
    results: { id: string; refund: object }[];
  };
  expect(results).toMatchObject([{ name: 'Walter Pink', refund: { left: 2500, ends: true } }]);
  const path = `/members/api/get_sums/entries/${results[0]?.id}/refund`;
  const body = { amount: '25', reason: 'Moved away', attempt: 'refunded 0', subscription: 'end' };
  expect((await asAdmin.post(path, body)).json()).toMatchObject({ code: 200 });
  expect(await listed('pink')).toEqual([['Walter Pink', 'Full member', 'lapsed', '2026-11-20']]);
});

onEachSite('a name that is on the list is asked about, and a new one is put on it', async (on) => {
  const { enters, onPaper, listed } = await society(on);
  const walter = await onPaper();
  const answer = await enters({ name: 'PINK, WALTER' });
  expect(answer).toMatchObject({
    ...{ code: 409, needs: 'confirmation' },
    questions: [{ field: 'member', choices: [{ value: walter }, { value: 'new' }] }],
  });
  expect(answer.msg).toContain('There is a Walter Pink on the membership list.');
  expect(await on.db.read.selectFrom('entry').select('id').execute()).toEqual([]);
  expect((await enters({ name: 'DEE MOSS' })).msg).toContain(
    'Dee Moss is on the membership list now. It is paid until',
  );
  expect(await listed('moss')).toEqual([['Dee Moss', 'Full member', 'active', '2027-08-31']]);
  // Somebody else of that name
  expect(await enters({ name: 'Walter Pink', member: 'new' })).toMatchObject({ code: 200 });
  expect(await listed('pink')).toHaveLength(2);
});

onEachSite(
  'entering a payment for somebody whose card is on file says that it then renews with the card',
  async (on) => {
    const { enters, ruth, change, day } = await society(on);
    const member = ruth.id;
    expect((await enters({ member })).msg).not.toContain('renews with the card');
    const customer = { id: 'customer', user_id: ruth.id, environment: 'practice', provider_id: 'C' } as const;
    const face = { provider_id: 'card', brand: 'VISA', last_4: '1111', exp_month: 12, exp_year: 2039, postcode: '' };
    const dates = { created_at: '2026-11-21T12:00:00.000Z', removed_at: null };
    await write(on.db, async (tx) => {
      await tx.insertInto('payment_customer').values(customer).execute();
      await tx
        .insertInto('payment_card')
        .values({ id: 'card', customer_id: 'customer', ...face, ...dates })
        .execute();
    });
    await change({ card_id: 'card' });
    day('2027-08-20');
    expect((await enters({ member, day: '2027-08-20' })).msg).toContain(
      'It is paid until 31 August 2028. After that it renews with the card that they gave us.',
    );
    // A cancelled subscription renews no more
    await change({ cancelled_at: '2027-08-20T12:00:00.000Z' });
    day('2028-08-20');
    expect((await enters({ member, day: '2028-08-20' })).msg).not.toContain('renews with the card');
  },
);

onEachSite('part payments of an erased account count in Get Subs once they add up to the price', async (on) => {
  const { enters, ruth, day } = await society(on);
  const eva = await on.a.user();
  const [owed, whole] = [ruth.id, eva.id];
  expect(await enters({ member: owed, amount: '12', amount_as: 'part' })).toMatchObject({ code: 200 });
  expect(await enters({ member: whole, amount: '12', amount_as: 'part' })).toMatchObject({ code: 200 });
  day('2026-11-23');
  expect(await enters({ member: whole, amount: '13' })).toMatchObject({ code: 200 });
  const counted = async () =>
    (await (await on.as(await on.a.user({ role: 'admin' }))).page('/members/get_subs')).content.types;
  expect(await counted()).toEqual({ 'Full member': 1 });
  for (const [id, shownName] of [
    [owed, ''],
    [whole, 'A former member'],
  ] as const) {
    const holder = { id, email: '', phone: '', name: '', names: [] };
    await write(on.db, async (tx) => {
      await ledgerPersonalData.erase?.(tx, holder, { shownName, at: '2026-11-23T12:00:00.000Z' });
      await tx.deleteFrom('user').where('id', '=', id).execute();
    });
    expect(await counted()).toEqual({ 'Full member': 1 });
  }
});

onEachSite('who paid without an account has the membership and the receipt once they have one', async (on) => {
  const { enters, onPaper, takesBack, statuses } = await society(on);
  await enters({ member: await onPaper({ email: 'walter@pink.example', email_key: 'walter@pink.example' }) });
  const walter = await on.a.user({ email: 'walter@pink.example', firstname: 'Walter', lastname: 'Pink' });
  const on_ = { today: '2026-11-21', now: '2026-11-21T12:00:00.000Z' };
  await write(on.db, (tx) => claimPaperMemberships(tx, walter, on_));
  expect(await statuses()).toEqual([['active', '2027-08-31', 'cash']]);
  const { content } = await (await on.as(walter)).page('/members/account_settings');
  expect(content.subs).toMatchObject({ receipts: [{ amount: 2500, plan_name: 'Full member' }] });
  expect(await takesBack(0)).toContain('The year that it paid for has gone too.');
  expect(await statuses()).toEqual([['due', '2026-08-31', undefined]]);
});

onEachSite('a part payment buys no year, and the rest of the price completes it', async (on) => {
  const { enters, ruth, statuses, day, partPaid } = await society(on);
  const member = ruth.id;
  expect(await enters({ member, amount: '0.01' })).toMatchObject({ code: 409, questions: [{ field: 'amount_as' }] });
  expect((await enters({ member, amount: '12', amount_as: 'part' })).msg).toContain('£13.00 is still owed');
  expect((await enters({ member, amount: '8' })).msg).toContain('£5.00 is still owed');
  expect(await statuses()).toEqual([]);
  const counted = async () =>
    (await (await on.as(await on.a.user({ role: 'admin' }))).page('/members/get_subs')).content.types;
  expect(await counted()).toEqual({});
  expect(await partPaid('ruth@members.example')).toEqual([2000]);
  const receipts = (await mailed(on.db.read)).filter(({ subject }) => subject.startsWith('Your receipt'));
  expect(receipts.map(({ to }) => to)).toEqual(['ruth@members.example', 'ruth@members.example']);
  const texts = receipts.map(({ text }) => text).join();
  expect(texts).toContain('You paid £12.00 in cash on 21 November 2026: a part payment for Full member.');
  for (const owed of ['£13.00', '£5.00']) expect(texts).toContain(`${owed} is still to pay.`);
  day('2026-11-23');
  expect((await enters({ member, amount: '5' })).msg).toContain('It is paid until 31 August 2027.');
  expect(await statuses()).toEqual([['active', '2027-08-31', 'cash']]);
  expect(await partPaid('ruth@members.example')).toEqual([0]);
  expect(await counted()).toEqual({ 'Full member': 1 });
  // The last receipt has the whole amount
  const mails = (await mailed(on.db.read)).map(({ text }) => text);
  expect(mails).toContainEqual(expect.stringContaining('With £20.00 paid in part before, that is £25.00.'));
  const own = await on.as(ruth);
  const { subs } = (await own.get('/members/account_settings?react')).json();
  expect((await own.page(receiptPath(subs.receipts[0].id))).content).toMatchObject({ amount: 500, part_paid: 2000 });
});

onEachSite('a part payment of somebody new puts them on the list, and the rest makes them a member', async (on) => {
  const { enters, listed, partPaid, day, takesBack } = await society(on);
  const first = await enters({ name: 'Penny Paper', amount: '10', amount_as: 'part' });
  expect(first.msg).toContain('Penny Paper is on the membership list now. It is a part payment: £15.00 is still owed');
  expect(await listed('paper')).toEqual([['Penny Paper', 'Full member', 'never', '']]);
  expect(await partPaid('paper')).toEqual([1000]);
  day('2026-11-23');
  const { questions } = await enters({ name: 'Penny Paper', amount: '15' });
  const member = questions[0].choices[0].value;
  expect((await enters({ member, amount: '15' })).msg).toContain('It is paid until 31 August 2027.');
  expect(await listed('paper')).toEqual([['Penny Paper', 'Full member', 'active', '2027-08-31']]);
  // The part payment stays with her when the rest is corrected, and she leaves with it
  await takesBack(1);
  expect(await partPaid('paper')).toEqual([1000]);
  expect(await listed('paper')).toEqual([['Penny Paper', 'Full member', 'never', '']]);
  await takesBack(0);
  expect(await listed('paper')).toEqual([]);
});

onEachSite('more than the price can be a donation, which is entered as one', async (on) => {
  const { enters, ruth } = await society(on);
  const answer = await enters({ member: ruth.id, amount: '30', amount_as: 'donation' });
  expect(answer.msg).toContain('£5.00 of it is entered as a donation.');
  const entries = await on.db.read.selectFrom('entry').select(['about', 'amount']).orderBy('amount').execute();
  expect(entries).toEqual([
    { about: 'front_of_house', amount: 500 },
    { about: 'subscription', amount: 2500 },
  ]);
  const [receipt] = (await mailed(on.db.read)).filter(({ subject }) => subject.startsWith('Your receipt'));
  expect(receipt?.text).toContain('You paid £30.00 in cash');
  expect(receipt?.text).toContain('and £5.00 as a donation.');
  const entry = await on.db.read
    .selectFrom('entry')
    .select('id')
    .where('about', '=', 'subscription')
    .executeTakeFirst();
  const { content } = await (await on.as(ruth)).page(receiptPath(entry?.id ?? ''));
  expect(content).toMatchObject({ amount: 2500, donation: 500 });
});

onEachSite('a second entry on one day, a second year and a second plan are questioned', async (on) => {
  const { enters, ruth, statuses, asAdmin } = await society(on);
  const member = ruth.id;
  await enters({ member });
  expect((await enters({ member })).questions).toMatchObject([{ field: 'repeat' }, { field: 'ahead' }]);
  const form = { levelName: 'Under 18', amount: '10', period: 'yearly', renewal_month: '09' };
  const { id: youth } = (await asAdmin.post('/members/api/admin/admin_settings/subs/add_new_plan', form)).json();
  const under18 = { member, plan_id: youth, amount: '10' };
  expect((await enters(under18)).questions).toMatchObject([{ field: 'plan_as' }]);
  expect((await enters({ ...under18, plan_as: 'change' })).code).toBe(200);
  // The plan before isn't renewed
  expect((await statuses()).map(([status]) => status).sort()).toEqual(['active', 'cancelled']);
});
