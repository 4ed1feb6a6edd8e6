import { expect } from 'vitest';
import { recordCard, storeCard } from '#features/money/payments/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachSite } from '#tests/support/site/app.ts';
import { runBeforeWrite } from '#tests/support/site/before-write.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';
import { listLedgerAndSquareEntries, openTestProvider } from '#tests/support/society/square.ts';
import { accountSettingsPath, chargeRoute, onEachTill } from '#tests/support/society/subscription-till.ts';
import { StartSubscriptionBody } from '../contract.ts';
import { createPendingSubscription, deriveSubscriptionIds } from './card/charges.ts';
import { payWithNewCard } from './card/new-card.ts';

const refresh = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
const pip = { sub_for: 'OTHER', name: 'Pip', phone_number: '01632 960118' };
const forPip = { ...pip, e_con_name: 'Magda', e_con_phone: '01632 960119' };

onEachTill('starting a subscription charges the card once, lists the subscription and emails a receipt', async (on) => {
  expect(await on.held()).toMatchObject({
    ...{ paying: 'practice', active: [], receipts: [] },
    options: [{ name: 'Full member', amount: 2400, first_amount: 2000, renews_on: '2027-09-01' }],
  });
  const answer = await on.start({ amount_due: '2000' });
  expect(answer).toMatchObject({ code: 200, status: 'active' });
  expect(answer.msg).toContain('31 August 2027');
  const { active, receipts } = await on.held();
  expect(active).toMatchObject([
    {
      ...{ id: answer.id, plan_name: 'Full member', sub_for: 'SELF', name: 'Ruth Marsh', plan_amount: 2400 },
      ...{ paid_until: '2027-08-31', renews_on: '2027-09-01', cancelled: false, status: 'active' },
      ...{ card_brand: 'VISA', last_4: '1111' },
    },
  ]);
  expect(receipts).toMatchObject([{ date: '2026-11-21', amount: 2000, plan_name: 'Full member', last_4: '1111' }]);
  const [mail, ...more] = await listSentMails(on.db.read);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to: 'ruth@members.example', subject: expect.stringContaining('receipt') });
  expect(mail?.text).toContain('£20.00');
  expect(mail?.text).toContain('until 31 August 2027');
  await on.later('2026-11-21T12:20:00.000Z');
  const { books, square } = await listLedgerAndSquareEntries(on);
  expect(books).toEqual(square);
  expect((await on.ruth.get('/sitedata')).json().square).toEqual({
    appId: on.practice.access.applicationId,
    membershipLocationId: on.practice.access.locationId,
  });
});

onEachTill('a member can start a plan once for themselves, and also for several other people', async (on) => {
  expect(await on.start()).toMatchObject({ code: 200 });
  expect(await on.start({ card_nonce: on.aCard() })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('already'),
  });
  for (const name of ['Pip', 'Ada']) {
    const some = { ...forPip, name, card_nonce: on.aCard() };
    expect([name, await on.start(some)]).toMatchObject([name, { code: 200 }]);
  }
  expect((await on.held()).active.map(({ name }) => name).sort()).toEqual(['Ada', 'Pip', 'Ruth Marsh']);
  expect(on.charged()).toBe(3);
});

onEachTill(
  'sending a form twice starts one subscription, and sending it for another person starts a second',
  async (on) => {
    const pip = { ...forPip, name: 'Pip', card_nonce: on.aCard() };
    const started = await on.start(pip);
    expect(started).toMatchObject({ code: 200 });
    expect(await on.start(pip)).toMatchObject({ code: 200, id: started.id });
    const other = await on.start({ ...pip, name: 'Ada' });
    expect(other).toMatchObject({ code: 200, msg: expect.stringContaining('The subscription has started.') });
    expect(other.id).not.toBe(started.id);
    expect((await on.held()).active.map(({ name }) => name).sort()).toEqual(['Ada', 'Pip']);
    expect(on.charged()).toBe(2);
  },
);

onEachTill('a subscription form with missing or invalid fields is refused with an error for each field', async (on) => {
  const { code, fields } = await on.start({ sub_for: 'OTHER', name: 'Pip', phone_number: 'none' });
  expect(code).toBe(400);
  expect(Object.keys(fields).sort()).toEqual(['e_con_name', 'e_con_phone', 'phone_number']);
  expect(await on.start({ sub_for: 'ALL' })).toMatchObject({
    code: 400,
    fields: { sub_for: 'Choose who the subscription is for.' },
  });
  for (const card_nonce of ['CASH', 'EXTERNAL', 'ccof:card-nonce-ok', 'cnon:']) {
    expect(await on.start({ card_nonce })).toMatchObject({ fields: { card_nonce: 'Enter your card again.' } });
  }
  expect(await on.start({ card_nonce: '' })).toMatchObject({
    code: 400,
    fields: { card_nonce: 'Enter your card details.' },
  });
  expect(on.charged()).toBe(0);
});

onEachTill('a declined card starts no subscription, and another card can be tried at once', async (on) => {
  const declines = {
    // These cards are stored, then declined when charged
    'cnon:practice-on-file-INSUFFICIENT_FUNDS': 'enough money',
    'cnon:practice-on-file-CARD_EXPIRED': 'expired',
    // This card is declined before it is stored
    'cnon:card-nonce-rejected-cvv': 'security code',
  };
  for (const [card_nonce, message] of Object.entries(declines)) {
    const answer = await on.start({ card_nonce });
    expect(answer).toMatchObject({ code: 400, fields: { card_nonce: expect.stringContaining(message) } });
    // If the button is pressed twice, the second press gets the same response
    expect(await on.start({ card_nonce })).toEqual(answer);
  }
  expect(await on.held()).toMatchObject({ active: [], receipts: [] });
  expect(await on.intents()).toEqual(['declined', 'declined']);
  expect(await on.cards()).toEqual([]);
  expect(await listSentMails(on.db.read)).toEqual([]);
  expect(await on.start()).toMatchObject({ code: 200, status: 'active' });
  expect(on.charged()).toBe(1);
});

onEachTill('a charge without a response is reported as pending and settled later with a receipt', async (on) => {
  on.practice.faults.next(chargeRoute, 'break after', 4);
  expect(await on.start()).toMatchObject({ code: 200, status: 'pending', msg: expect.stringContaining('finding out') });
  expect((await on.held()).active).toMatchObject([{ status: 'pending' }]);
  // Meanwhile the subscription can be neither paid again nor cancelled
  expect(await on.start({ card_nonce: on.aCard() })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('Don’t pay again'),
  });
  const { id } = (await on.held()).active[0] ?? { id: '' };
  expect((await on.ruth.send('POST', `${accountSettingsPath}/cancel_subscription/${id}`)).statusCode).toBe(409);
  // The card may have been charged, so the subscription keeps it and it can't be replaced
  const other = (await on.ruth.post(`${accountSettingsPath}/subscription_card`, { card_nonce: on.aCard() })).json();
  expect(other).toMatchObject({ code: 409, msg: expect.stringContaining('finding out') });
  expect(await on.cards()).toHaveLength(1);
  await on.later('2026-11-21T12:04:00.000Z');
  expect((await on.held()).active).toMatchObject([{ status: 'active' }]);
  expect(on.charged()).toBe(1);
  expect((await listSentMails(on.db.read)).map(({ subject }) => subject)).toEqual([expect.stringContaining('receipt')]);
});

onEachTill('a charge that never reached Square is reported by email, and the member can start again', async (on) => {
  on.practice.faults.next(chargeRoute, 'break before', 4);
  expect(await on.start()).toMatchObject({ status: 'pending' });
  await on.later('2026-11-23T12:00:00.000Z');
  expect(await on.held()).toMatchObject({ active: [], receipts: [] });
  expect((await listSentMails(on.db.read)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('wasn’t charged'),
  ]);
  expect(await on.start()).toMatchObject({ code: 409 });
  expect(await on.start({ card_nonce: on.aCard() })).toMatchObject({ status: 'active' });
});

onEachTill('a charge that was recorded but not submitted is made once, by the job for open payments', async (on) => {
  const { db, user, practice } = on;
  const at = '2026-11-21T12:00:00.000Z';
  const clock = () => new Date(at);
  const names = { givenName: 'Ruth', familyName: 'Marsh', email: 'ruth@members.example' };
  const paymentProvider = openTestProvider(practice);
  const stored = await storeCard(
    { db, clock, paymentProvider },
    { userId: user.id, ...names },
    { token: 'cnon:card-nonce-ok' },
  );
  if (!('card' in stored)) throw new Error(JSON.stringify(stored));
  const body = StartSubscriptionBody.parse(on.form());
  const start = { userId: user.id, body, today: '2026-11-21', now: at };
  await write(db, async (tx) =>
    createPendingSubscription(tx, start, { card: await recordCard(tx, stored.card), paymentProvider }),
  );
  expect(on.charged()).toBe(0);
  await on.later('2026-11-21T12:04:00.000Z');
  expect((await on.held()).active).toMatchObject([{ status: 'active' }]);
  // The form is sent again after a lost response, and the response says that the subscription has started
  expect(await on.start()).toMatchObject({ code: 200, status: 'active' });
  expect(on.charged()).toBe(1);
});

onEachTill('after a refusal has removed a card, sending the form with that card again charges nothing', async (on) => {
  const card_nonce = on.aCard();
  runBeforeWrite(on.db, 2, () => on.admin.post(`${on.planPath}/enabled`, { enabled: '0' }));
  expect(await on.start({ card_nonce })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('no longer available'),
  });
  expect(await on.cards()).toEqual([]);
  await on.admin.post(`${on.planPath}/enabled`, { enabled: '1' });
  expect(await on.start({ card_nonce })).toMatchObject({
    code: 400,
    msg: expect.stringContaining('Nothing was charged'),
  });
  expect([await on.intents(), (await on.held()).active, on.charged()]).toEqual([[], [], 0]);
});

onEachTill('nothing is charged if Square can’t store the card', async (on) => {
  on.practice.faults.next('POST /v2/cards', 'break before', 4);
  expect(await on.start()).toMatchObject({ code: 503, msg: expect.stringContaining('Nothing was charged') });
  expect(await on.intents()).toEqual([]);
  // The next attempt succeeds
  expect(await on.start()).toMatchObject({ code: 200 });
});

onEachTill('if a member clicks twice to pay, both requests succeed and the card is charged once', async (on) => {
  const form = on.form();
  const body = StartSubscriptionBody.parse(form);
  const now = '2026-11-21T12:00:00.000Z';
  const services = {
    db: on.db,
    clock: () => new Date(now),
    all: () => [],
    paymentProvider: openTestProvider(on.practice),
  };
  const { intent } = deriveSubscriptionIds({ userId: on.user.id, body });
  const findReason = async () => ((await on.start(form)).code === 200 ? 'owned' : 'nothing');
  const refuse = (reason: string) => {
    throw new Error(`refused: ${reason}`);
  };
  const second = payWithNewCard(
    services,
    { userId: on.user.id, network: undefined, body, now },
    { intent, findReason, recordCharge: async () => 'owned', refuse },
  );
  expect(await second).toBe('settled');
  expect(on.charged()).toBe(1);
});

onEachTill('concurrent requests to start a subscription, with the same or different cards, charge once', async (on) => {
  const keyed = (key: string) => ({ 'idempotency-key': key });
  const otherCard = on.aCard();
  const sendAll = () => [
    on.start({}, keyed('key-of-ruths-browser')),
    on.start({}, keyed('key-of-ruths-browser')),
    on.start({}, keyed('key-of-ruths-phone')),
    on.start({ card_nonce: otherCard }, keyed('key-of-ruths-tablet')),
  ];
  const answers = await Promise.all(sendAll());
  expect(on.charged()).toBe(1);
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 409]));
  expect(await on.cards()).toHaveLength(1);
  // If the receipt is missing, the failure message shows whether the charge was settled
  const receipts = (await listSentMails(on.db.read)).length;
  expect(receipts, receipts === 1 ? '' : `${JSON.stringify(answers)}\n${await on.evidence()}`).toBe(1);
  expect((await on.held()).active).toMatchObject([{ status: 'active' }]);
  // A request that succeeded gets the same response again. A request that was refused is now told that the subscription
  // exists, whichever card was charged
  const msg = expect.stringContaining('You already have this subscription');
  const repeated = await Promise.all(sendAll());
  expect(repeated).toEqual(answers.map((first) => (first.code === 200 ? first : { code: 409, msg })));
  expect(on.charged()).toBe(1);
});

onEachTill('cancelling a subscription twice has one effect, keeps the paid year and can be undone', async (on) => {
  const { id } = await on.start();
  const cancel = `${accountSettingsPath}/cancel_subscription/${id}`;
  const isCancelled = async () => (await on.held()).active.map(({ cancelled }) => cancelled);
  // A link in an email or on another site doesn't cancel the subscription
  expect((await on.ruth.get(cancel, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  expect(await isCancelled()).toEqual([false]);
  const [first, second] = [await on.ruth.get(cancel, refresh), await on.ruth.send('POST', cancel)];
  expect(first.json()).toMatchObject({ code: 200, msg: expect.stringContaining('31 August 2027') });
  expect(second.json()).toEqual(first.json());
  // Both requests together send one email
  const about = (await listSentMails(on.db.read)).filter(({ subject }) => subject.endsWith('won’t renew'));
  expect(about.map(({ text }) => text)).toEqual([expect.stringContaining('It lasts until 31 August 2027')]);
  // The refusal to start the plan again mentions the cancelled subscription
  expect(await on.start({ card_nonce: on.aCard() })).toMatchObject({
    ...{ code: 409, msg: expect.stringContaining('Press “Undo cancellation”') },
  });
  expect(await isCancelled()).toEqual([true]);
  expect((await on.ruth.send('POST', `${cancel}/undo`)).json()).toMatchObject({ code: 200 });
  expect(await isCancelled()).toEqual([false]);
  // Another member can neither cancel the subscription nor undo the cancellation
  const sam = await on.as(await on.a.user());
  expect((await sam.send('POST', cancel)).statusCode).toBe(404);
  expect((await sam.send('POST', `${cancel}/undo`)).statusCode).toBe(404);
  await on.ruth.send('POST', cancel);
  on.at('2027-08-31T12:00:00.000Z');
  const late = await on.as(on.user);
  expect((await late.send('POST', `${cancel}/undo`)).statusCode).toBe(200);
  expect((await late.send('POST', cancel)).statusCode).toBe(200);
  on.at('2027-09-01T12:00:00.000Z');
  expect((await late.send('POST', `${cancel}/undo`)).statusCode).toBe(409);
  expect((await late.page('/members/account_settings')).content.subs).toMatchObject({ active: [] });
  const form = on.form({ card_nonce: on.aCard() });
  expect((await late.post(`${accountSettingsPath}/start_subscription`, form)).json()).toMatchObject({ code: 200 });
});

onEachTill('a replacement card is used for all subscriptions, and the old cards are removed', async (on) => {
  const replace = (card_nonce: string) => on.ruth.post(`${accountSettingsPath}/subscription_card`, { card_nonce });
  expect((await replace('cnon:card-nonce-ok')).statusCode).toBe(409);
  await on.start();
  await on.start({ ...forPip, card_nonce: on.aCard() });
  expect(await on.cards()).toHaveLength(2);
  expect((await replace('cnon:card-nonce-rejected-cvv')).json()).toMatchObject({ code: 400 });
  expect(await on.cards()).toHaveLength(2);
  const answer = (await replace('cnon:practice-on-file-CARD_DECLINED')).json();
  expect(answer).toMatchObject({ code: 200, msg: expect.stringContaining('ending in') });
  expect(await on.cards()).toHaveLength(1);
  const about = (await listSentMails(on.db.read)).filter(({ subject }) => subject.includes('new card'));
  expect(about.map(({ text }) => text)).toEqual([expect.stringMatching(/renew with your .* ending in \d{4}/)]);
  const ids = await on.db.read.selectFrom('subscription').select('card_id').distinct().execute();
  expect(ids).toHaveLength(1);
  expect(on.charged()).toBe(2);
});

onEachTill('a replacement card is removed if the last subscription has ended in the meantime', async (on) => {
  await on.start();
  runBeforeWrite(on.db, 2, () =>
    on.db.write((tx) => tx.updateTable('subscription').set({ status: 'lapsed' }).execute()),
  );
  const answer = (await on.ruth.post(`${accountSettingsPath}/subscription_card`, { card_nonce: on.aCard() })).json();
  expect(answer).toMatchObject({ code: 409, msg: 'You have no subscription to renew.' });
  expect(await on.cards()).toHaveLength(1);
});

onEachTill('a free plan isn’t offered and can’t be started by card', async (on) => {
  await on.admin.post(on.planPath, { ...on.plan, amount: '0', version: '1' });
  expect((await on.held()).options).toEqual([]);
  expect(await on.start()).toMatchObject({ code: 409, msg: expect.stringContaining('is free') });
  expect([await on.intents(), await on.cards()]).toEqual([[], []]);
});

onEachTill('nothing is charged for a plan that has closed or changed its price in the meantime', async (on) => {
  await on.admin.post(on.planPath, { ...on.plan, amount: '36', version: '1' });
  expect(await on.start({ amount_due: '2000' })).toMatchObject({ code: 409, msg: expect.stringContaining('£30.00') });
  await on.admin.post(`${on.planPath}/enabled`, { enabled: '0' });
  expect(await on.start()).toMatchObject({ code: 409, msg: expect.stringContaining('no longer available') });
  expect(await on.start({ subs_level: 'none' })).toMatchObject({ code: 409 });
  expect(await on.intents()).toEqual([]);
  expect(await on.cards()).toEqual([]);
});

onEachTill('members keep their price when a plan changes, and a plan in use can’t be deleted', async (on) => {
  await on.start();
  await on.admin.post(on.planPath, { ...on.plan, amount: '36', version: '1' });
  await on.admin.post(`${on.planPath}/enabled`, { enabled: '0' });
  expect(await on.held()).toMatchObject({ options: [], active: [{ plan_amount: 2400 }] });
  const deleted = (await on.admin.send('DELETE', on.planPath)).json();
  expect(deleted).toMatchObject({ code: 409, msg: expect.stringContaining('Someone has, or has had, this plan') });
});

onEachTill('a member who tries many cards is refused after ten', async (on) => {
  const codes: number[] = [];
  for (let tried = 0; tried < 11; tried++) {
    codes.push((await on.start({ card_nonce: on.aCard('911') })).code);
  }
  expect(codes).toEqual([...Array(10).fill(400), 429]);
});

onEachSite('without Square’s settings, starting a subscription is refused with the reason', async ({ a, as }) => {
  const ruth = await as(await a.user());
  expect((await ruth.page('/members/account_settings')).content.subs).toMatchObject({ paying: '' });
  const form = { subs_level: 'any', sub_for: 'SELF', card_nonce: 'cnon:card-nonce-ok' };
  const answer = (await ruth.post(`${accountSettingsPath}/start_subscription`, form)).json();
  expect(answer).toMatchObject({ code: 409, msg: expect.stringContaining('switched off') });
});
