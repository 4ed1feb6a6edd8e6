import { expect } from 'vitest';
import { findEntry, postEntry, reverseEntry } from '#features/money/ledger/server/index.ts';
import { intentDefaults } from '#features/money/payments/server/intents.ts';
import { initialRenewalState } from '#features/money/subscriptions/renewal.ts';
import { createSubscription, createSubscriptionYear, endPaidYear } from '#features/money/subscriptions/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { GiftAidScheduleContent } from '../contract.ts';
import { deleteDeclarationsEndedBefore } from './declarations.ts';

const own = '/members/api/account_settings/gift_aid';
const page = '/members/membership/gift_aid';
const form = {
  ...{ title: 'Mrs', firstname: 'Ruth', lastname: 'Calloway-Moss', house: '4', address: 'Mill Lane, Lantern Bay' },
  ...{ postcode: 'ln12ab', wording: '2015-10-21', agreed: '1' },
};

/**
 * Creates a society that claims Gift Aid on one of its two plans, its treasurer, and a member who hasn't made a
 * declaration.
 */
async function society({ a, as, db }: SiteTestContext) {
  await a.settings({ giftAid: '1', siteName: 'Mill Players' });
  const admin = await as(await a.user({ role: 'admin' }));
  const plan = async (levelName: string, gift_aid: string) =>
    (
      await admin.post('/members/api/admin/admin_settings/subs/add_new_plan', {
        ...{ levelName, amount: '25', period: 'yearly', renewal_month: '09', gift_aid },
      })
    ).json().id as string;
  const [full, patron] = [await plan('Full member', '1'), await plan('Patron', '0')];
  const ruth = await a.user({ firstname: 'Ruth', lastname: 'Calloway' });
  const treasurer = await a.user({ firstname: 'Tom', lastname: 'Purse' });
  await a.allow(treasurer, { get_subs: true });
  const paid = async (payer: { user_id: string } | { name: string }, plan_id = full, day = '2026-10-01') => {
    const id = newId();
    const about = { about: 'subscription', plan_id, label: plan_id === full ? 'Full member' : 'Patron' } as const;
    const charge = {
      id,
      at: `${day}T12:00:00.000Z`,
      kind: 'charge',
      environment: 'production',
      source: 'cash',
      pence: 2500,
      about,
    } as const;
    await write(db, (tx) => postEntry(tx, { ...charge, payer }));
    return id;
  };
  return { full, patron, ruth, paid, asRuth: await as(ruth), asTreasurer: await as(treasurer) };
}

onEachSite('a member makes, replaces and withdraws only their own declaration', async (on) => {
  const { asRuth, asTreasurer } = await society(on);
  const declared = async (someone = asRuth) => (await someone.page('/members/account_settings')).content.gift_aid;
  expect(await declared()).toMatchObject({
    open: true,
    society: 'Mill Players',
    plans: ['Full member'],
    declaration: null,
  });

  const bare = (await asRuth.post(own, { wording: form.wording })).json();
  expect(Object.keys(bare.fields).sort()).toEqual(['address', 'agreed', 'firstname', 'house', 'lastname', 'postcode']);
  expect((await asRuth.post(own, { ...form, postcode: '12345' })).json().fields).toMatchObject({
    postcode: expect.stringContaining('LN1 2AB'),
  });
  expect((await asRuth.post(own, { ...form, wording: '2012-01-01' })).json().code).toBe(409);
  expect((await asRuth.post(own, form)).json()).toMatchObject({ code: 200 });
  expect(await declared()).toMatchObject({
    declaration: { house: '4', postcode: 'LN1 2AB', declared_on: '2026-11-21' },
  });
  expect(await declared(asTreasurer)).toMatchObject({ declaration: null });

  on.at('2026-11-24T12:00:00.000Z');
  expect((await asRuth.post(own, { ...form, house: 'The Mill', abroad: '1' })).json().msg).toContain(
    'a new declaration',
  );
  expect(await declared()).toMatchObject({ declaration: { house: 'The Mill', postcode: '' } });
  expect((await asTreasurer.send('POST', `${own}/withdraw`)).json().code).toBe(409);
  expect((await asRuth.send('POST', `${own}/withdraw`)).json().code).toBe(200);
  expect(await declared()).toMatchObject({ declaration: null });

  // Both declarations are stored, with their wording and dates
  const stored = await on.db.read.selectFrom('gift_aid_declaration').selectAll().orderBy('declared_at').execute();
  expect(stored).toMatchObject([
    { wording: '2015-10-21', society: 'Mill Players', declared_at: '2026-11-21T12:00:00.000Z', house: '4' },
    { declared_at: '2026-11-24T12:00:00.000Z', ended_at: '2026-11-24T12:00:00.000Z' },
  ]);
  await write(on.db, (tx) => deleteDeclarationsEndedBefore(tx, '2026-11-24T12:00:00.000Z'));
  expect(await on.db.read.selectFrom('gift_aid_declaration').select('house').execute()).toHaveLength(2);
  await write(on.db, (tx) => deleteDeclarationsEndedBefore(tx, '2026-11-24T12:00:00.001Z'));
  expect(await on.db.read.selectFrom('gift_aid_declaration').select('house').execute()).toEqual([]);
});

onEachSite(
  'the Gift Aid schedule lists covered payments in HMRC’s columns, and says why others are left out',
  async (on) => {
    const { patron, ruth, paid, asRuth, asTreasurer } = await society(on);
    await asRuth.post(own, form);
    const [refunded] = [await paid({ user_id: ruth.id }), await paid({ user_id: ruth.id }, patron)];
    await paid({ name: 'Somebody Else' });
    await paid({ user_id: (await on.a.user({ firstname: 'Dee', lastname: 'Moss' })).id });
    const mistake = await paid({ user_id: ruth.id });
    // This payment is in another financial year
    await paid({ user_id: ruth.id }, undefined, '2025-10-01');
    await write(on.db, async (tx) => {
      await postEntry(tx, {
        id: newId(),
        at: '2026-11-01T12:00:00.000Z',
        kind: 'refund',
        charge_id: refunded,
        pence: 500,
      });
      const entry = await findEntry(tx, mistake, 'production');
      if (entry) await reverseEntry(tx, { id: newId(), at: '2026-11-02T12:00:00.000Z', entry });
    });
    const { content } = await asTreasurer.page(page);
    expect(GiftAidScheduleContent.strict().parse(content)).toMatchObject({
      ...{ from: '2026-09-01', until: '2026-11-21', count: 1, total: 2000, reclaimed: 500, declared: 1 },
      lines: [{ name: 'Ruth Calloway', plan: 'Full member', date: '2026-10-01', amount: 2000 }],
      left_out: [
        { why: 'nothing', count: 1, total: 0 },
        { why: 'benefit', count: 1, total: 2500 },
        { why: 'nobody', count: 1, payments: [{ name: 'Somebody Else' }] },
        { why: 'undeclared', count: 1, payments: [{ name: 'Dee Moss' }] },
      ],
    });
    const csv = async (query = '') =>
      (await asTreasurer.get(`${page}.csv${query}`)).body.replace('\ufeff', '').split('\r\n');
    expect(await csv()).toEqual([
      '"Title","First name","Last name","House name or number","Postcode","Aggregated donations","Sponsored event","Donation date","Amount"',
      '"Mrs","Ruth","Calloway Moss","4","LN1 2AB",,,"01/10/26","20.00"',
      '',
    ]);
    // The declaration also covers the four years before it was made
    expect(await csv('?from=2025-01-01&until=2026-08-31')).toEqual([
      expect.anything(),
      '"Mrs","Ruth","Calloway Moss","4","LN1 2AB",,,"01/10/25","25.00"',
      '',
    ]);
    expect((await asTreasurer.page(`${page}?from=rubbish&until=2026-13-45`)).content).toMatchObject({
      from: '2026-09-01',
    });
  },
);

onEachSite('Gift Aid is claimed on a member’s donations, but not on an anonymous one', async (on) => {
  const { full, patron, ruth, asRuth, asTreasurer } = await society(on);
  await asRuth.post(own, form);
  const payment = { day: '2026-10-01', source: 'cheque', amount_as: 'donation' };
  const record = async (body: object) =>
    expect((await asTreasurer.post('/members/api/get_sums/payments', { ...payment, ...body })).json()).toMatchObject({
      code: 200,
    });
  for (const plan_id of [full, patron]) {
    await record({ what: 'subscription', plan_id, member: ruth.id, amount: '40', plan_as: 'second', repeat: 'yes' });
  }
  await record({ what: 'Donations', member: ruth.id, amount: '7.50' });
  await record({ what: 'Donations', amount: '3.20' });
  await record({ what: 'Raffle', member: ruth.id, amount: '5' });
  // This is a ticket, not a donation
  const show_id = await on.a.show({ title: 'Donations' });
  await record({ what: 'tickets', show_id, member: ruth.id, amount: '12' });
  const { content } = await asTreasurer.page(page);
  expect(content).toMatchObject({
    total: 2500 + 1500 + 1500 + 750,
    left_out: [
      { why: 'benefit', count: 1, total: 2500 },
      { why: 'nobody', count: 1, total: 320, payments: [{ plan: 'Donation' }] },
    ],
  });
});

onEachSite('no Gift Aid is claimed on money that is being refunded or was refunded at Square', async (on) => {
  const { ruth, paid, asRuth, asTreasurer } = await society(on);
  await asRuth.post(own, form);
  const [whole, part] = [await paid({ user_id: ruth.id }), await paid({ user_id: ruth.id })];
  const total = async () =>
    GiftAidScheduleContent.parse((await asTreasurer.page(`${page}?from=2026-09-01&until=2027-08-31`)).content).total;
  expect(await total()).toBe(5000);
  await write(on.db, async (tx) => {
    const intent = {
      ...intentDefaults,
      ...({ environment: 'production', purpose: 'subscription' } as const),
      ...{ subject: '', plan_id: '', show_id: '', label: 'Full' },
      ...{ note: '', location: '', created_at: '2026-10-01T12:00:00.000Z' },
    };
    for (const id of [whole, part]) {
      const charge = { id, kind: 'charge', status: 'settled', pence: 2500, attempt: id, subject: id } as const;
      await tx
        .insertInto('payment_intent')
        .values({ ...intent, ...charge })
        .execute();
    }
    const open = { id: newId(), kind: 'refund', pence: 2500, attempt: 'refund 1', charge_id: whole } as const;
    await tx
      .insertInto('payment_intent')
      .values({ ...intent, ...open })
      .execute();
    const at = '2026-10-02T12:00:00.000Z';
    await tx
      .insertInto('external_refund')
      .values({
        ...{ id: newId(), environment: 'production', kind: 'refund', provider_id: 'refund', charge_id: part },
        ...{ pence: 1000, state: 'COMPLETED', reason: '', due_at: '', happened_at: at, found_at: at },
        ...{ recorded_at: null, closed_at: null, lost_at: null },
      })
      .execute();
  });
  expect(await total()).toBe(1500);
});

onEachSite('a payment for somebody else’s membership is left out of the Gift Aid claim', async (on) => {
  const { full, ruth, paid, asRuth, asTreasurer } = await society(on);
  await asRuth.post(own, form);
  const at = '2026-10-01T12:00:00.000Z';
  const charge = newId();
  await write(on.db, async (tx) => {
    const about = { about: 'subscription', plan_id: full, label: 'Full member' } as const;
    await postEntry(tx, {
      id: charge,
      at,
      kind: 'charge',
      environment: 'production',
      source: 'card',
      pence: 2500,
      about,
      payer: { user_id: ruth.id },
    });
    await createSubscription(tx, {
      ...{ id: 'subscription0001', user_id: ruth.id, plan_id: full, sub_for: 'OTHER', name: 'Pip', amount: 2500 },
      ...{ phone_number: '', e_con_name: '', e_con_phone: '', status: 'active', started_on: '2026-10-01' },
      ...{ renews_on: '2027-09-01', cancelled_at: null, card_id: null, created_at: at, ...initialRenewalState },
    });
    await createSubscriptionYear(tx, {
      ...{ id: charge, subscription_id: 'subscription0001', begins_on: '2026-10-01', renews_on: '2027-09-01' },
      ...{ amount: 2500, source: 'card', entry_id: charge },
    });
  });
  expect((await asTreasurer.page(page)).content).toMatchObject({ count: 0, left_out: [{ why: 'other', count: 1 }] });
  const cash = { what: 'subscription', plan_id: full, source: 'cash', day: '2026-11-21', amount_as: 'part' };
  const part = { ...cash, member: ruth.id, beneficiary: 'payer', amount: '10' };
  expect((await asTreasurer.post('/members/api/get_sums/payments', part)).json()).toMatchObject({ code: 200 });
  expect((await asTreasurer.page(page)).content).toMatchObject({ count: 1, total: 1000, left_out: [{ count: 1 }] });
  // A part payment recorded by an earlier version doesn't say whom it is for. Ruth has no subscription of her own to
  // this plan
  await paid({ user_id: ruth.id });
  expect((await asTreasurer.page(page)).content).toMatchObject({ count: 1, left_out: [{ why: 'other', count: 2 }] });
  // This partial refund, made on the first day of the paid year, ends that year
  await write(on.db, async (tx) => {
    const refundId = newId();
    await postEntry(tx, { id: refundId, at, kind: 'refund', charge_id: charge, pence: 2000 });
    expect(await endPaidYear(tx, { chargeId: charge, refundId }, { on: '2026-10-01', at })).toBeTruthy();
  });
  expect((await asTreasurer.page(page)).content).toMatchObject({ count: 1, left_out: [{ why: 'other', total: 3000 }] });
});

onEachSite('with Gift Aid off, no declaration can be made, and an existing one can be withdrawn', async (on) => {
  const { asRuth, asTreasurer } = await society(on);
  await asRuth.post(own, form);
  await on.a.settings({ giftAid: '0' });
  expect((await asTreasurer.page('/members/account_settings')).content.gift_aid).toBeNull();
  expect((await asTreasurer.post(own, form)).json().code).toBe(409);
  expect((await asTreasurer.page(page)).content).toMatchObject({ open: false });
  expect((await asRuth.page('/members/account_settings')).content.gift_aid).toMatchObject({ open: false });
  const { body } = await asRuth.get('/members/account_settings');
  expect(body).toContain('If you no longer pay enough tax, withdraw your declaration.');
  expect(body).not.toContain('If you move house');
  expect((await asRuth.send('POST', `${own}/withdraw`)).json().code).toBe(200);
  expect((await asRuth.page('/members/account_settings')).content.gift_aid).toBeNull();
});

onEachSite(
  'without JavaScript, an incomplete Gift Aid form is shown again with errors, and a complete one redirects',
  async (on) => {
    const { asRuth } = await society(on);
    const browser = {
      accept: 'text/html,*/*;q=0.8',
      origin: 'http://players.example',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const sent = (path: string, typed: Record<string, string>) =>
      asRuth.post(path, new URLSearchParams(typed).toString(), browser);
    const wrong = await sent(own, { ...form, house: '', postcode: 'nowhere' });
    expect([wrong.statusCode, `${wrong.headers['content-type']}`.split(';')[0]]).toEqual([400, 'text/html']);
    expect(wrong.body).toContain('Enter the name or number of your house.');
    expect(wrong.body).toContain('value="Calloway-Moss"');
    const back = { statusCode: 303, headers: { location: '/members/account_settings#gift-aid' } };
    expect(await sent(own, form)).toMatchObject(back);
    expect((await asRuth.get('/members/account_settings')).body).toContain('You’ve made a declaration.');
    expect(await sent(`${own}/withdraw`, {})).toMatchObject(back);
    const late = await sent(`${own}/withdraw`, {});
    expect([late.statusCode, late.body]).toEqual([
      409,
      expect.stringContaining('You have no Gift Aid declaration to withdraw.'),
    ]);
  },
);

onEachSite('a claim whose last day is before its first day is refused, on the page and as a file', async (on) => {
  const { asTreasurer, paid, ruth } = await society(on);
  await paid({ user_id: ruth.id });
  const days = 'from=2026-10-02&until=2026-10-01';
  const { content } = await asTreasurer.page(`${page}?${days}`);
  expect(content).toMatchObject({ days_error: 'The last day can’t be before the first day.', count: 0 });
  expect((await asTreasurer.get(`${page}.csv?${days}`)).statusCode).toBe(400);
  expect((await asTreasurer.page(`${page}?from=2026-10-01&until=2026-10-01`)).content.days_error).toBe('');
});
