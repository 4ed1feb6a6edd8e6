import { expect } from 'vitest';
import { claimPaperListMemberships } from '#features/members/membership-list/server/claim-paper-memberships.ts';
import { ledgerPersonalData } from '#features/money/ledger/server/store.ts';
import type { ClosedIntent } from '#features/money/payments/server/index.ts';
import { intentDefaults } from '#features/money/payments/server/intents.ts';
import { receiptPath } from '#features/money/subscriptions/paths.ts';
import { initialRenewalState } from '#features/money/subscriptions/renewal.ts';
import { subscriptionPaymentHandler } from '#features/money/subscriptions/server/card/payment-handler.ts';
import { createSubscription, listSubscriptionsWithStatus } from '#features/money/subscriptions/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';

/** Creates a society with a treasurer, a plan of £25 that renews in September, and a member who hasn't paid. */
async function createSociety(on: SiteTestContext) {
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
    /** Records £25 in cash from Ruth, paid on the given day; returns the message. */
    pay: (day: string, some: object = {}) =>
      ask('payments', {
        ...{ what: 'subscription', plan_id: plan, member: ruth.id, amount: '25', source: 'cash', day, ...some },
      }),
    /** Records £25 in cash paid today; returns the whole response. */
    enter: async (some: object) => {
      on.at(`${now}T12:00:00.000Z`);
      const cash = { what: 'subscription', plan_id: plan, amount: '25', source: 'cash', day: now };
      return (await (await on.as(tom)).post(`${api}/payments`, { ...cash, ...some })).json();
    },
    /** Adds somebody without an account to the membership list, as an import does. */
    addToList: async (some: object = {}) => {
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
    /** Searches the membership list for `name`, and returns the part payments shown there, in pence. */
    partPaid: async (name: string) => {
      on.at(`${now}T12:00:00.000Z`);
      const { members } = (await (await on.as(tom)).page(`/members/membership?q=${name}`)).content;
      return (members as { part_paid: number }[]).map(({ part_paid }) => part_paid);
    },
    correct: async (nth: number) => {
      const all = on.db.read.selectFrom('entry').select('id').where('corrects', 'is', null).orderBy('at');
      return ask(`entries/${(await all.execute())[nth]?.id}/correct`, { reason: 'A slip' });
    },
    statuses: async () =>
      (await listSubscriptionsWithStatus(on.db.read, now)).map(({ status, paid_until, paid_by }) => [
        status,
        paid_until,
        paid_by,
      ]),
    update: (some: object) => write(on.db, (tx) => tx.updateTable('subscription').set(some).execute()),
    /** Adds a subscription of Ruth's to the plan. Its card payment is still being checked. */
    addPending: (some: Partial<Parameters<typeof createSubscription>[1]> = {}) =>
      write(on.db, (tx) =>
        createSubscription(tx, {
          ...{ id: 'pendingofruth001', user_id: ruth.id, plan_id: plan, sub_for: 'SELF', status: 'pending' },
          ...{ name: '', phone_number: '', e_con_name: '', e_con_phone: '', cancelled_at: null, card_id: null },
          ...{ started_on: '2026-11-21', renews_on: '2027-09-01', ...initialRenewalState, amount: 2500 },
          ...{ created_at: '2026-11-21T12:00:00.000Z', ...some },
        }),
      ),
    /** Declines the card payment of £25 that started a pending subscription of Ruth's. */
    declineFirstCharge: (id: string) => {
      const charge: ClosedIntent = {
        ...{ ...intentDefaults, id: `firstyear${id.slice(-7)}`, kind: 'charge', environment: 'production' },
        ...{ purpose: 'subscription', subject: `${id} first`, plan_id: plan, show_id: '', label: 'Full member' },
        ...{ user_id: ruth.id, pence: 2500, attempt: 'first', location: '', note: '' },
        created_at: '2026-11-21T12:00:00.000Z',
      };
      return write(on.db, async (tx) =>
        subscriptionPaymentHandler.onDeclined?.(tx, charge, '2026-11-21T12:00:01.000Z'),
      );
    },
    /** Adds a plan of £10. */
    addPlan: async (levelName: string) => {
      const ten = { ...form, levelName, amount: '10' };
      return (await admin.post('/members/api/admin/admin_settings/subs/add_new_plan', ten)).json().id as string;
    },
    noteOf: async (id: string) => {
      const { members } = (await admin.page('/members/get_subs')).content as {
        members: { id: string; note: string }[];
      };
      return members.find((member) => member.id === id)?.note;
    },
    letters: async () => (await listSentMails(on.db.read)).filter(({ to }) => to === 'ruth@members.example'),
  };
}

onEachSite(
  'a cash payment starts a subscription with a receipt, and its correction removes the subscription',
  async (on) => {
    const { pay, correct, statuses, letters } = await createSociety(on);
    expect(await pay('2026-11-20')).toContain('The subscription is paid until 31 August 2027.');
    expect(await statuses()).toEqual([['active', '2027-08-31', 'cash']]);
    const [mail, ...more] = await letters();
    expect(more).toEqual([]);
    expect(mail?.text).toContain('You paid £25.00 in cash on 20 November 2026: Full member, until 31 August 2027.');
    expect(await correct(0)).toContain('The year of membership that it paid for has been removed too.');
    expect(await statuses()).toEqual([]);
  },
);

onEachSite('a subscription paid by cheque is shown as such in the totals, the receipts and the email', async (on) => {
  const { pay, statuses, letters, ruth } = await createSociety(on);
  expect(await pay('2026-11-20', { source: 'cheque' })).toContain('The subscription is paid until 31 August 2027.');
  expect(await statuses()).toEqual([['active', '2027-08-31', 'cheque']]);
  expect((await letters())[0]?.text).toContain('You paid £25.00 by cheque on 20 November 2026');
  const admin = await on.as(await on.a.user({ role: 'admin' }));
  const books = (await admin.get('/members/get_sums?react&startyear=2026')).json();
  expect(books.by_source).toEqual([{ source: 'cheque', total: 2500, fees: 0, refunds: 0, net: 2500 }]);
  expect(books.offline[0]).toMatchObject({ source: 'cheque', refund: { way: 'by cheque', by_hand: true } });
  const settings = (await (await on.as(ruth)).get('/members/account_settings?react')).json();
  expect(settings.subs.receipts).toMatchObject([{ source: 'cheque', amount: 2500 }]);
});

onEachSite(
  'payments reach at most one year ahead, and only correcting the latest year changes the subscription',
  async (on) => {
    const { pay, correct, statuses, day } = await createSociety(on);
    await pay('2026-11-20');
    day('2026-11-22');
    const ahead = { ahead: 'yes' };
    expect(await pay('2026-11-22', { source: 'transfer', ...ahead })).toContain(
      'The subscription is paid until 31 August 2028.',
    );
    day('2026-11-23');
    expect(await pay('2026-11-23', ahead)).toContain('No subscription has changed.');
    expect(await statuses()).toEqual([['active', '2028-08-31', 'transfer']]);
    expect(await correct(0)).toContain('hasn’t changed, because a later year has been paid');
    expect(await correct(1)).toContain('The year of membership that it paid for has been removed too.');
    expect(await statuses()).toEqual([['active', '2027-08-31', 'cash']]);
    // This payment bought no year
    expect(await correct(2)).not.toContain('year');
  },
);

onEachSite('a payment in the grace period or after a lapse renews from the old renewal day', async (on) => {
  const { pay, correct, statuses, day, update } = await createSociety(on);
  await pay('2026-11-20');
  day('2027-09-10');
  await update({ tries: 2, tried_on: '2027-09-06', reminded_on: '2027-08-02' });
  expect(await statuses()).toEqual([['grace', '2027-08-31', 'cash']]);
  await pay('2027-09-09');
  expect(await statuses()).toEqual([['active', '2028-08-31', 'cash']]);
  await correct(1);
  expect(await statuses()).toEqual([['due', '2027-08-31', 'cash']]);
  await update({ status: 'lapsed' });
  day('2027-10-03');
  await pay('2027-10-02');
  expect(await statuses()).toEqual([['active', '2028-08-31', 'cash']]);
});

onEachSite(
  'a cash payment leaves a cancellation in force, and starts a new subscription after a long lapse',
  async (on) => {
    const { pay, statuses, day, update, letters } = await createSociety(on);
    await pay('2026-11-20');
    await update({ cancelled_at: '2027-01-01T12:00:00.000Z' });
    day('2027-08-20');
    await pay('2027-08-20');
    expect(await statuses()).toEqual([['cancelled', '2028-08-31', 'cash']]);
    const told = (await letters()).map(({ text }) => text).filter((text) => text.includes('until 31 August 2028'));
    expect(told).toEqual([expect.stringContaining('It is still cancelled, so it ends after that.')]);
    expect(told[0]).not.toContain('We’ll email you beforehand');
    day('2029-01-10');
    await pay('2029-01-09');
    expect(await statuses()).toEqual([
      ['cancelled', '2028-08-31', 'cash'],
      ['active', '2029-08-31', 'cash'],
    ]);
  },
);

onEachSite('a payment for a year that is already over changes no subscription', async (on) => {
  const { pay, statuses, day, letters } = await createSociety(on);
  day('2027-10-01');
  expect(await pay('2026-11-20', { ended_year: 'yes' })).toContain('No subscription has changed.');
  expect([await statuses(), await letters()]).toEqual([[], []]);
});

onEachSite(
  'a cash payment by somebody without an account extends their membership, and correcting the payment undoes the extension',
  async (on) => {
    const { enter, addToList, listed, correct } = await createSociety(on);
    const walter = await addToList({ email: 'walter@pink.example', email_key: 'walter@pink.example' });
    expect(await listed('pink')).toEqual([['Walter Pink', 'Full member', 'lapsed', '2026-08-31']]);
    expect(await enter({ member: walter })).toMatchObject({
      code: 200,
      msg: 'Entered: £25.00 from Walter Pink for Full member, 21 November 2026. The subscription is paid until 31 August 2027.',
    });
    expect(await listed('pink')).toEqual([['Walter Pink', 'Full member', 'active', '2027-08-31']]);
    const told = (await listSentMails(on.db.read)).filter(({ to }) => to === 'walter@pink.example');
    expect(told.map(({ text }) => text)).toEqual([expect.stringMatching(/Hello Walter,.*until 31 August 2027/s)]);
    // Only members with an account are reminded automatically
    expect(told[0]?.text).toMatch(/It is due again on 1 September 2027\.$/m);
    expect(await correct(0)).toContain('The year of membership that it paid for has been removed too.');
    expect(await listed('pink')).toEqual([['Walter Pink', 'Full member', 'lapsed', '2026-08-31']]);
  },
);

onEachSite(
  'after a plan’s renewal month has changed, somebody without an account pays for the remaining months only',
  async (on) => {
    const { enter, addToList, asAdmin } = await createSociety(on);
    const form = { levelName: 'Adult', amount: '24', period: 'yearly', renewal_month: '09', first_part: 'months' };
    const { id: plan_id } = (await asAdmin.post('/members/api/admin/admin_settings/subs/add_new_plan', form)).json();
    const member = await addToList({ plan_id, paid_until: '2026-12-31' });
    // The price of the eight months from January to August
    expect((await enter({ member, plan_id, amount: '16' })).msg).toContain(
      'The subscription is paid until 31 August 2027.',
    );
  },
);

onEachSite('a refund can end the membership of somebody without an account', async (on) => {
  const { enter, addToList, listed, asAdmin } = await createSociety(on);
  await enter({ member: await addToList() });
  const { results } = (await asAdmin.page('/members/get_subs')).content as {
    results: { id: string; refund: object }[];
  };
  expect(results).toMatchObject([{ name: 'Walter Pink', refund: { left: 2500, ends: true } }]);
  const path = `/members/api/get_sums/entries/${results[0]?.id}/refund`;
  const body = { amount: '25', reason: 'Moved away', attempt: 'refunded 0', subscription: 'end' };
  expect((await asAdmin.post(path, body)).json()).toMatchObject({ code: 200 });
  expect(await listed('pink')).toEqual([['Walter Pink', 'Full member', 'lapsed', '2026-11-20']]);
});

onEachSite('a payer’s name already on the membership list raises a question, and a new name is added', async (on) => {
  const { enter, addToList, listed } = await createSociety(on);
  const walter = await addToList();
  const answer = await enter({ name: 'PINK, WALTER' });
  expect(answer).toMatchObject({
    ...{ code: 409, needs: 'confirmation' },
    questions: [{ field: 'member', choices: [{ value: walter }, { value: 'new' }] }],
  });
  expect(answer.msg).toContain('There is already a Walter Pink on the membership list.');
  expect(await on.db.read.selectFrom('entry').select('id').execute()).toEqual([]);
  expect((await enter({ name: 'DEE MOSS' })).msg).toContain(
    'Dee Moss has been added to the membership list. The subscription is paid until',
  );
  expect(await listed('moss')).toEqual([['Dee Moss', 'Full member', 'active', '2027-08-31']]);
  // With `new`, the payer is somebody else with the same name
  expect(await enter({ name: 'Walter Pink', member: 'new' })).toMatchObject({ code: 200 });
  expect(await listed('pink')).toHaveLength(2);
});

onEachSite(
  'entering a payment for a member with a stored card says that the subscription then renews with that card',
  async (on) => {
    const { enter, ruth, update, day } = await createSociety(on);
    const member = ruth.id;
    expect((await enter({ member })).msg).not.toContain('renews with the card');
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
    await update({ card_id: 'card' });
    day('2027-08-20');
    expect((await enter({ member, day: '2027-08-20' })).msg).toContain(
      'The subscription is paid until 31 August 2028. After that it renews with the card that they gave us.',
    );
    // A cancelled subscription doesn't renew
    await update({ cancelled_at: '2027-08-20T12:00:00.000Z' });
    day('2028-08-20');
    expect((await enter({ member, day: '2028-08-20' })).msg).not.toContain('renews with the card');
  },
);

onEachSite(
  'after an erasure, Get Subs counts part payments as a subscription only if they reach the price',
  async (on) => {
    const { enter, ruth, day } = await createSociety(on);
    const eva = await on.a.user();
    const [owed, whole] = [ruth.id, eva.id];
    expect(await enter({ member: owed, amount: '12', amount_as: 'part' })).toMatchObject({ code: 200 });
    expect(await enter({ member: whole, amount: '12', amount_as: 'part' })).toMatchObject({ code: 200 });
    day('2026-11-23');
    expect(await enter({ member: whole, amount: '13' })).toMatchObject({ code: 200 });
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
  },
);

onEachSite('somebody who paid without an account gets the membership and receipts with a new account', async (on) => {
  const { enter, addToList, correct, statuses } = await createSociety(on);
  await enter({ member: await addToList({ email: 'walter@pink.example', email_key: 'walter@pink.example' }) });
  const walter = await on.a.user({ email: 'walter@pink.example', firstname: 'Walter', lastname: 'Pink' });
  const on_ = { today: '2026-11-21', now: '2026-11-21T12:00:00.000Z' };
  await write(on.db, (tx) => claimPaperListMemberships(tx, walter, on_));
  expect(await statuses()).toEqual([['active', '2027-08-31', 'cash']]);
  const { content } = await (await on.as(walter)).page('/members/account_settings');
  expect(content.subs).toMatchObject({ receipts: [{ amount: 2500, plan_name: 'Full member' }] });
  expect(await correct(0)).toContain('The year of membership that it paid for has been removed too.');
  expect(await statuses()).toEqual([['due', '2026-08-31', undefined]]);
});

onEachSite(
  'a part payment made before a member had an account still counts after their child’s year has been paid',
  async (on) => {
    const { enter, ruth, addToList, addPending, day } = await createSociety(on);
    const email = 'ruth@members.example';
    const member = await addToList({ name: 'Ann Hale', email, email_key: email });
    expect((await enter({ member, amount: '10', amount_as: 'part' })).msg).toContain('£15.00 is still owed');
    const at = { today: '2026-11-22', now: '2026-11-22T12:00:00.000Z' };
    await write(on.db, (tx) => claimPaperListMemberships(tx, { ...ruth, email }, at));
    await addPending({ id: 'subscriptionpip1', sub_for: 'OTHER', name: 'Pip Hale', status: 'active' });
    day('2026-11-23');
    const forPip = await enter({ member: 'subscriptionpip1', ahead: 'yes' });
    expect(forPip.msg).toContain('The subscription is paid until 31 August 2028.');
    day('2026-11-24');
    expect((await enter({ member: ruth.id, beneficiary: 'payer', amount: '15' })).msg).toContain(
      'The subscription is paid until',
    );
  },
);

onEachSite('a part payment buys no year until the rest of the price is paid', async (on) => {
  const { enter, ruth, statuses, day, partPaid } = await createSociety(on);
  const member = ruth.id;
  expect(await enter({ member, amount: '0.01' })).toMatchObject({ code: 409, questions: [{ field: 'amount_as' }] });
  expect((await enter({ member, amount: '12', amount_as: 'part' })).msg).toContain('£13.00 is still owed');
  expect((await enter({ member, amount: '8' })).msg).toContain('£5.00 is still owed');
  expect(await statuses()).toEqual([]);
  const counted = async () =>
    (await (await on.as(await on.a.user({ role: 'admin' }))).page('/members/get_subs')).content.types;
  expect(await counted()).toEqual({});
  expect(await partPaid('ruth@members.example')).toEqual([2000]);
  const receipts = (await listSentMails(on.db.read)).filter(({ subject }) => subject.startsWith('Your receipt'));
  expect(receipts.map(({ to }) => to)).toEqual(['ruth@members.example', 'ruth@members.example']);
  const texts = receipts.map(({ text }) => text).join();
  expect(texts).toContain('You paid £12.00 in cash on 21 November 2026: a part payment for Full member.');
  for (const owed of ['£13.00', '£5.00']) expect(texts).toContain(`${owed} is still to pay.`);
  day('2026-11-23');
  expect((await enter({ member, amount: '5' })).msg).toContain('The subscription is paid until 31 August 2027.');
  expect(await statuses()).toEqual([['active', '2027-08-31', 'cash']]);
  expect(await partPaid('ruth@members.example')).toEqual([0]);
  expect(await counted()).toEqual({ 'Full member': 1 });
  // The last receipt names the whole amount
  const mails = (await listSentMails(on.db.read)).map(({ text }) => text);
  expect(mails).toContainEqual(
    expect.stringContaining('Together with £20.00 in earlier part payments, that makes £25.00.'),
  );
  const own = await on.as(ruth);
  const { subs } = (await own.get('/members/account_settings?react')).json();
  expect((await own.page(receiptPath(subs.receipts[0].id))).content).toMatchObject({ amount: 500, part_paid: 2000 });
});

onEachSite('a part payment adds a new person to the list, and the rest makes them a member', async (on) => {
  const { enter, listed, partPaid, day, correct } = await createSociety(on);
  const first = await enter({ name: 'Penny Paper', amount: '10', amount_as: 'part' });
  expect(first.msg).toContain(
    'Penny Paper has been added to the membership list. This is a part payment: £15.00 is still owed',
  );
  expect(await listed('paper')).toEqual([['Penny Paper', 'Full member', 'never', '']]);
  expect(await partPaid('paper')).toEqual([1000]);
  day('2026-11-23');
  const { questions } = await enter({ name: 'Penny Paper', amount: '15' });
  const member = questions[0].choices[0].value;
  expect((await enter({ member, amount: '15' })).msg).toContain('The subscription is paid until 31 August 2027.');
  expect(await listed('paper')).toEqual([['Penny Paper', 'Full member', 'active', '2027-08-31']]);
  // After the last payment is corrected, the part payment remains. Correcting that too removes Penny from the list
  await correct(1);
  expect(await partPaid('paper')).toEqual([1000]);
  expect(await listed('paper')).toEqual([['Penny Paper', 'Full member', 'never', '']]);
  await correct(0);
  expect(await listed('paper')).toEqual([]);
});

onEachSite(
  'the part of a payment that exceeds the price can be entered as a donation, and the receipt names the donation',
  async (on) => {
    const { enter, ruth } = await createSociety(on);
    const answer = await enter({ member: ruth.id, amount: '30', amount_as: 'donation' });
    expect(answer.msg).toContain('£5.00 of the payment is entered as a donation.');
    const entries = await on.db.read.selectFrom('entry').select(['about', 'amount']).orderBy('amount').execute();
    expect(entries).toEqual([
      { about: 'front_of_house', amount: 500 },
      { about: 'subscription', amount: 2500 },
    ]);
    const [receipt] = (await listSentMails(on.db.read)).filter(({ subject }) => subject.startsWith('Your receipt'));
    expect(receipt?.text).toContain('You paid £30.00 in cash');
    expect(receipt?.text).toContain('and £5.00 as a donation.');
    const entry = await on.db.read
      .selectFrom('entry')
      .select('id')
      .where('about', '=', 'subscription')
      .executeTakeFirst();
    const { content } = await (await on.as(ruth)).page(receiptPath(entry?.id ?? ''));
    expect(content).toMatchObject({ amount: 2500, donation: 500 });
  },
);

onEachSite(
  'a question is raised by a second payment on the same day, and by payments for a further year or another plan',
  async (on) => {
    const { enter, ruth, statuses, addPlan } = await createSociety(on);
    const member = ruth.id;
    await enter({ member });
    expect((await enter({ member })).questions).toMatchObject([{ field: 'repeat' }, { field: 'ahead' }]);
    const under18 = { member, plan_id: await addPlan('Under 18'), amount: '10' };
    expect((await enter(under18)).questions).toMatchObject([{ field: 'plan_as' }]);
    expect((await enter({ ...under18, plan_as: 'change' })).code).toBe(200);
    // The earlier plan won't renew
    expect((await statuses()).map(([status]) => status).sort()).toEqual(['active', 'cancelled']);
  },
);

onEachSite(
  'the question about a change of plan names the member’s other plans, and the change cancels them',
  async (on) => {
    const { enter, ruth, addPlan, statuses, day } = await createSociety(on);
    const member = ruth.id;
    await enter({ member });
    day('2026-11-22');
    const [patron, friend] = [await addPlan('Patron'), await addPlan('Friend')];
    await enter({ member, plan_id: patron, amount: '10', plan_as: 'second' });
    const payment = { member, plan_id: friend, amount: '10' };
    const { questions } = await enter(payment);
    expect(questions).toMatchObject([{ field: 'plan_as' }]);
    const until = 'paid until 31 August 2027';
    expect(questions[0].text).toContain(`has other plans: Full member, ${until}, and Patron, ${until}.`);
    expect(questions[0].choices[0].label).toBe('Change to Friend: Full member and Patron won’t renew');
    await enter({ ...payment, plan_as: 'change' });
    expect((await statuses()).map(([status]) => status).sort()).toEqual(['active', 'cancelled', 'cancelled']);
  },
);

onEachSite(
  'correcting the payment with which a member changed plan undoes only the cancellations that the change made',
  async (on) => {
    const { enter, ruth, addPlan, statuses, day, correct } = await createSociety(on);
    const member = ruth.id;
    await enter({ member });
    day('2026-11-22');
    const [patron, friend] = [await addPlan('Patron'), await addPlan('Friend')];
    await enter({ member, plan_id: patron, amount: '10', plan_as: 'second' });
    // Ruth cancels Patron herself
    await write(on.db, (tx) =>
      tx
        .updateTable('subscription')
        .set({ cancelled_at: '2026-11-22T13:00:00.000Z' })
        .where('plan_id', '=', patron)
        .execute(),
    );
    day('2026-11-23');
    await enter({ member, plan_id: friend, amount: '10', plan_as: 'change' });
    expect(await correct(2)).toContain(
      'The year of membership that it paid for has been removed too. The change of plan is undone: Full member is no longer cancelled.',
    );
    expect((await statuses()).map(([status]) => status).sort()).toEqual(['active', 'cancelled']);
  },
);

onEachSite(
  'after two changes of plan, correcting the first leaves the original plan cancelled until the second is corrected too',
  async (on) => {
    const { enter, ruth, addPlan, day, correct } = await createSociety(on);
    const member = ruth.id;
    await enter({ member });
    day('2026-11-22');
    const [patron, friend] = [await addPlan('Patron'), await addPlan('Friend')];
    const change = { member, amount: '10', plan_as: 'change' };
    await enter({ ...change, plan_id: friend });
    day('2026-11-23');
    await enter({ ...change, plan_id: patron, repeat: 'yes' });
    day('2026-11-24');
    const first = await correct(1);
    expect(first).toContain('Full member stays cancelled, because the plan that replaced it was cancelled later.');
    expect(first).not.toContain('no longer cancelled');
    expect(await correct(2)).toContain('The change of plan is undone: Full member is no longer cancelled.');
  },
);

onEachSite('correcting a change of plan says if the replaced plan has lapsed since', async (on) => {
  const { enter, ruth, addPlan, day, correct } = await createSociety(on);
  const member = ruth.id;
  await enter({ member });
  day('2026-11-22');
  await enter({ member, plan_id: await addPlan('Friend'), amount: '10', plan_as: 'change' });
  const lapsed = { status: 'lapsed' } as const;
  await write(on.db, (tx) =>
    tx.updateTable('subscription').set(lapsed).where('cancelled_at', 'is not', null).execute(),
  );
  const message = await correct(1);
  expect(message).toContain('Full member, which this plan had replaced, has lapsed since.');
  expect(message).not.toContain('no longer cancelled');
});

onEachSite('paying for a lapsed plan asks if it replaces the plan that the member has now', async (on) => {
  const { enter, ruth, addPlan, statuses, update, day } = await createSociety(on);
  const member = ruth.id;
  await enter({ member });
  await update({ status: 'lapsed' });
  day('2027-10-01');
  expect(await enter({ member, plan_id: await addPlan('Friend'), amount: '10' })).toMatchObject({ code: 200 });
  expect((await enter({ member })).questions).toMatchObject([{ field: 'plan_as' }]);
  expect((await enter({ member, plan_as: 'change' })).msg).toContain('The subscription is paid until 31 August 2028.');
  expect((await statuses()).map(([status]) => status).sort()).toEqual(['active', 'cancelled']);
});

onEachSite(
  'while a card payment for a membership is being checked, entering cash for it raises a question',
  async (on) => {
    const { enter, ruth, plan, addPending, noteOf, statuses, update, day, correct } = await createSociety(on);
    const member = ruth.id;
    await addPending();
    expect(await noteOf(member)).toBe('Full member, card payment still being checked');
    const first = await enter({ member });
    expect(first).toMatchObject({ code: 409, questions: [{ field: 'unsettled' }] });
    expect(first.msg).toContain('(Full member) is still being checked with Square. Wait until the result is known');
    expect((await enter({ member, unsettled: 'yes' })).msg).toContain('No subscription has changed.');
    await correct(0);

    // While the result of a renewal's card payment isn't known, the same question is asked
    await update({ status: 'active' });
    day('2027-08-20');
    await write(on.db, (tx) =>
      tx
        .insertInto('payment_intent')
        .values({
          ...intentDefaults,
          ...{ id: 'renewalofruth001', kind: 'charge', environment: 'production', purpose: 'subscription' },
          ...{ subject: 'pendingofruth001 2027-09-01', plan_id: plan, show_id: '', label: 'Full member' },
          ...{ user_id: ruth.id, pence: 2500, attempt: 'renewal 1', location: '', note: '' },
          created_at: '2026-11-21T12:00:00.000Z',
        })
        .execute(),
    );
    expect((await enter({ member })).questions).toMatchObject([{ field: 'unsettled' }]);
    expect((await enter({ member, unsettled: 'yes' })).msg).toContain('The subscription is paid until 31 August 2028.');
    expect(await statuses()).toEqual([['active', '2028-08-31', 'cash']]);
  },
);

onEachSite(
  'while a card payment for one plan is being checked, entering cash for another plan asks if the second plan replaces the first',
  async (on) => {
    const { enter, ruth, addPending, addPlan } = await createSociety(on);
    const member = ruth.id;
    await addPending({ plan_id: await addPlan('Friend'), amount: 1000 });
    const { msg, questions } = await enter({ member });
    expect(questions).toMatchObject([{ field: 'unsettled' }, { field: 'plan_as' }]);
    expect(msg).toMatch(/has another plan: Friend\.$/);
    expect((await enter({ member, unsettled: 'yes' })).questions).toMatchObject([{ field: 'plan_as' }]);
    const changed = await enter({ member, unsettled: 'yes', plan_as: 'change' });
    expect(changed.msg).toContain('The subscription is paid until 31 August 2027.');
    const held = on.db.read.selectFrom('subscription').select(['amount', 'status', 'cancelled_at']).orderBy('amount');
    // If the card payment settles, Friend won't renew
    expect(await held.execute()).toEqual([
      { amount: 1000, status: 'pending', cancelled_at: '2026-11-21T12:00:00.000Z' },
      { amount: 2500, status: 'active', cancelled_at: null },
    ]);
  },
);

onEachSite(
  'while a member’s own card payment is pending, entering cash from the member asks about that payment, not who the cash is for',
  async (on) => {
    const { enter, ruth, addPending, statuses, correct } = await createSociety(on);
    const member = ruth.id;
    await addPending({ id: 'subscriptionpip1', sub_for: 'OTHER', name: 'Pip Hale', status: 'active' });
    // Ruth has no subscription of her own yet
    expect((await enter({ member })).questions).toMatchObject([{ field: 'beneficiary' }]);
    await addPending();
    const second = await enter({ member });
    expect(second.questions).toMatchObject([{ field: 'unsettled' }]);
    expect(second.msg).toContain(`A card payment for ${ruth.firstname} ${ruth.lastname} (Full member)`);
    expect((await enter({ member, unsettled: 'yes' })).msg).toContain('No subscription has changed.');
    const unpaid = [
      ['active', '2027-08-31', undefined],
      ['pending', '2027-08-31', undefined],
    ];
    expect((await statuses()).toSorted()).toEqual(unpaid);
    await correct(0);
    // A payment for the child can still be entered
    expect((await enter({ member: 'subscriptionpip1', ahead: 'yes' })).msg).toContain(
      'The subscription is paid until 31 August 2028.',
    );
  },
);

onEachSite('cash from a member who only pays for a child raises the question of who the cash is for', async (on) => {
  const { enter, ruth, addPending, statuses } = await createSociety(on);
  const member = ruth.id;
  await addPending({ id: 'subscriptionpip1', sub_for: 'OTHER', name: 'Pip Hale', status: 'active' });
  const { questions, msg } = await enter({ member });
  expect(questions).toMatchObject([{ field: 'beneficiary', choices: [{ value: 'other' }, { value: 'payer' }] }]);
  expect(msg).toContain(`${ruth.firstname} ${ruth.lastname} pays for Pip Hale (Full member). Who is this payment for?`);
  const forPip = { member, beneficiary: 'other' };
  expect((await enter(forPip)).msg).toContain('Pip Hale has already paid until 31 August 2027');
  expect((await enter({ ...forPip, ahead: 'yes' })).msg).toContain('The subscription is paid until 31 August 2028.');
  expect(await statuses()).toEqual([['active', '2028-08-31', 'cash']]);
  expect((await enter({ member, beneficiary: 'payer', repeat: 'yes' })).msg).toContain(
    'The subscription is paid until 31 August 2027.',
  );
  expect((await statuses()).toSorted()).toEqual([
    ['active', '2027-08-31', 'cash'],
    ['active', '2028-08-31', 'cash'],
  ]);
});

onEachSite(
  'cash from a member whose card payment for a child is still being checked raises the question of who the cash is for',
  async (on) => {
    const { enter, ruth, addPending, statuses } = await createSociety(on);
    const member = ruth.id;
    await addPending({ id: 'subscriptionpip1', sub_for: 'OTHER', name: 'Pip Hale' });
    expect((await enter({ member })).questions).toMatchObject([
      {
        field: 'beneficiary',
        choices: [
          { value: 'other', label: 'Pip Hale: a card payment for this membership is still being checked' },
          { value: 'payer', label: `${ruth.firstname} ${ruth.lastname}: it pays until 31 August 2027` },
        ],
      },
    ]);
    const forPip = { member, beneficiary: 'other' };
    expect((await enter(forPip)).msg).toContain('A card payment for Pip Hale (Full member) is still being checked');
    expect((await enter({ ...forPip, unsettled: 'yes' })).msg).toContain('No subscription has changed.');
    expect(await statuses()).toEqual([['pending', '2027-08-31', undefined]]);
  },
);

onEachSite(
  'the question of who a member’s cash is for lists every child whose card payment is still being checked',
  async (on) => {
    const { enter, ruth, addPending, statuses } = await createSociety(on);
    const member = ruth.id;
    const own = `${ruth.firstname} ${ruth.lastname}`;
    const add = (id: string, name: string, some: object = {}) => addPending({ id, sub_for: 'OTHER', name, ...some });
    await add('subscriptionpip1', 'Pip Hale', { status: 'active', renews_on: '2026-12-01' });
    await add('subscriptiontess', 'Tess Hale');
    await add('subscriptionkit1', 'Kit Hale');
    const { questions } = await enter({ member });
    expect(questions).toMatchObject([
      {
        field: 'beneficiary',
        text: `${own} pays for Pip Hale, Kit Hale and Tess Hale (Full member). Who is this payment for?`,
        choices: [
          { value: 'other', label: 'Pip Hale: it pays until 31 August 2027' },
          { value: 'subscriptionkit1', label: 'Kit Hale: a card payment for this membership is still being checked' },
          { value: 'subscriptiontess', label: 'Tess Hale: a card payment for this membership is still being checked' },
          { value: 'payer', label: `${own}: it pays until 31 August 2027` },
        ],
      },
    ]);
    const forTess = { member, beneficiary: 'subscriptiontess' };
    expect((await enter(forTess)).msg).toContain('A card payment for Tess Hale (Full member) is still being checked');
    expect((await enter({ ...forTess, unsettled: 'yes' })).msg).toContain('No subscription has changed.');
    expect((await enter({ member, beneficiary: 'subscriptiongone' })).msg).toContain('has just failed');
    expect((await enter({ member, beneficiary: 'payer' })).msg).toContain(
      'The subscription is paid until 31 August 2027.',
    );
    // Once the payer has a membership of their own, the children are still listed
    const again = (await enter({ member })).questions;
    expect(again[0].choices.map(({ value }: { value: string }) => value)).toEqual([
      'subscriptionkit1',
      'subscriptiontess',
      'payer',
    ]);
    expect(again[0].choices.at(-1).label).toBe(`${own}: it pays until 31 August 2028`);
    expect(await statuses()).toHaveLength(4);
  },
);

onEachSite(
  'a child’s part payments stay the child’s after the card payment that started the subscription is declined',
  async (on) => {
    const { enter, ruth, addPending, declineFirstCharge, listed, partPaid, statuses, asAdmin } =
      await createSociety(on);
    const member = ruth.id;
    await addPending({ id: 'subscriptionpip1', sub_for: 'OTHER', name: 'Pip Hale' });
    await enter({ member, beneficiary: 'other', unsettled: 'yes', amount: '10' });
    await declineFirstCharge('subscriptionpip1');
    expect(await listed('pip')).toEqual([['Pip Hale', 'Full member', 'never', '']]);
    expect(await partPaid('pip')).toEqual([1000]);
    const { content } = await asAdmin.page('/members/get_subs');
    expect(content.results).toMatchObject([{ for_name: 'Pip Hale' }]);
    const own = await (await on.as(ruth)).page('/members/account_settings');
    expect(own.content.subs).toMatchObject({ active: [], receipts: [{ for_name: 'Pip Hale' }] });
    const paid = await enter({ member: 'subscriptionpip1', amount: '15' });
    expect(paid.msg).toContain('The subscription is paid until 31 August 2027.');
    expect(await statuses()).toEqual([['active', '2027-08-31', 'cash']]);
  },
);

onEachSite(
  'a child’s part payments stay the child’s after the payment that started the subscription is corrected',
  async (on) => {
    const { enter, ruth, addPending, update, listed, partPaid, day, correct } = await createSociety(on);
    await addPending({ id: 'subscriptionpip1', sub_for: 'OTHER', name: 'Pip Hale', status: 'lapsed' });
    day('2028-01-10');
    await update({ renews_on: '2027-09-01' });
    await enter({ member: 'subscriptionpip1' });
    const started = on.db.read.selectFrom('subscription').select('id').where('status', '=', 'active');
    const { id: member } = await started.executeTakeFirstOrThrow();
    day('2028-01-11');
    await enter({ member, amount: '10', amount_as: 'part', ahead: 'yes' });
    await write(on.db, (tx) => tx.deleteFrom('subscription').where('status', '=', 'lapsed').execute());
    expect(await correct(0)).toContain('The year of membership that it paid for has been removed too.');
    expect(await listed('pip')).toEqual([['Pip Hale', 'Full member', 'never', '']]);
    expect(await partPaid('pip')).toEqual([1000]);
    expect(await partPaid(ruth.email)).toEqual([0, 1000]);
  },
);

onEachSite(
  'a child who was never a member leaves the membership list once all part payments for the child are corrected',
  async (on) => {
    const { enter, ruth, addPending, listed, statuses, correct, declineFirstCharge, day } = await createSociety(on);
    await addPending({ id: 'subscriptionpip1', sub_for: 'OTHER', name: 'Pip Hale' });
    const first = { member: ruth.id, beneficiary: 'other', unsettled: 'yes', amount: '10' };
    expect(await enter(first)).toMatchObject({ code: 200 });
    await declineFirstCharge('subscriptionpip1');
    day('2026-11-22');
    expect(await enter({ member: 'subscriptionpip1', amount: '5' })).toMatchObject({ code: 200 });
    await correct(0);
    expect(await listed('pip')).toEqual([['Pip Hale', 'Full member', 'never', '']]);
    await correct(1);
    expect(await listed('pip')).toEqual([]);
    expect(await statuses()).toEqual([]);
  },
);

onEachSite(
  'corrected part payments don’t keep a child on the membership list when the first payment fails or is corrected',
  async (on) => {
    const { enter, ruth, addPending, statuses, correct, declineFirstCharge, day } = await createSociety(on);
    await addPending({ id: 'subscriptionpip1', sub_for: 'OTHER', name: 'Pip Hale' });
    const part = { member: ruth.id, beneficiary: 'other', amount: '10' };
    await enter({ ...part, unsettled: 'yes' });
    await correct(0);
    await declineFirstCharge('subscriptionpip1');
    expect(await statuses()).toEqual([]);
    await addPending({ id: 'subscriptionpip2', sub_for: 'OTHER', name: 'Pip Hale', status: 'lapsed' });
    day('2028-01-10');
    await enter({ member: 'subscriptionpip2' });
    await write(on.db, (tx) => tx.deleteFrom('subscription').where('status', '=', 'lapsed').execute());
    day('2028-01-11');
    expect(await enter({ ...part, amount_as: 'part', ahead: 'yes' })).toMatchObject({ code: 200 });
    await correct(2);
    expect(await correct(1)).toContain('The year of membership that it paid for has been removed too.');
    expect(await statuses()).toEqual([]);
  },
);

onEachSite(
  'correcting the payment that renewed a lapsed or due subscription makes the subscription lapsed or due again',
  async (on) => {
    const { enter, addPending, ruth, update, statuses, day, correct } = await createSociety(on);
    await addPending({ status: 'lapsed', started_on: '2025-09-01', renews_on: '2026-09-01' });
    expect((await enter({ member: ruth.id })).msg).toContain('The subscription is paid until 31 August 2027.');
    expect(await statuses()).toEqual([['active', '2027-08-31', 'cash']]);
    day('2026-11-22');
    expect(await correct(0)).toContain('The year of membership that it paid for has been removed too.');
    expect(await statuses()).toEqual([['lapsed', '2026-08-31', undefined]]);
    // Correcting a payment that renewed a due subscription makes the subscription due again
    await update({ status: 'active' });
    await enter({ member: ruth.id });
    day('2026-11-23');
    await correct(1);
    expect(await statuses()).toEqual([['due', '2026-08-31', undefined]]);
  },
);

onEachSite(
  'cash for a child starts a new membership if it is for another plan, or comes long after a lapse',
  async (on) => {
    const { enter, addPending, addPlan, update, day } = await createSociety(on);
    const member = 'subscriptionpip1';
    await addPending({ id: member, sub_for: 'OTHER', name: 'Pip Hale', status: 'active', e_con_name: 'Magda' });
    const friend = { member, plan_id: await addPlan('Friend'), amount: '10' };
    expect((await enter(friend)).questions).toMatchObject([{ field: 'plan_as' }]);
    expect((await enter({ ...friend, plan_as: 'change' })).msg).toContain(
      'The subscription is paid until 31 August 2027.',
    );
    await update({ status: 'lapsed' });
    day('2028-01-10');
    expect((await enter(friend)).msg).toContain('The subscription is paid until 31 August 2028.');
    const all = on.db.read.selectFrom('subscription').selectAll().orderBy('renews_on').orderBy('plan_id').execute();
    const pip = { sub_for: 'OTHER', name: 'Pip Hale', e_con_name: 'Magda' };
    expect((await all).toSorted((a, b) => a.amount - b.amount)).toMatchObject([
      { ...pip, amount: 1000, status: 'lapsed' },
      { ...pip, amount: 1000, status: 'active', renews_on: '2028-09-01' },
      { ...pip, amount: 2500, status: 'lapsed', cancelled_at: '2026-11-21T12:00:00.000Z' },
    ]);
  },
);

onEachSite('part payments for a child’s new membership don’t count towards its next year', async (on) => {
  const { enter, addPending, day } = await createSociety(on);
  const member = 'subscriptionpip1';
  await addPending({ id: member, sub_for: 'OTHER', name: 'Pip Hale', status: 'lapsed' });
  day('2028-01-10');
  await enter({ member, amount: '10', amount_as: 'part' });
  day('2028-01-11');
  expect((await enter({ member, amount: '15' })).msg).toContain('The subscription is paid until 31 August 2028.');
  expect((await enter({ member, amount: '15' })).questions).toMatchObject([
    { field: 'repeat' },
    { field: 'ahead' },
    { field: 'amount_as' },
  ]);
  day('2028-07-15');
  expect((await enter({ member })).msg).toContain('The subscription is paid until 31 August 2029.');
});

onEachSite(
  'part payments of a member for themselves and for a child on one plan count only for the person they were for',
  async (on) => {
    const { enter, ruth, addPending, partPaid, day } = await createSociety(on);
    const [member, pip] = [ruth.id, 'subscriptionpip1'];
    await addPending({ id: pip, sub_for: 'OTHER', name: 'Pip Hale', status: 'active' });
    const part = { amount_as: 'part' };
    const first = await enter({ member, beneficiary: 'payer', amount: '10', ...part });
    expect(first.msg).toContain('£15.00 is still owed');
    day('2026-11-22');
    const forPip = { member: pip, ahead: 'yes' };
    expect((await enter({ ...forPip, amount: '20', ...part })).msg).toContain('£5.00 is still owed');
    expect((await partPaid('ruth@members.example')).toSorted()).toEqual([1000, 2000]);
    day('2026-11-23');
    const rest = await enter({ member, beneficiary: 'payer', amount: '15' });
    expect(rest.msg).toContain('The subscription is paid until 31 August 2027.');
    day('2026-11-24');
    expect((await enter({ ...forPip, amount: '5' })).msg).toContain('The subscription is paid until 31 August 2028.');
    const own = await on.as(ruth);
    const { subs } = (await own.get('/members/account_settings?react')).json();
    const received = subs.receipts.map(async ({ id }: { id: string }) => (await own.page(receiptPath(id))).content);
    expect((await Promise.all(received)).map(({ part_paid, for_name }) => [part_paid, for_name])).toEqual([
      [2000, 'Pip Hale'],
      [1000, ''],
      [0, 'Pip Hale'],
      [0, ''],
    ]);
  },
);

onEachSite(
  'a part payment without a recorded person counts once, towards the next year that is paid in full for anybody',
  async (on) => {
    const { enter, ruth, addPending, partPaid, day } = await createSociety(on);
    const [member, pip] = [ruth.id, 'subscriptionpip1'];
    await addPending({ id: pip, sub_for: 'OTHER', name: 'Pip Hale', status: 'active' });
    // Enters a part payment as earlier versions of the site did, without a record of the person whom it is for
    const enterPart = async (some: object) => {
      expect((await enter({ amount: '10', amount_as: 'part', ...some })).code).toBe(200);
      await write(on.db, (tx) => tx.deleteFrom('part_payment').execute());
    };
    await enterPart({ member, beneficiary: 'payer' });
    day('2026-11-22');
    expect((await enter({ member, beneficiary: 'payer', amount: '15' })).code).toBe(200);
    day('2026-11-23');
    const forPip = { member: pip, ahead: 'yes' };
    expect((await enter({ ...forPip, amount: '15' })).questions).toMatchObject([{ field: 'amount_as' }]);
    await enterPart(forPip);
    day('2026-11-24');
    expect((await enter({ ...forPip, amount: '15' })).msg).toContain('The subscription is paid until 31 August 2028.');
    expect(await partPaid('ruth@members.example')).toEqual([0, 0]);
  },
);

onEachSite('paying for a child’s lapsed plan asks if it replaces the plan that the child has now', async (on) => {
  const { enter, ruth, addPending, addPlan } = await createSociety(on);
  const pip = { sub_for: 'OTHER', name: 'Pip Hale' } as const;
  await addPending({ ...pip, id: 'subscriptionpip1', status: 'lapsed', renews_on: '2026-09-01' });
  await addPending({ ...pip, id: 'subscriptionpip2', status: 'active', plan_id: await addPlan('Friend') });
  const forPip = { member: ruth.id, beneficiary: 'other' };
  expect((await enter(forPip)).questions).toMatchObject([{ field: 'plan_as' }]);
  await enter({ ...forPip, plan_as: 'change' });
  const friend = on.db.read.selectFrom('subscription').select('cancelled_at').where('id', '=', 'subscriptionpip2');
  expect((await friend.executeTakeFirstOrThrow()).cancelled_at).not.toBeNull();
});

onEachSite('the receipt for a part payment names the child that the member pays for', async (on) => {
  const { enter, ruth, addPending, letters } = await createSociety(on);
  await addPending({ id: 'subscriptionpip1', sub_for: 'OTHER', name: 'Pip Hale', status: 'active' });
  const forPip = { member: ruth.id, beneficiary: 'other', ahead: 'yes' };
  expect(await enter({ ...forPip, amount: '10', amount_as: 'part' })).toMatchObject({ code: 200 });
  expect((await letters())[0]?.text).toContain('a part payment for Full member for Pip Hale.');
});

onEachSite('the response to a payment for a child names the payer and the child', async (on) => {
  const { enter, addPending } = await createSociety(on);
  await addPending({ id: 'subscriptionpip1', sub_for: 'OTHER', name: 'Pip Hale', status: 'active' });
  expect((await enter({ member: 'subscriptionpip1', ahead: 'yes' })).msg).toContain(
    'Entered: £25.00 from Ann Hale for Full member for Pip Hale, 21 November 2026.',
  );
});

onEachSite('Get Subs lists a pending plan only for a member who has no paid plan', async (on) => {
  const { ruth, addPending, addPlan, noteOf } = await createSociety(on);
  const friend = { id: 'friendofruth0001', plan_id: await addPlan('Friend'), status: 'active' } as const;
  await addPending({ ...friend, renews_on: '2026-09-01' });
  expect(await noteOf(ruth.id)).toBe('Friend, paid until 31 August 2026');
  await addPending();
  expect(await noteOf(ruth.id)).toBe('Full member, card payment still being checked');
  await write(on.db, (tx) =>
    tx.updateTable('subscription').set({ renews_on: '2027-08-01' }).where('id', '=', friend.id).execute(),
  );
  expect(await noteOf(ruth.id)).toBe('Friend, paid until 31 July 2027');
});
