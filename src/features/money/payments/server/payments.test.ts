import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { write } from '#platform/server/database/index.ts';
import { runDueJobs } from '#platform/server/jobs/runner.ts';
import { onEachEngine } from '#tests/support/site/engines.ts';
import { compileCache } from '#tests/support/site/site.ts';
import { createTill, listLedgerAndSquareEntries, openTestProvider } from '#tests/support/society/square.ts';
import {
  type ChargeRequest,
  createChargeIntent,
  createRefundIntent,
  findIntent,
  getRefundableAmount,
} from './intents.ts';
import { defineIntentRefreshJob, refreshIntent } from './refresh-intent.ts';
import { listUnsettledRefusedRefunds, retryRefusedRefund } from './refunds.ts';
import { type IntentOutcome, submitIntent } from './submit-intent.ts';

type Till = Awaited<ReturnType<typeof createTill>>;
let last = 0;

const charging = 'POST /v2/payments';

/** Charges a card as a feature would. */
async function pay(till: Till, some: Partial<ChargeRequest> = {}): Promise<IntentOutcome> {
  const { db, paymentProvider, clock } = till;
  const { environment, locationId } = paymentProvider;
  const charge: ChargeRequest = {
    about: { about: 'subscription', plan_id: 'full', label: 'Full member' },
    ...{ subject: 'ann', attempt: 'first', userId: null, pence: 2500, note: 'Full member' },
    source: { token: 'cnon:card-nonce-ok' },
    ...some,
  };
  const at = clock().toISOString();
  const id = `intent-${++last}`;
  const intent = await write(db, (tx) => createChargeIntent(tx, charge, { id, environment, locationId, at }));
  return submitIntent(till, intent.id);
}

async function refund(till: Till, chargeId: string, pence: number, attempt = `${++last}`) {
  const { db, paymentProvider, clock } = till;
  const request = { chargeId, pence, attempt, reason: 'Moved away' };
  const { environment } = paymentProvider;
  const at = clock().toISOString();
  const id = `refund-${++last}`;
  const intent = await write(db, (tx) => createRefundIntent(tx, request, { id, environment, at }));
  return typeof intent === 'string' ? intent : submitIntent(till, intent.id);
}

/** Runs the refreshes of intents that are due by the till's clock. */
async function work(till: Till): Promise<void> {
  await runDueJobs({ db: till.db, clock: till.clock, work: [defineIntentRefreshJob(till)] });
}

const charged = ({ practice }: Till) =>
  practice.journal.all('payment').filter(({ status }) => status === 'COMPLETED').length;

const intents = ({ db }: Pick<Till, 'db'>) => db.read.selectFrom('payment_intent').selectAll().orderBy('id').execute();

onEachEngine(
  'a charge is settled once, its token is deleted, and its fee is recorded by a later refresh',
  async ({ db }) => {
    const till = await createTill(db);
    const { id, status } = await pay(till);
    expect(status).toBe('settled');
    expect(await submitIntent(till, id)).toMatchObject({ id, status });
    expect(await till.recorded()).toEqual(['settled ann 2500']);
    expect(await findIntent(db.read, id)).toMatchObject({
      ...{ source: '', verification: '', card_brand: 'VISA', last_4: '1111', fee: null },
      settled_at: '2026-11-21T12:00:00.000Z',
    });
    till.at('2026-11-21T12:10:00.000Z');
    await work(till);
    expect(await findIntent(db.read, id)).toMatchObject({ status: 'settled', fee: 60 });
    expect(charged(till)).toBe(1);
    const { books, square } = await listLedgerAndSquareEntries(till);
    expect(books).toEqual(square);
    expect(books).toHaveLength(2);
    // No refresh is queued
    const waiting = await db.read.selectFrom('job').select('key').where('status', '=', 'waiting').execute();
    expect(waiting).toEqual([]);
  },
);

onEachEngine('a decline is recorded once with its reason, and another card then succeeds', async ({ db }) => {
  const till = await createTill(db);
  const reasons = {
    'cnon:card-nonce-declined': 'GENERIC_DECLINE',
    'cnon:card-nonce-rejected-cvv': 'CVV_FAILURE',
    'cnon:card-nonce-rejected-postalcode': 'ADDRESS_VERIFICATION_FAILURE',
    'cnon:card-nonce-rejected-expiration': 'INVALID_EXPIRATION',
    'cnon:card-nonce-already-used': 'CARD_TOKEN_USED',
    'cnon:practice-INSUFFICIENT_FUNDS': 'INSUFFICIENT_FUNDS',
    'cnon:practice-CARD_EXPIRED': 'CARD_EXPIRED',
    'cnon:practice-CARD_DECLINED': 'CARD_DECLINED',
    'cnon:practice-TRANSACTION_LIMIT': 'TRANSACTION_LIMIT',
    'cnon:practice-CARD_DECLINED_VERIFICATION_REQUIRED': 'CARD_DECLINED_VERIFICATION_REQUIRED',
  };
  for (const [token, code] of Object.entries(reasons)) {
    const declined = await pay(till, { attempt: token, source: { token } });
    expect(declined).toMatchObject({ status: 'declined', code });
    // If the button is pressed twice, the second press gets the same response
    expect(await pay(till, { attempt: token, source: { token } })).toEqual(declined);
  }
  expect(await till.recorded()).toEqual(Object.values(reasons).map((code) => `declined ann 2500 ${code}`));
  expect(await pay(till, { attempt: 'another card' })).toMatchObject({ status: 'settled' });
  expect(charged(till)).toBe(1);
});

onEachEngine('a temporary Square error is retried and the card is charged once', async ({ db }) => {
  const till = await createTill(db);
  const faults = [429, 500, 503, 'break before', 'break after', 'stall after'] as const;
  for (const [place, fault] of faults.entries()) {
    till.practice.faults.next(charging, fault, 2);
    expect(await pay(till, { subject: `${fault}` })).toMatchObject({ status: 'settled' });
    expect(charged(till)).toBe(place + 1);
  }
});

onEachEngine(
  'an unconfirmed charge stays open until the refresh job settles it, and the card is charged once',
  async ({ db }) => {
    const till = await createTill(db);
    const faults = [429, 500, 'break before', 'break after', 'stall after'] as const;
    for (const [place, fault] of faults.entries()) {
      till.practice.faults.next(charging, fault, 4);
      till.at('2026-11-21T12:00:00.000Z');
      const { id, status } = await pay(till, { subject: `${fault}` });
      expect([fault, status]).toEqual([fault, 'open']);
      till.at('2026-11-21T12:03:00.000Z');
      await work(till);
      expect((await findIntent(db.read, id))?.status).toBe('settled');
      expect(charged(till)).toBe(place + 1);
    }
    expect(await till.recorded()).toHaveLength(5);
  },
);

onEachEngine('concurrent attempts to charge for the same subscription charge the card once', async ({ db }) => {
  const till = await createTill(db);
  const all = await Promise.all(
    ['first', 'first', 'second', 'third', 'first'].map((attempt) => pay(till, { attempt })),
  );
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  expect(await intents({ db })).toHaveLength(1);
  expect(charged(till)).toBe(1);
  expect(await till.recorded()).toEqual(['settled ann 2500']);
});

onEachEngine('concurrent partial refunds never exceed the charge', async ({ db }) => {
  const till = await createTill(db);
  const { id } = await pay(till);
  // At first Square reports the refund as pending
  const first = await refund(till, id, 1000, 'first');
  expect(first).toMatchObject({ status: 'open' });
  expect(await refund(till, id, 1000, 'first')).toMatchObject({ id: (first as IntentOutcome).id });
  const both = await Promise.all([refund(till, id, 1000), refund(till, id, 1000)]);
  expect(both.filter((one) => one === 'too much')).toHaveLength(1);
  till.at('2026-11-21T12:03:00.000Z');
  await work(till);
  expect(await till.recorded()).toEqual(['settled ann 2500', 'refunded ann 1000', 'refunded ann 1000']);
  expect(await refund(till, id, 501)).toBe('too much');
  expect(await refund(till, id, 0)).toBe('too much');
  expect(await refund(till, 'nothing', 1)).toBe('none');
  expect(await getRefundableAmount(db.read, id)).toBe(500);
  expect(till.practice.journal.all('refund')).toHaveLength(2);
});

onEachEngine('a refund that Square refuses is declined, and its amount can be refunded again', async ({ db }) => {
  const till = await createTill(db);
  const { id } = await pay(till);
  const payment = till.practice.journal.all('payment')[0];
  // The payment has been refunded in Square's dashboard, but the site has no record of that yet
  if (payment)
    till.practice.journal.put('payment', payment.id, { ...payment, refunded_money: { amount: 2500, currency: 'GBP' } });
  expect(await refund(till, id, 2500)).toMatchObject({ status: 'declined', code: 'REFUND_AMOUNT_INVALID' });
  expect(await getRefundableAmount(db.read, id)).toBe(2500);
});

onEachEngine(
  'a new refund settles the refused refund of the same amount or, if there is none, a smaller refused one',
  async ({ db }) => {
    const till = await createTill(db);
    const { id } = await pay(till);
    const payment = till.practice.journal.all('payment')[0];
    const refundedAtSquare = (amount: number) => {
      if (payment)
        till.practice.journal.put('payment', payment.id, { ...payment, refunded_money: { amount, currency: 'GBP' } });
    };
    refundedAtSquare(2500);
    const large = (await refund(till, id, 1000)) as IntentOutcome;
    const small = (await refund(till, id, 500)) as IntentOutcome;
    refundedAtSquare(0);
    const resolutions = async () =>
      [await findIntent(db.read, small.id), await findIntent(db.read, large.id)].map((intent) => intent?.resolution);
    await refund(till, id, 400);
    expect(await resolutions()).toEqual(['', '']);
    await refund(till, id, 1000);
    expect(await resolutions()).toEqual(['', 'retried']);
    await refund(till, id, 600);
    expect(await resolutions()).toEqual(['retried', 'retried']);
  },
);

onEachEngine('retrying one of two refused refunds of the same amount leaves the other to settle', async ({ db }) => {
  const till = await createTill(db);
  const { dashboard, faults, journal } = till.practice;
  const { id } = await pay(till);
  // Both refunds are pending at first, and then the bank rejects both
  faults.holdsRefunds = true;
  const first = (await refund(till, id, 500)) as IntentOutcome;
  till.at('2026-11-21T12:01:00.000Z');
  const second = (await refund(till, id, 500)) as IntentOutcome;
  for (const pending of journal.all('refund')) dashboard.rejectRefund(pending.id);
  for (const rejected of [first, second]) await refreshIntent(till, rejected.id);
  const at = till.clock().toISOString();
  const retry = (as: string) => write(db, (tx) => retryRefusedRefund(tx, second.id, { as, at, by: null }));
  expect(await retry('retried')).toBe('retried');
  expect((await listUnsettledRefusedRefunds(db.read, 'practice')).map((refused) => refused.id)).toEqual([first.id]);
  expect(await retry('again')).toBeUndefined();
});

onEachEngine(
  'an intent open for over an hour isn’t submitted again: it is settled if Square has charged, else abandoned',
  async ({ db }) => {
    const till = await createTill(db);
    till.practice.faults.next(charging, 'break before', 4);
    const never = await pay(till, { subject: 'never charged' });
    till.practice.faults.next(charging, 'break after', 4);
    const charge = await pay(till, { subject: 'charged' });
    expect([never.status, charge.status]).toEqual(['open', 'open']);
    till.at('2026-11-23T12:00:00.000Z');
    await work(till);
    expect(await findIntent(db.read, never.id)).toMatchObject({ status: 'abandoned', source: '' });
    expect(await findIntent(db.read, charge.id)).toMatchObject({ status: 'settled', fee: 60 });
    expect(charged(till)).toBe(1);
    expect((await till.recorded()).sort()).toEqual(['declined never charged 2500 NEVER_ASKED', 'settled charged 2500']);
    // The subject of an abandoned charge can be paid for again
    expect(await pay(till, { subject: 'never charged', attempt: 'second' })).toMatchObject({ status: 'settled' });
  },
);

onEachEngine('a refund that has been open for over an hour is found by its charge and amount', async ({ db }) => {
  const till = await createTill(db);
  const { id } = await pay(till);
  till.practice.faults.next('POST /v2/refunds', 'break after', 4);
  const made = (await refund(till, id, 700)) as IntentOutcome;
  till.practice.faults.next('POST /v2/refunds', 'break before', 4);
  const never = (await refund(till, id, 800)) as IntentOutcome;
  expect([made.status, never.status]).toEqual(['open', 'open']);
  till.at('2026-11-23T12:00:00.000Z');
  await work(till);
  expect((await findIntent(db.read, made.id))?.status).toBe('settled');
  expect((await findIntent(db.read, never.id))?.status).toBe('abandoned');
  expect(till.practice.journal.all('refund')).toHaveLength(1);
});

onEachEngine('nothing is charged with a wrong access token', async ({ db }) => {
  const till = await createTill(db);
  const access = { ...till.practice.access, accessToken: 'wrong' };
  const paymentProvider = openTestProvider({ ...till.practice, access });
  expect(await pay({ ...till, paymentProvider })).toMatchObject({ status: 'declined', code: 'UNAUTHORIZED' });
  expect(charged(till)).toBe(0);
});

onEachEngine('a refund whose response was lost stays open while our access token is wrong', async ({ db }) => {
  const till = await createTill(db);
  const { id } = await pay(till);
  till.practice.faults.next('POST /v2/refunds', 'break after', 4);
  const made = (await refund(till, id, 500)) as IntentOutcome;
  const access = { ...till.practice.access, accessToken: 'wrong' };
  const paymentProvider = openTestProvider({ ...till.practice, access });
  await expect(refreshIntent({ ...till, paymentProvider }, made.id)).rejects.toThrow('still open');
  // Square first reports the refund as pending
  await expect(refreshIntent(till, made.id)).rejects.toThrow('still open');
  await refreshIntent(till, made.id);
  expect((await findIntent(db.read, made.id))?.status).toBe('settled');
  expect(till.practice.journal.all('refund')).toHaveLength(1);
});

onEachEngine('if a payment can’t be refreshed, its job stores Square’s error code', async ({ db }) => {
  const till = await createTill(db);
  till.practice.faults.next(charging, 'break before', 4);
  await pay(till);
  till.practice.faults.next('GET /v2/payments', 503, 4);
  till.at('2026-11-21T12:03:00.000Z');
  await work(till);
  const [job] = await db.read.selectFrom('job').select(['last_error', 'status']).execute();
  expect(job).toEqual({ last_error: 'SERVICE_UNAVAILABLE', status: 'waiting' });
});

onEachEngine('payments of another environment aren’t submitted or refreshed', async ({ db }) => {
  const till = await createTill(db);
  till.practice.faults.next(charging, 'break before', 4);
  const { id } = await pay(till);
  const real = { ...till, paymentProvider: { ...till.paymentProvider, environment: 'production' as const } };
  expect(await submitIntent(real, id)).toMatchObject({ status: 'open' });
  await refreshIntent(real, id);
  expect((await findIntent(db.read, id))?.status).toBe('open');
  expect(charged(till)).toBe(0);
});

onEachEngine(
  'a charge or refund whose process is killed at any step is made and recorded once',
  async ({ db, place }) => {
    const till = await createTill(db);
    const { access } = till.practice;
    /** Kills a process once a payment has reached each of the steps. The last step is within a transaction. */
    const killAtEach = async (some: object) => {
      const steps = ['opened', 'charged', 'recorded', 'recording'];
      const request = { place, steps, access: { environment: 'practice', ...access }, ...some };
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, 'charge-and-stop.child.ts'), JSON.stringify(request)],
        { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...compileCache } },
      );
      onTestFinished(() => void child.kill('SIGKILL'));
      await once(child.stdout, 'data');
      child.kill('SIGKILL');
      await once(child, 'exit');
    };
    const statuses = async () => (await intents({ db })).map(({ status }) => status);
    await killAtEach({});
    expect(charged(till)).toBe(3);
    till.at('2026-11-21T12:04:00.000Z');
    await work(till);
    expect(charged(till)).toBe(4);
    expect(await statuses()).toEqual(Array(4).fill('settled'));
    // `recorded` isn't listed: its process was killed after the commit, and had already notified the feature
    expect((await till.recorded()).sort()).toEqual([
      'settled charged 2500',
      'settled opened 2500',
      'settled recording 2500',
    ]);

    const before = await till.recorded();
    await killAtEach({ chargeId: 'charge-recorded' });
    expect(till.practice.journal.all('refund')).toHaveLength(3);
    for (const moment of ['12:08', '12:20']) {
      till.at(`2026-11-21T${moment}:00.000Z`);
      await work(till);
    }
    expect(till.practice.journal.all('refund')).toHaveLength(4);
    expect(await statuses()).toEqual(Array(8).fill('settled'));
    expect((await till.recorded()).slice(before.length)).toEqual(Array(4).fill('refunded recorded 500'));
    expect(await getRefundableAmount(db.read, 'charge-recorded')).toBe(500);
    const { books, square } = await listLedgerAndSquareEntries(till);
    expect(books).toEqual(square);
    expect(books).toHaveLength(12);
  },
);
