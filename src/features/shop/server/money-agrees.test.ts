import fc from 'fast-check';
import { expect } from 'vitest';
import type { ListedOrder } from '#features/orders/contract.ts';
import { OrderPage } from '#features/orders/order-page-contract.ts';
import { orderPath } from '#features/orders/paths.ts';
import { sumRows } from '#tests/support/csv.ts';
import { type OnShop, onEachShop } from '#tests/support/shop.ts';

const base = '/members/api/bookings';

/** A step of the box office, and the numbers that it draws its order, its amount and its tickets by. */
const step = fc.record({
  what: fc.constantFrom(
    ...(['sell', 'sell', 'buy', 'buy', 'reserve', 'pay', 'unpay', 'return', 'refund', 'refund'] as const),
    ...(['cancel', 'exchange', 'change', 'hand back', 'reverse'] as const),
  ),
  order: fc.nat(99),
  part: fc.integer({ min: 1, max: 100 }),
  flag: fc.boolean(),
  how: fc.constantFrom('cash', 'card', 'transfer', 'cheque'),
});
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

/** Each request comes from a network of its own: hundreds a minute from one are refused. */
let requests = 0;
const fromElsewhere = () => {
  requests += 1;
  return { 'x-forwarded-for': `198.18.${(requests >> 8) & 255}.${requests & 255}` };
};

async function moneyOf({ db }: OnShop) {
  const entries = await db.read.selectFrom('entry').selectAll().where('about', '=', 'tickets').execute();
  const charges = await db.read.selectFrom('order_charge').selectAll().execute();
  const open = await db.read
    .selectFrom('payment_intent')
    .selectAll()
    .where('kind', '=', 'refund')
    .where('status', '=', 'open')
    .execute();
  const kindOf = new Map(entries.map((entry) => [entry.id, entry]));
  /** The charge that an entry is about, also where it takes another back. */
  const chargeOf = ({ id, charge_id, corrects }: (typeof entries)[number]): string => {
    const corrected = corrects === null ? undefined : kindOf.get(corrects);
    if (corrected) return chargeOf(corrected);
    return charge_id ?? id;
  };
  const held = (order: string) => {
    const own = new Set(charges.filter(({ order_id }) => order_id === order).map(({ entry_id }) => entry_id));
    const booked = entries
      .filter((entry) => entry.kind !== 'fee' && own.has(chargeOf(entry)))
      .reduce((sum, { amount }) => sum + amount, 0);
    const leaving = open.filter(({ charge_id }) => own.has(charge_id ?? '')).reduce((sum, { pence }) => sum + pence, 0);
    return booked - leaving;
  };
  const booked = entries.reduce((sum, { amount }) => sum + amount, 0);
  return { held, booked, leaving: open.reduce((sum, { pence }) => sum + pence, 0) };
}

/** Compares what every screen and file says of every order with the ledger. */
async function expectAgreement(on: OnShop, done: readonly string[]): Promise<void> {
  const { admin, show, first } = on;
  const { held, booked, leaving } = await moneyOf(on);
  const { orders } = (await admin.page(`/members/bookings?show=${show}`)).content as unknown as {
    orders: ListedOrder[];
  };
  const { parties } = (await admin.page(`/members/bookings/door/${first}`)).content as unknown as {
    parties: { ref: number; due: number }[];
  };
  const doorDue = new Map(parties.map(({ ref, due }) => [ref, due]));
  let kept = 0;
  for (const listed of orders) {
    const page = OrderPage.parse((await admin.page(orderPath(listed.id))).content);
    const { account } = page;
    const sold = page.tickets.reduce((sum, { pence, discount }) => sum + pence - discount, 0);
    const due = listed.status === 'reserved' ? Math.max(0, sold - held(listed.id)) : 0;
    expect({ done, ref: listed.ref, held: account.held, sold: account.sold, due: account.due }).toEqual({
      ...{ done, ref: listed.ref, held: held(listed.id), sold, due },
    });
    expect({ done, ...listed }).toMatchObject({ paid: account.held, back: account.owed, due, total: sold });
    expect(account.held).toBeGreaterThanOrEqual(0);
    // What is held pays for the valid tickets, is retained, or is owed
    if (listed.status === 'paid' || listed.status === 'refunded') {
      expect({ done, held: account.held }).toEqual({
        ...{ done, held: sold - account.refunded_valid + account.retained + account.owed },
      });
    }
    expect({ done, status: listed.status === 'refunded' && page.tickets.length > 0 }).toEqual({ done, status: false });
    if (doorDue.has(listed.ref)) expect({ done, due: doorDue.get(listed.ref) }).toEqual({ done, due });
    if (listed.status === 'paid') kept += sold - account.refunded_valid;
  }
  const { results } = (await admin.post(`${base}/historic_sales`, { showID: show }, fromElsewhere())).json();
  const nets = (results.performances as { net: number }[]).reduce((sum, { net }) => sum + net, 0);
  expect({ done, returns: nets }).toEqual({ done, returns: kept });
  expect({ done, net: results.totals.net }).toEqual({ done, net: booked });
  const owed = orders.reduce((sum, { back }) => sum + back, 0);
  expect({ done, owed: results.totals.expected_refunds }).toEqual({ done, owed });
  const csv = (await admin.get(`/members/bookings/orders.csv?show=${show}`)).body;
  expect({ done, owed: sumRows(csv, 'refund due') }).toEqual({ done, owed });
  const retained = (await Promise.all(orders.map(({ id }) => admin.page(orderPath(id))))).reduce(
    (sum, { content }) => sum + OrderPage.parse(content).account.retained,
    0,
  );
  const reserved = orders.filter(({ status }) => status === 'reserved').reduce((sum, { paid }) => sum + paid, 0);
  const fees = (await on.db.read.selectFrom('entry').select('amount').where('kind', '=', 'fee').execute()).reduce(
    (sum, { amount }) => sum + amount,
    0,
  );
  expect({ done, held: booked - fees - leaving }).toEqual({ done, held: kept + retained + owed + reserved });
}

/** Takes a step; whatever the box office refuses is no step. */
async function take(on: OnShop, second: string, { what, order: drawn, part, flag, how }: Step): Promise<string> {
  const { admin, type, first, visitor, aCard, db } = on;
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
  const orders = await db.read.selectFrom('ticket_order').select('id').orderBy('ref').execute();
  const { id } = orders[drawn % Math.max(1, orders.length)] ?? { id: '' };
  if (id === '') return `${what} nothing`;
  const page = OrderPage.parse((await admin.page(orderPath(id))).content);
  const one = page.tickets[part % Math.max(1, page.tickets.length)];
  const chosen = one && { [`of_${one.id}`]: '1' };
  const pounds = (pence: number) => `${(pence / 100).toFixed(2)}`;
  const path = `${base}/orders/${id}`;
  switch (what) {
    case 'pay':
      return told(`${path}/pay`, { how });
    case 'unpay':
      return told(`${path}/unpay`, { reason: 'A slip' });
    case 'return':
      return told(`${path}/give_back`, { ...chosen, amount: flag ? '' : pounds(Math.floor((one?.pence ?? 0) / 2)) });
    case 'refund': {
      const amount = Math.max(1, Math.floor((page.account.held * part) / 100));
      return told(`${path}/refund`, {
        ...{ amount: pounds(amount), reason: 'They were ill', held: `${page.account.held}` },
        ...{ tickets: flag ? 'keep' : 'cancel', ...(flag ? {} : chosen) },
      });
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
    case 'reverse': {
      const [payment] = page.account.payments;
      return payment ? told(`/members/api/get_sums/entries/${payment.id}/correct`, {}) : 'reverse nothing';
    }
  }
}

onEachShop(
  'after whatever was sold, changed and refunded, ledger, order, door, reports and exports agree to the penny',
  async (on) => {
    const second = await on.add('2027-04-15T19:30');
    const done: string[] = [];
    // Each sequence goes on from the one before: more happens to each order, and nothing is set up again
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
  },
  { places: 90 },
);
