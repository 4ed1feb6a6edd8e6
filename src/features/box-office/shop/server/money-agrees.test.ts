import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { DoorParty } from '#features/box-office/door/contract.ts';
import { findMoneyWarning } from '#features/box-office/door/shown-party.ts';
import type { ListedOrder } from '#features/box-office/orders/contract.ts';
import { bookingIssuesPath, orderPath } from '#features/box-office/orders/order.ts';
import { type AmountToSettle, OrderContent } from '#features/box-office/orders/order-page-contract.ts';
import { findShowOrders, loadOrderAccounts } from '#features/box-office/orders/server/index.ts';
import { listOrdersPossiblyDueRefund } from '#features/box-office/orders/server/refunds/amounts-to-settle.ts';
import { manualPaymentSources } from '#features/money/ledger/entry.ts';
import type { RefundIssue } from '#features/money/payments/contract.ts';
import { reconcileWithProvider } from '#features/money/payments/server/reconcile.ts';
import { addMs, hour } from '#platform/shared/dates/durations.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { sumColumn } from '#tests/support/formats/csv.ts';
import { findBrokenRules } from '#tests/support/society/broken-rules.ts';
import { contributions } from '#tests/support/society/contributions.ts';
import { onEachShop, type ShopTestContext } from '#tests/support/society/shop.ts';
import { openTestProvider } from '#tests/support/society/square.ts';
import type { SquarePayment } from '../../../../practice/square/objects.ts';

const base = '/members/api/bookings';

const boxOfficeSteps = [
  ...(['sell', 'sell', 'buy', 'buy', 'reserve', 'pay', 'unpay', 'return', 'refund', 'refund'] as const),
  ...(['cancel', 'exchange', 'change', 'hand back', 'reverse', 'correct refund'] as const),
] as const;

/** Steps that involve Square: the site's, the seller's and a bank's. */
const squareSteps = [
  ...(['buy', 'buy', 'refund', 'cancel', 'return', 'refund at Square', 'refund at Square', 'dispute'] as const),
  ...(['bank answers', 'bank answers', 'bank answers', 'compare', 'record', 'record', 'settle', 'settle'] as const),
] as const;

/** A step, with the random numbers that select its order, amount and tickets. */
const step = fc.record({
  what: fc.oneof(fc.constantFrom(...boxOfficeSteps), fc.constantFrom(...squareSteps)),
  order: fc.nat(99),
  part: fc.integer({ min: 1, max: 100 }),
  flag: fc.boolean(),
  how: fc.constantFrom('cash', 'card', 'transfer', 'cheque'),
});
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

/** The current time in the shop. */
const now = '2026-11-21T12:00:00.000Z';

let requests = 0;
/**
 * Returns headers with a new network for each request, because hundreds of requests a minute from one network would be
 * refused.
 */
const fromElsewhere = () => {
  requests += 1;
  return { 'x-forwarded-for': `198.18.${(requests >> 8) & 255}.${requests & 255}` };
};

async function moneyOf({ db }: ShopTestContext) {
  const entries = await db.read.selectFrom('entry').selectAll().where('about', '=', 'tickets').execute();
  const charges = await db.read.selectFrom('order_charge').selectAll().execute();
  const open = await db.read
    .selectFrom('payment_intent')
    .select(['charge_id', 'pence'])
    .where('kind', '=', 'refund')
    .where('status', '=', 'open')
    .execute();
  const atSquare = await db.read
    .selectFrom('external_refund')
    .select(['charge_id', 'pence'])
    .where('recorded_at', 'is', null)
    .where('closed_at', 'is', null)
    .where(({ or, eb }) => or([eb('kind', '=', 'refund'), eb('state', '=', 'LOST')]))
    .execute();
  const leaving = [...open, ...atSquare];
  const kindOf = new Map(entries.map((entry) => [entry.id, entry]));
  /** Returns the id of an entry's charge, even if the entry is a reversal. */
  const chargeOf = ({ id, charge_id, corrects }: (typeof entries)[number]): string => {
    const corrected = corrects === null ? undefined : kindOf.get(corrects);
    if (corrected) return chargeOf(corrected);
    return charge_id ?? id;
  };
  const heldOf = (own: ReadonlySet<string>) =>
    sum(entries.filter((entry) => entry.kind !== 'fee' && own.has(chargeOf(entry))).map(({ amount }) => amount)) -
    sum(leaving.filter(({ charge_id }) => own.has(charge_id ?? '')).map(({ pence }) => pence));
  const held = (order: string) =>
    heldOf(new Set(charges.filter(({ order_id }) => order_id === order).map(({ entry_id }) => entry_id)));
  return {
    ...{ entries, chargeOf, heldOf, held },
    booked: sum(entries.map(({ amount }) => amount)),
    fees: sum(entries.filter(({ kind }) => kind === 'fee').map(({ amount }) => amount)),
    leaving: sum(leaving.map(({ pence }) => pence)),
  };
}

const sum = (pence: readonly number[]) => pence.reduce((total, one) => total + one, 0);

/** Checks that no refund or lost dispute is posted twice, and that each posted one moved money at Square. */
async function expectNothingTwice(on: ShopTestContext, done: readonly string[]): Promise<void> {
  const { journal } = practiceOf(on);
  const { entries } = await moneyOf(on);
  const entered = entries
    .filter(({ kind, square_id }) => kind === 'refund' && square_id !== null)
    .map(({ square_id, amount }) => `${square_id} ${-amount}`)
    .sort();
  const moved = new Set(
    [
      ...journal.all('refund').filter(({ status }) => status === 'COMPLETED'),
      ...journal.all('dispute').filter(({ state }) => state === 'LOST'),
    ].map(({ id, amount_money }) => `${id} ${amount_money.amount}`),
  );
  expect({ done, entered }).toEqual({ done, entered: [...new Set(entered)] });
  expect({ done, unmoved: entered.filter((one) => !moved.has(one)) }).toEqual({ done, unmoved: [] });
}

/** Checks that each card payment has the same balance here as at Square, after the two were compared. */
async function expectSquareAgrees(on: ShopTestContext, done: readonly string[]): Promise<void> {
  const { journal } = practiceOf(on);
  const { entries, chargeOf, heldOf } = await moneyOf(on);
  const charges = entries.filter(({ kind, corrects, square_id }) => kind === 'charge' && !corrects && square_id);
  const gone = (payment: string) =>
    sum(
      [
        ...journal.all('refund').filter(({ status, payment_id }) => isMoved(status) && payment_id === payment),
        ...journal
          .all('dispute')
          .filter(({ state, disputed_payment }) => state === 'LOST' && disputed_payment.payment_id === payment),
      ].map(({ amount_money }) => amount_money.amount),
    );
  for (const { id, amount, square_id } of charges) {
    // Some payments may have been refunded by hand after a bank refused the refund
    const byHand = sum(
      entries
        .filter((entry) => entry.kind === 'refund' && entry.square_id === null && chargeOf(entry) === id)
        .map((entry) => entry.amount),
    );
    const held = heldOf(new Set([id]));
    expect({ done, held }).toEqual({ done, held: amount - gone(square_id ?? '') + byHand });
  }
}

const isMoved = (status: string) => status === 'COMPLETED' || status === 'PENDING';

function practiceOf({ practice }: ShopTestContext) {
  if (!practice) throw new Error('This shop takes cards.');
  return practice;
}

/** Checks that the query for orders to settle finds every order whose account says that money is owed. */
async function expectNoneOverlooked({ db, show }: ShopTestContext, done: readonly string[]): Promise<void> {
  const orders = await findShowOrders(db.read, show);
  const accounts = await loadOrderAccounts(db.read, orders);
  const found = new Set((await listOrdersPossiblyDueRefund(db.read)).map(({ id }) => id));
  const overlooked = orders.filter(({ id }) => (accounts.get(id)?.owed ?? 0) > 0 && !found.has(id));
  expect({ done, overlooked: overlooked.map(({ ref }) => ref) }).toEqual({ done, overlooked: [] });
}

/** Checks that the orders, the door, the reports and the exports agree with the ledger about every order. */
async function expectAgreement(on: ShopTestContext, done: readonly string[]): Promise<void> {
  const { admin, show, first } = on;
  const { held, booked, fees, leaving } = await moneyOf(on);
  await expectNothingTwice(on, done);
  await expectNoneOverlooked(on, done);
  const { orders } = (await admin.page(`/members/bookings?show=${show}`)).content as unknown as {
    orders: ListedOrder[];
  };
  const { parties } = (await admin.page(`/members/bookings/door/${first}`)).content as unknown as {
    parties: DoorParty[];
  };
  const atDoor = new Map(parties.map((party) => [party.ref, party]));
  const attention = (await admin.page(bookingIssuesPath)).content as unknown as {
    refund_issues: RefundIssue[];
    refunds_due: AmountToSettle[];
  };
  const toSettle = new Set([...attention.refund_issues, ...attention.refunds_due].map((one) => one.order_link));
  let [kept, retained, lost, ofValid] = [0, 0, 0, 0];
  for (const listed of orders) {
    const page = OrderContent.parse((await admin.page(orderPath(listed.id))).content);
    const { account } = page;
    const sold = page.tickets.reduce((sum, { pence, discount }) => sum + pence - discount, 0);
    const due = listed.status === 'reserved' ? Math.max(0, sold - held(listed.id)) : 0;
    expect({ done, ref: listed.ref, held: account.held, sold: account.sold, due: account.due }).toEqual({
      ...{ done, ref: listed.ref, held: held(listed.id), sold, due },
    });
    expect({ done, ...listed }).toMatchObject({ paid: account.held, back: account.owed, due, total: sold });
    // Banks and Square's dashboard don't know about refunds by hand, so more money can be refunded than was paid
    const loss = listed.status === 'refunded' ? Math.min(0, account.held) : 0;
    const isOverdrawn = account.held < 0 && !(await isPaidTwice(on));
    expect({ done, isOverdrawn }).toEqual({ done, isOverdrawn: false });
    // The money held pays for valid tickets, is retained, or is owed
    if (listed.status === 'paid' || listed.status === 'refunded') {
      expect({ done, held: account.held }).toEqual({
        ...{ done, held: sold - account.refunded_valid + account.retained + account.owed + loss },
      });
    }
    // Every amount owed is on the list of refunds to settle
    const isUnasked = account.owed > 0 && !toSettle.has(orderPath(listed.id));
    expect({ done, ref: listed.ref, owed: account.owed, isUnasked }).toMatchObject({ isUnasked: false });
    retained += account.retained;
    lost += loss;
    expect({ done, status: listed.status === 'refunded' && page.tickets.length > 0 }).toEqual({ done, status: false });
    const party = atDoor.get(listed.ref);
    if (party) {
      const { title } = findMoneyWarning({ ...party, disputed: 0 }) ?? {};
      const says = { due: party.due, price: party.price, title };
      expect({ done, ...says }).toEqual({ done, due, price: sold, title: doorTitle(account) });
    }
    if (listed.status === 'paid') kept += sold - account.refunded_valid;
    ofValid += account.refunded_valid;
  }
  const { results } = (await admin.post(`${base}/historic_sales`, { showID: show }, fromElsewhere())).json();
  const nets = (results.performances as { net: number }[]).reduce((sum, { net }) => sum + net, 0);
  expect({ done, returns: nets }).toEqual({ done, returns: kept });
  expect({ done, net: results.totals.net }).toEqual({ done, net: booked });
  const owed = orders.reduce((sum, { back }) => sum + back, 0);
  expect({ done, owed: results.totals.expected_refunds }).toEqual({ done, owed });
  const csv = (await admin.get(`/members/bookings/orders.csv?show=${show}`)).body;
  const exported = {
    ...{
      owed: sumColumn(csv, 'refund due') + sumColumn(csv, 'waits for the bank'),
      retained: sumColumn(csv, 'retained'),
    },
    ...{ refunded: sumColumn(csv, 'refunded'), ofValid: sumColumn(csv, 'refunded for valid tickets') },
  };
  const refunded = sum(orders.map((order) => order.refunded));
  expect({ done, ...exported }).toEqual({ done, owed, retained, refunded, ofValid });
  const report = (await admin.get(`/members/bookings/sales.csv?show=${show}`)).body;
  expect({ done, ...sumsOfReport(report) }).toEqual({ done, total: kept, refunds: ofValid, retained });
  expect({ done, retained: results.totals.retained }).toEqual({ done, retained });
  const reserved = sum(orders.filter(({ status }) => status === 'reserved').map(({ paid }) => paid));
  expect({ done, held: booked - fees - leaving }).toEqual({ done, held: kept + retained + owed + reserved + lost });
  const ledger = (await admin.get('/members/get_sums.csv?startyear=2026')).body;
  expect({ done, ledger: sumColumn(ledger, 'in') - sumColumn(ledger, 'out') }).toEqual({ done, ledger: booked });
}

/** Returns the title of the door's warning about an order's refunds. */
const doorTitle = ({ sold, refunded_valid }: OrderContent['account']): string | undefined => {
  if (refunded_valid === 0) return undefined;
  return refunded_valid >= sold ? 'Money refunded' : `${formatMoney(refunded_valid)} of ${formatMoney(sold)} refunded`;
};

/**
 * Adds up the columns of a sales report, and checks that in each line the total is the count times the price, minus
 * discounts and refunds.
 */
function sumsOfReport(csv: string) {
  const rows = parse(csv, { columns: true, bom: true }) as Record<string, string>[];
  for (const { quantity, ...row } of rows) {
    const [price, discounts, refunds, total] = ['price', 'discounts', 'refunds', 'total'].map((column) =>
      Math.round(Number(row[column]) * 100),
    );
    expect(Number(quantity) * (price ?? 0) - (discounts ?? 0) - (refunds ?? 0)).toBe(total);
  }
  return { total: sumColumn(csv, 'total'), refunds: sumColumn(csv, 'refunds'), retained: sumColumn(csv, 'retained') };
}

/** Checks that a refund changed the retained amount as the message announced. */
function expectRetained(
  fate: string,
  said: string,
  before: OrderContent['account'],
  after: OrderContent['account'],
): void {
  const more = Math.round(Number(/£([\d,.]+\d) retained/.exec(said)?.[1]?.replace(',', '') ?? 0) * 100);
  const wanted = {
    keep: before.retained,
    cancel: before.retained + more,
    retained: before.retained - (before.held - after.held),
  }[fate];
  expect({ fate, before, said, retained: after.retained }).toEqual({
    ...{ fate, before, said },
    retained: Math.min(wanted ?? 0, Math.max(0, after.held)),
  });
}

/** Returns true if refunds may exceed payments, because of a lost dispute or a refund in another way. */
const isPaidTwice = async ({ db }: ShopTestContext) =>
  (await db.read.selectFrom('external_refund').select('id').where('state', '=', 'LOST').execute()).length > 0 ||
  (await db.read.selectFrom('payment_intent').select('id').where('resolution', 'in', manualPaymentSources).execute())
    .length > 0;

/** Returns the part of a payment that Square still has. */
const leftOf = ({ total_money, refunded_money }: SquarePayment) => total_money.amount - (refunded_money?.amount ?? 0);

/** Compares the ledger with Square's list as the site does each night, two hours after the steps. */
async function compare(on: ShopTestContext, what: string): Promise<string> {
  const clock = () => new Date(addMs(now, 2 * hour));
  await reconcileWithProvider({
    db: on.db,
    clock,
    paymentProvider: openTestProvider(practiceOf(on)),
    all: contributions,
  });
  await expectSquareAgrees(on, [what]);
  const differences = await on.db.read
    .selectFrom('payment_difference')
    .select(['what', 'provider_id'])
    .where('cleared_at', 'is', null)
    .execute();
  expect(differences).toEqual([]);
  return `${what} 200`;
}

/** Performs a step, which the box office may refuse. Returns a description of the step and the response's code. */
async function take(
  on: ShopTestContext,
  second: string,
  { what, order: orderIndex, part, flag, how }: Step,
): Promise<string> {
  const { admin, type, first, visitor, aCard, db } = on;
  const { dashboard, faults, journal } = practiceOf(on);
  // Some banks complete refunds at once, others later
  faults.holdsRefunds = part % 2 === 0;
  const tickets = { [type('Adult')]: `${1 + (part % 3)}`, ...(flag && { [type('Child')]: '1' }) };
  const told = async (path: string, body: object) => {
    const { statusCode } = await admin.post(path, body, fromElsewhere());
    expect({ path, isFault: statusCode >= 500 }).toEqual({ path, isFault: false });
    return `${what} ${statusCode}`;
  };
  if (what === 'buy') {
    const buyer = visitor(fromElsewhere());
    await buyer.hold(tickets);
    return `buy ${(await buyer.pay({ card_nonce: aCard() })).code}`;
  }
  const sale = { performance_id: first, name: `Buyer ${part}`, email: 'dot@home.example' };
  if (what === 'sell') return told(`${base}/orders`, { ...sale, ...tickets, how });
  if (what === 'reserve') return told(`${base}/orders`, { ...sale, ...tickets, how: 'reserved' });
  if (what === 'compare') return compare(on, what);
  if (what === 'record' || what === 'settle') {
    const { refund_issues: issues } = (await admin.page(bookingIssuesPath)).content as unknown as {
      refund_issues: RefundIssue[];
    };
    const able = issues.filter(({ can_record, can_settle }) => (what === 'record' ? can_record : can_settle));
    const issue = able[orderIndex % Math.max(1, able.length)];
    if (!issue) return `${what} nothing`;
    const call = `/members/api/refunds/${issue.id}`;
    if (what === 'record') return told(`${call}/record`, {});
    if (flag) return told(`${call}/retry`, {});
    return told(`${call}/settle`, part % 3 === 0 ? { how: 'dismissed', reason: 'A mistake' } : { how });
  }
  if (what === 'bank answers') {
    const pending = journal.all('refund').filter(({ status }) => status === 'PENDING');
    const disputes = journal.all('dispute').filter(({ state }) => state === 'EVIDENCE_REQUIRED');
    const refund = pending[orderIndex % Math.max(1, pending.length)];
    const dispute = disputes[orderIndex % Math.max(1, disputes.length)];
    if (refund) flag ? dashboard.rejectRefund(refund.id) : dashboard.completeRefund(refund.id);
    else if (dispute) dashboard.setDisputeState(dispute.id, flag ? 'LOST' : 'WON');
    return part % 3 === 0 ? `${what} unheard` : compare(on, what);
  }
  if (what === 'refund at Square' || what === 'dispute') {
    const payments = journal.all('payment').filter((payment) => payment.status === 'COMPLETED' && leftOf(payment) > 0);
    const payment = payments[orderIndex % Math.max(1, payments.length)];
    if (!payment) return `${what} nothing`;
    const pence = Math.ceil((leftOf(payment) * part) / 100);
    if (what === 'dispute') dashboard.openDispute(payment.id, { pence });
    else dashboard.refund(payment.id, { pence, pending: flag });
    return part % 3 === 0 ? `${what} unheard` : compare(on, what);
  }
  const orders = await db.read.selectFrom('ticket_order').select('id').orderBy('ref').execute();
  const { id } = orders[orderIndex % Math.max(1, orders.length)] ?? { id: '' };
  if (id === '') return `${what} nothing`;
  const page = OrderContent.parse((await admin.page(orderPath(id))).content);
  const one = page.tickets[part % Math.max(1, page.tickets.length)];
  const chosen = one && { [`of_${one.id}`]: '1' };
  const pounds = (pence: number) => `${(pence / 100).toFixed(2)}`;
  const path = `${base}/orders/${id}`;
  switch (what) {
    case 'pay':
      return told(`${path}/pay`, { how });
    case 'unpay':
      return told(`${path}/unpay`, { reason: 'A slip', payment: flag ? 'last' : '' });
    case 'return':
      return told(`${path}/give_back`, { ...chosen, amount: flag ? '' : pounds(Math.floor((one?.pence ?? 0) / 2)) });
    case 'refund': {
      const before = page.account;
      const fate = !flag ? 'cancel' : before.retained > 0 && part % 3 === 0 ? 'retained' : 'keep';
      const most = fate === 'retained' ? before.retained : before.held;
      const answer = await admin.post(
        `${path}/refund`,
        {
          ...{ amount: pounds(Math.max(1, Math.floor((most * part) / 100))), reason: 'They were ill' },
          ...{ held: `${before.held}`, tickets: fate, ...(flag ? {} : chosen) },
        },
        fromElsewhere(),
      );
      expect(answer.statusCode).toBeLessThan(500);
      const { account: after } = OrderContent.parse((await admin.page(orderPath(id))).content);
      if (answer.statusCode === 200) expectRetained(fate, answer.json().msg, before, after);
      return `refund ${answer.statusCode}`;
    }
    case 'cancel':
      return told(`${path}/cancel`, {});
    case 'exchange':
      return told(`${path}/exchange`, { ...chosen, performance_id: second, how, difference: flag ? 'keep' : 'settle' });
    case 'change': {
      const [from, to] = flag ? ['Adult', 'Child'] : ['Child', 'Adult'];
      const item = (name: string) => `Blithe Spirit - Wed 14th Apr 7:30pm - ${name}`;
      const change = { ref_num: `${page.order.ref}`, from_item: item(from), to_item: item(to), change_quantity: '1' };
      return told(`${base}/add_booking_mod`, { ...change, how, difference: part > 50 ? 'settle' : 'keep' });
    }
    case 'hand back':
      return told(`${path}/hand_back`, {});
    case 'correct refund': {
      const refund = page.manual_refunds[part % Math.max(1, page.manual_refunds.length)];
      if (!refund) return 'correct refund nothing';
      return told(`${path}/correct_refund`, { refund: refund.id, reason: 'Never sent' });
    }
    case 'reverse': {
      const [payment] = page.account.payments;
      return payment
        ? told(`/members/api/get_sums/entries/${payment.id}/correct`, { reason: 'A slip' })
        : 'reverse nothing';
    }
  }
}

onEachShop(
  'after any sales, changes and refunds, the ledger, orders, door, reports and exports agree to the penny',
  async (on) => {
    const second = await on.add('2027-04-15T19:30');
    const done: string[] = [];
    // Each sequence continues from the state after the previous one, so that orders get more events without another
    // set-up
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
        for (const one of steps) {
          done.push(await take(on, second, one));
          await expectAgreement(on, done.slice(-12));
        }
      }),
      { numRuns: on.engine === 'sqlite' ? 12 : 5, endOnFailure: true },
    );
    expect(done.filter((one) => one.endsWith('200')).length).toBeGreaterThan(2);
    expect(await findBrokenRules(on.db)).toEqual([]);
  },
  { places: 90 },
);
