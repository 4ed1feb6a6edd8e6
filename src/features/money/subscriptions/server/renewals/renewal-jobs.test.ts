import { expect } from 'vitest';
import { formatDecline } from '#features/money/payments/cards.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachEngine } from '#tests/support/site/engines.ts';
import { listLedgerAndSquareEntries, openTestProvider } from '#tests/support/society/square.ts';
import { createSubscriptionSociety } from '#tests/support/society/subscribers.ts';
import { getRenewalAmountDueNow } from '../card/charges.ts';
import { listSubscriptions } from '../store/store.ts';

const ruth = 'ruth@members.example';

/** The days on which the steps of the renewal on 1 September 2027 are due, and days without a step next to them. */
const around = [
  ...['2027-08-01', '2027-08-02', '2027-08-24', '2027-08-25', '2027-08-31', '2027-09-01', '2027-09-02'],
  ...['2027-09-05', '2027-09-06', '2027-09-12', '2027-09-13', '2027-09-14', '2027-09-15'],
];

onEachEngine(
  'a card renewal sends two reminders, charges on the 1st and sends a receipt, every year',
  async ({ db }) => {
    const on = await createSubscriptionSociety(db);
    await on.member(ruth);
    await on.mornings(around);
    expect(await on.told(ruth)).toEqual([
      '2027-08-02 Your membership of Our drama society renews on 1 September 2027',
      '2027-08-25 Your membership of Our drama society renews on 1 September 2027',
      '2027-09-01 Your receipt from Our drama society',
    ]);
    expect(on.charged()).toEqual(['2027-09-01 2500']);
    expect(await on.statuses()).toEqual(['active, 2028-08-31, card']);
    const [reminder] = await on.letters();
    expect(reminder?.text).toContain('Your subscription (Full member) is paid until 31 August 2027.');
    expect(reminder?.text).toContain('we’ll charge £25.00 to your Visa ending in 1111.');
    expect(reminder?.text).toContain('https://players.example/members/account_settings#membership');
    const { books, square } = await listLedgerAndSquareEntries(on);
    expect(books).toEqual(square);
    // This is the renewal in the following year
    await on.mornings(['2028-08-01', '2028-08-02', '2028-08-25', '2028-09-01', '2028-09-02']);
    expect((await on.told(ruth)).slice(3)).toEqual([
      '2028-08-02 Your membership of Our drama society renews on 1 September 2028',
      '2028-08-25 Your membership of Our drama society renews on 1 September 2028',
      '2028-09-01 Your receipt from Our drama society',
    ]);
    expect(on.charged()).toEqual(['2027-09-01 2500', '2028-09-01 2500']);
    expect(await on.statuses()).toEqual(['active, 2029-08-31, card']);
  },
);

onEachEngine('a renewal run that is interrupted by a shutdown fails, so that it is repeated', async ({ db }) => {
  const on = await createSubscriptionSociety(db);
  await on.member(ruth);
  on.at('2027-08-02T06:00:00.000Z');
  const looking = on.workOf().find(({ kind }) => kind === 'renewals');
  await expect(looking?.run({ key: '2027-08-02', payload: {}, signal: AbortSignal.abort() })).rejects.toThrow();
});

onEachEngine('a declined card is tried three times in 14 days, then the membership lapses', async ({ db }) => {
  const on = await createSubscriptionSociety(db);
  const { declines } = await on.member(ruth);
  declines('INSUFFICIENT_FUNDS');
  await on.mornings(around.slice(0, -1));
  expect(await on.statuses()).toEqual(['grace, 2027-08-31, card']);
  await on.mornings(['2027-09-15', '2027-09-16']);
  expect(await on.told(ruth)).toEqual([
    '2027-08-02 Your membership of Our drama society renews on 1 September 2027',
    '2027-08-25 Your membership of Our drama society renews on 1 September 2027',
    '2027-09-01 Your membership of Our drama society couldn’t be renewed',
    '2027-09-06 Your membership of Our drama society couldn’t be renewed',
    '2027-09-13 Your membership of Our drama society couldn’t be renewed',
    '2027-09-15 Your membership of Our drama society has lapsed',
  ]);
  const texts = (await on.letters()).map(({ text }) => text);
  expect(texts[2]).toContain('by charging £25.00 to your Visa ending in 1111. Your card was declined.');
  expect(texts[2]).toContain('There isn’t enough money available on it.');
  expect(texts[2]).toContain('on 6 September 2027');
  expect(texts[4]).toContain('We won’t try this card again. Please pay with another one by 14 September 2027');
  expect(texts[5]).toContain('pay for the year by 29 November 2027');
  expect(on.charged()).toEqual([]);
  expect(await on.statuses()).toEqual(['lapsed, 2027-08-31, card']);
  expect(await db.read.selectFrom('payment_card').select('id').where('removed_at', 'is', null).execute()).toEqual([]);
});

onEachEngine('a card that is accepted on the second try renews the subscription', async ({ db }) => {
  const on = await createSubscriptionSociety(db);
  const { declines } = await on.member(ruth);
  declines('CARD_DECLINED');
  await on.mornings(['2027-08-20', '2027-09-01']);
  declines('');
  await on.mornings(['2027-09-05', '2027-09-06', '2027-09-13']);
  expect(on.charged()).toEqual(['2027-09-06 2500']);
  expect(await on.statuses()).toEqual(['active, 2028-08-31, card']);
  expect((await on.told(ruth)).at(-1)).toBe('2027-09-06 Your receipt from Our drama society');
  const { books, square } = await listLedgerAndSquareEntries(on);
  expect(books).toEqual(square);
});

onEachEngine('declined cards delay no other renewal, and each email gives the bank’s reason', async ({ db }) => {
  const on = await createSubscriptionSociety(db);
  const codes = ['GENERIC_DECLINE', 'CVV_FAILURE', 'CARD_EXPIRED', 'TRANSACTION_LIMIT', 'INVALID_EXPIRATION'];
  for (const code of codes) (await on.member(`${code}@members.example`.toLowerCase())).declines(code);
  for (const n of [1, 2, 3]) await on.member(`good${n}@members.example`);
  await on.mornings(['2027-08-20', '2027-09-01']);
  expect(on.charged()).toHaveLength(3);
  expect((await on.statuses()).sort()).toEqual([
    ...Array(3).fill('active, 2028-08-31, card'),
    ...Array(5).fill('grace, 2027-08-31, card'),
  ]);
  const texts = (await on.letters()).map(({ text }) => text).filter((text) => text.includes('We tried to renew'));
  expect(texts).toHaveLength(5);
  for (const code of codes) expect(texts.filter((text) => text.includes(formatDecline(code)))).toHaveLength(1);
});

onEachEngine(
  'a subscription without a card sends two reminders and three requests for payment, then lapses',
  async ({ db }) => {
    const on = await createSubscriptionSociety(db);
    await on.member(ruth, { card: false });
    await on.mornings(around);
    expect(await on.told(ruth)).toEqual([
      '2027-08-02 Your membership of Our drama society is due on 1 September 2027',
      '2027-08-25 Your membership of Our drama society is due on 1 September 2027',
      '2027-09-01 Your membership of Our drama society is due',
      '2027-09-06 Your membership of Our drama society is due',
      '2027-09-13 Your membership of Our drama society is due',
      '2027-09-15 Your membership of Our drama society has lapsed',
    ]);
    const [first] = await on.letters();
    expect(first?.text).toContain('Pay by card:\nhttps://players.example/members/account_settings#membership');
  },
);

onEachEngine('the email about a lapse asks for payment exactly as long as the year can be paid', async ({ db }) => {
  const ways = 'Pay by card:\nhttps://players.example/members/account_settings#membership';
  const rejoin = 'If you’d like to rejoin, you can start it again under Manage Membership';
  const on = await createSubscriptionSociety(db);
  // The site was down from August, so the subscription lapses on the first day on which the site runs again
  for (const [day, text] of [
    ['2027-11-28', 'please pay for the year by 29 November 2027.'],
    ['2027-11-29', 'please pay for the year by the end of today, 29 November 2027.'],
    ['2027-11-30', rejoin],
    ['2027-12-01', rejoin],
  ] as const) {
    const { id, user } = await on.member(`on-${day}@members.example`, { card: false });
    await on.mornings([day]);
    const email = (await on.letters()).find(({ to }) => to === user.email)?.text ?? '';
    expect(email).toContain(text);
    const all = await listSubscriptions(db.read, user.id);
    const held = all.find((subscription) => subscription.id === id) ?? expect.unreachable();
    const canPay = (await getRenewalAmountDueNow(db.read, held, { all, today: day })) > 0;
    expect([held.status, email.includes(ways), email.includes(rejoin)]).toEqual(['lapsed', canPay, !canPay]);
  }
});

onEachEngine('a reminder sent late, after downtime, says since when the payment has been due', async ({ db }) => {
  const on = await createSubscriptionSociety(db);
  await on.member(ruth, { card: false });
  await on.mornings(['2027-09-05']);
  expect(await on.told(ruth)).toEqual(['2027-09-05 Your membership of Our drama society is due']);
  const [late] = await on.letters();
  expect(late?.text).toContain('Your subscription (Full member) was paid until 31 August 2027.');
  expect(late?.text).toContain('The next year costs £25.00, and has been due since 1 September 2027.');
});

onEachEngine(
  'with card payments off, members are asked to pay the treasurer, and nobody is charged',
  async ({ db }) => {
    const on = await createSubscriptionSociety(db);
    await on.member(ruth);
    await on.mornings(around.slice(0, 7), on.workOf({ paymentProvider: undefined }));
    expect(await on.told(ruth)).toHaveLength(3);
    for (const { text } of await on.letters()) {
      expect(text).toContain('Please pay the treasurer, in cash, by bank transfer or by cheque.');
      expect(text).not.toContain('account_settings');
    }
    expect(on.charged()).toEqual([]);
  },
);

onEachEngine(
  'a cancelled subscription sends no email and charges nothing, and its card is removed when it ends',
  async ({ db }) => {
    const on = await createSubscriptionSociety(db);
    const { id } = await on.member(ruth);
    await write(db, (tx) =>
      tx.updateTable('subscription').set({ cancelled_at: '2027-01-01T12:00:00.000Z' }).where('id', '=', id).execute(),
    );
    await on.mornings(around);
    expect([await on.told(ruth), on.charged()]).toEqual([[], []]);
    expect(await on.statuses()).toEqual(['cancelled, 2027-08-31, card']);
    expect(await db.read.selectFrom('payment_card').select('id').where('removed_at', 'is', null).execute()).toEqual([]);
  },
);

onEachEngine(
  'the owner of a disabled account is neither emailed nor charged, and the subscription lapses',
  async ({ db }) => {
    const on = await createSubscriptionSociety(db);
    const { user } = await on.member(ruth);
    await write(db, (tx) => tx.updateTable('user').set({ status: 'deactivated' }).where('id', '=', user.id).execute());
    await on.mornings([...around, '2027-11-29', '2027-11-30']);
    expect([await on.told(ruth), on.charged()]).toEqual([[], []]);
    expect(await on.statuses()).toEqual(['lapsed, 2027-08-31, card']);
  },
);

onEachEngine('a free subscription of a disabled account lapses, and isn’t renewed', async ({ db }) => {
  const on = await createSubscriptionSociety(db);
  const { user } = await on.member(ruth);
  await on.costs(0);
  await write(db, (tx) => tx.updateTable('user').set({ status: 'deactivated' }).where('id', '=', user.id).execute());
  await on.mornings(['2027-09-01', '2027-10-30']);
  expect(await on.statuses()).toEqual(['due, 2027-08-31, card']);
  await on.mornings(['2027-10-31']);
  expect(await on.statuses()).toEqual(['lapsed, 2027-08-31, card']);
});

onEachEngine(
  'a renewal charges the present price, but never more than the price that was last announced',
  async ({ db }) => {
    const on = await createSubscriptionSociety(db);
    await on.member(ruth);
    await on.mornings(['2027-08-02']);
    await on.costs(3000);
    await on.mornings(['2027-08-25']);
    expect((await on.letters()).map(({ text }) => /£\d+/.exec(text)?.[0])).toEqual(['£25', '£30']);
    await on.costs(3500);
    await on.mornings(['2027-09-01', '2027-09-02']);
    expect(on.charged()).toEqual(['2027-09-01 3000']);
    await on.mornings(['2028-08-02']);
    await on.costs(2000);
    await on.mornings(['2028-09-01']);
    expect(on.charged()).toEqual(['2027-09-01 3000', '2028-09-01 2000']);
    await on.costs(0);
    await on.mornings(['2029-08-02', '2029-09-01']);
    expect(on.charged()).toHaveLength(2);
    expect(await on.statuses()).toEqual(['active, 2030-08-31, free']);
  },
);

onEachEngine('after weeks of downtime, members are reminded a week before they are charged', async ({ db }) => {
  const on = await createSubscriptionSociety(db);
  await on.member(ruth);
  await on.mornings(['2027-09-20', '2027-09-21', '2027-09-26', '2027-09-27', '2027-09-28']);
  expect(await on.told(ruth)).toEqual([
    '2027-09-20 Your membership of Our drama society renews on 27 September 2027',
    '2027-09-27 Your receipt from Our drama society',
  ]);
  expect(on.charged()).toEqual(['2027-09-27 2500']);
  // The year still begins on the 1st
  expect(await on.statuses()).toEqual(['active, 2028-08-31, card']);
});

onEachEngine(
  'a charge that fails because of the site’s settings fails its job, and is retried the next day',
  async ({ db }) => {
    const on = await createSubscriptionSociety(db);
    await on.member(ruth);
    await on.mornings(['2027-08-02', '2027-08-25']);
    const access = { ...on.practice.access, accessToken: 'wrong' };
    await on.mornings(['2027-09-01'], on.workOf({ paymentProvider: openTestProvider({ ...on.practice, access }) }));
    expect(await on.statuses()).toEqual(['due, 2027-08-31, card']);
    const failed = await db.read
      .selectFrom('job')
      .select(['kind', 'last_error'])
      .where('status', '=', 'failed')
      .execute();
    expect(failed).toEqual([{ kind: 'renewal', last_error: 'UNAUTHORIZED' }]);
    await on.mornings(['2027-09-02']);
    expect(on.charged()).toEqual(['2027-09-02 2500']);
    expect((await on.told(ruth)).slice(2)).toEqual(['2027-09-02 Your receipt from Our drama society']);
  },
);
