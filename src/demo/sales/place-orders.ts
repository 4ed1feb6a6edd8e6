import { applyBookingChange, recordBookingChange } from '#features/box-office/booking-changes/server/index.ts';
import { importOrder } from '#features/box-office/order-import/server/index.ts';
import {
  convertHoldToOrder,
  findOrderWithTickets,
  findTicketsInBasket,
  findValidPerformanceTickets,
  holdTickets,
  moveTickets,
  type OrderWithTickets,
  queueReservationRelease,
  returnTickets,
  sellTickets,
  setHeldTicketDiscounts,
} from '#features/box-office/orders/server/index.ts';
import { formatItemName } from '#features/box-office/performances/performance-rules.ts';
import { findPerformance } from '#features/box-office/performances/server/index.ts';
import { insertPromoCodeIfNew, normalisePromoCode } from '#features/box-office/shop/server/index.ts';
import { importPastEntries } from '#features/money/ledger/server/index.ts';
import { importPaymentHistory } from '#features/money/payments/server/index.ts';
import { deriveId } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import { createContributionsGetter } from '#platform/server/feature/feature.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates/dates.ts';
import { addMs, minute } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { demoSettings } from '../society/settings.ts';
import { type DemoOrder, demoPromoCodes } from './orders.ts';
import { buildTicketPaymentRecords } from './payments.ts';
import { buildDemoPerformances, demoTicketTypes } from './performances.ts';

/**
 * No feature's contributions are needed: they are only for changes to orders at performances with numbered seats, and
 * the demo makes no such changes.
 */
const contributions = createContributionsGetter([]);
const environment = 'practice' as const;

const totalOf = ({ sale }: DemoOrder) =>
  sale.tickets.reduce((sum, { pence, discount = 0 }) => sum + pence - discount, 0);

/**
 * Creates the next show's promo codes, sells its tickets at the box office, on the site and at another shop, and
 * changes some of the orders afterwards.
 */
export async function seedDemoTicketSales(
  tx: DbTransaction,
  sold: readonly DemoOrder[],
  today: CalendarDate,
): Promise<void> {
  const [first] = sold;
  if (!first) return;
  const { show } = first.sale;
  for (const { code, ...takes } of demoPromoCodes) {
    const days = { first_day: null, last_day: null, created_at: `${addDays(today, -20)}T10:00:00.000Z` };
    const id = deriveId(`demo promo code ${code}`);
    await insertPromoCodeIfNew(tx, {
      id,
      show_id: show.id,
      code,
      code_key: normalisePromoCode(code),
      ...takes,
      ...days,
    });
  }
  for (const order of sold) await sellAs[order.by](tx, order);
  const changes = pickOrdersToChange(sold, today);
  await payByCard(tx, sold, { refunded: changes.refundedToCard, refundedAt: `${addDays(today, -1)}T09:20:00.000Z` });
  await changeDemoOrders(tx, changes, today);
}

const sellAs: Record<DemoOrder['by'], (tx: DbTransaction, order: DemoOrder) => Promise<void>> = {
  desk: async (tx, { sale, selling }) => {
    const answer = await sellTickets(tx, sale, { ...selling, environment });
    if ('left' in answer) throw new Error(`There are only ${answer.left} places left for ${selling.body.name}.`);
    const performance = selling.body.how === 'reserved' && (await findPerformance(tx, sale.performance));
    if (performance) await queueReservationRelease(tx, performance, selling.now);
  },
  site: async (tx, { sale, selling, promo }) => {
    const { id: basket, performance, wanted, tickets } = sale;
    const { now, body } = selling;
    const until = addMs(now, 10 * minute);
    const ids = tickets.map(({ id }) => id);
    await holdTickets(tx, { basket, performance, wanted, ids, before: [], until, now });
    await setHeldTicketDiscounts(
      tx,
      tickets.map(({ id, discount = 0, percent = 0, off_pence = discount }) => ({ id, discount, percent, off_pence })),
    );
    const { name, email, phone, note } = body;
    const order = {
      ...{ id: basket, show_id: sale.show.id, name, email, phone, note, needs: sale.needs ?? '', promo },
      ...{ paid_by: 'card' as const, entry_id: sale.entry, created_at: now },
    };
    if ((await convertHoldToOrder(tx, order, await findTicketsInBasket(tx, basket))) === 'gone')
      throw new Error(`No places for ${name}.`);
  },
  'other shop': async (tx, { sale, selling: { now, body } }) => {
    const { name, email, phone, note } = body;
    const tickets = sale.tickets.map(({ type_id, type, pence }) => ({ type_id, type, pence, seat: '' }));
    const reference = `TB-${sale.id.slice(0, 6).toUpperCase()}`;
    const order = { line: 0, performance: sale.performance, reference, name, email, phone, note, tickets };
    if (!(await importOrder(tx, order, { id: sale.id, seller: 'Riverside Arts Centre', show: sale.show.id, now })))
      throw new Error(`No places for ${name}.`);
  },
};

/** Records the card payments for the orders placed on the site, and the refund of one of them. */
async function payByCard(
  tx: DbTransaction,
  sold: readonly DemoOrder[],
  { refunded, refundedAt }: { refunded: DemoOrder; refundedAt: string },
): Promise<void> {
  const paid = sold
    .filter(({ by }) => by === 'site')
    .map((order) =>
      buildTicketPaymentRecords({
        ...{ order: order.sale.id, show: order.sale.show, pence: totalOf(order), at: order.selling.now },
        entry: {
          ...{ id: order.sale.entry, fee: deriveId(`demo fee ${order.sale.id}`) },
          refund: deriveId(`demo refund ${order.sale.id}`),
        },
        backAt: order === refunded ? refundedAt : '',
      }),
    );
  await importPaymentHistory(tx, { intents: paid.flatMap(({ intents }) => intents), customers: [], cards: [] });
  await importPastEntries(
    tx,
    paid.flatMap(({ entries }) => entries),
    demoSettings.timeZone,
  );
}

/** Picks the orders that are changed after the sale, all of them for the last performance. */
function pickOrdersToChange(sold: readonly DemoOrder[], today: CalendarDate) {
  const last = buildDemoPerformances(today).at(-1)?.id;
  const own = sold.filter(({ sale }) => sale.performance === last && sale.needs === '');
  const boxOffice = own.filter(({ by }) => by === 'desk');
  const paid = boxOffice.filter(({ selling }) => selling.body.how === 'cash' || selling.body.how === 'transfer');
  const pick = (from: readonly DemoOrder[], index = 0) => {
    const order = from[index];
    if (!order) throw new Error('The demo has sold too little for its last night.');
    return order;
  };
  const parties = paid.filter(({ sale }) => sale.tickets.length > 1);
  return {
    cancelled: pick(boxOffice.filter(({ selling }) => selling.body.how === 'reserved')),
    refundedToCard: pick(own.filter(({ by, promo }) => by === 'site' && promo === '')),
    refundDue: pick(parties, 0),
    exchanged: pick(parties, 1),
    returned: pick(parties, 2),
    swapped: pick(parties, 3),
    enlarged: pick(parties, 4),
  };
}

type OrdersToChange = ReturnType<typeof pickOrdersToChange>;

/** Changes some orders: returns, cancels and exchanges tickets, leaves a refund due, and changes bookings by hand. */
async function changeDemoOrders(tx: DbTransaction, orders: OrdersToChange, today: CalendarDate): Promise<void> {
  const at = `${addDays(today, -1)}T19:40:00.000Z`;
  const returnFrom = async (
    sold: DemoOrder,
    { count = 60, isRefunded = true }: { count?: number; isRefunded?: boolean } = {},
  ) => {
    const order = await requireOrder(tx, sold);
    await returnTickets(tx, order, {
      as: deriveId(`demo given back ${order.id}`),
      tickets: order.tickets.slice(0, count).map(({ id }) => id),
      parts: isRefunded ? undefined : [],
      reason: 'Fell ill',
      by: null,
      at,
      environment,
    });
  };
  await returnFrom(orders.cancelled);
  await returnFrom(orders.returned);
  // `payByCard` has already recorded the refund to the card
  await returnFrom(orders.refundedToCard, { isRefunded: false });
  // This refund is due until somebody pays it out
  await returnFrom(orders.refundDue, { count: 1, isRefunded: false });
  const order = await requireOrder(tx, orders.exchanged);
  const to = buildDemoPerformances(today)[0]?.id ?? '';
  const moved = await moveTickets(tx, order, {
    tickets: order.tickets,
    to,
    prices: 'paid',
    now: at,
    all: contributions,
  });
  if ('because' in moved) throw new Error('The first night has no room for an exchange.');
  await changeByHand(tx, orders, today);
}

const requireOrder = async (tx: DbTransaction, { sale }: DemoOrder): Promise<OrderWithTickets> => {
  const order = await findOrderWithTickets(tx, sale.id);
  if (!order) throw new Error(`There is no order ${sale.id}.`);
  return order;
};

/** Changes bookings as staff do on Manage Bookings. Each of these changes can be undone. */
async function changeByHand(
  tx: DbTransaction,
  { swapped, enlarged }: OrdersToChange,
  today: CalendarDate,
): Promise<void> {
  const [first, , , last] = buildDemoPerformances(today);
  const { title } = swapped.sale.show;
  const [full, concession, , companion] = demoTicketTypes;
  const item = (night: typeof first, type: typeof full) =>
    formatItemName(title, formatIsoWithOffset(night?.starts_at ?? '', demoSettings.timeZone), type?.name ?? '');
  const had = demoTicketTypes.find(({ name }) => name === swapped.sale.tickets[0]?.type);
  const changes = [
    {
      ...{ ref_num: `${(await requireOrder(tx, swapped)).ref}`, from_item: item(last, had), change_quantity: 1 },
      ...{ to_item: item(last, had === concession ? full : concession), note: 'Said so on the telephone' },
    },
    {
      ...{ ref_num: `${(await requireOrder(tx, enlarged)).ref}`, from_item: '', change_quantity: 1 },
      ...{ to_item: item(last, companion), note: 'Comes with a companion' },
    },
    {
      ...{ ref_num: '', from_item: 'The wardrobe', change_quantity: 2 },
      ...{ to_item: item(first, full), note: 'Thanks for the hats' },
    },
    {
      ...{ ref_num: '', from_item: 'Hill Road Surgery', change_quantity: 4, is_reservation: true },
      ...{ to_item: item(first, full), note: 'Pay on the night' },
    },
  ];
  for (const [at, change] of changes.entries()) {
    const ids = (what: string) => deriveId(`demo change ${at} ${what}`);
    const prepared = {
      ids: { entry: ids('charge'), as: ids('refund') },
      by: null,
      ...{
        id: ids('itself'),
        order: ids('order'),
        now: `${addDays(today, -1)}T20:1${at}:00.000Z`,
        environment,
        all: contributions,
      },
      tickets: Array.from({ length: change.change_quantity }, (_, one) => ids(`ticket ${one}`)),
    } as const;
    const { mod, tickets } = await applyBookingChange(
      tx,
      { is_reservation: false, difference: 'keep', how: 'cash', ...change },
      prepared,
    );
    await recordBookingChange(tx, mod, tickets);
  }
}

/** Lists the parties that have booked each performance of the next show, with their orders' references. */
export async function listBookedParties(tx: DbTransaction, today: CalendarDate) {
  const tickets = await findValidPerformanceTickets(
    tx,
    buildDemoPerformances(today).map(({ id }) => id),
  );
  const parties = Map.groupBy(tickets, ({ performance_id, ref }) => `${performance_id} ${ref}`);
  return [...parties.values()].flatMap(([one, ...others]) => {
    if (!one) return [];
    const { performance_id: performance, ref, name, note } = one;
    return [{ performance, ref: `${ref}`, name, note, count: 1 + others.length }];
  });
}
