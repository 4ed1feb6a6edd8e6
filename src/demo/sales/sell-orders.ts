import { applyBookingChange, recordBookingChange } from '#features/box-office/booking-changes/server/index.ts';
import { importOrder } from '#features/box-office/order-import/server/index.ts';
import {
  convertHoldToOrder,
  enqueueReservationRelease,
  findHeldTickets,
  findOrderWithTickets,
  findValidTickets,
  holdTickets,
  moveTickets,
  returnTickets,
  type StoredOrder,
  sellTickets,
  setDiscounts,
} from '#features/box-office/orders/server/index.ts';
import { formatItemName } from '#features/box-office/performances/item-name.ts';
import { findPerformance } from '#features/box-office/performances/server/index.ts';
import { normalisePromoCode, recordPromoCode } from '#features/box-office/shop/server/index.ts';
import { importPastEntries } from '#features/money/ledger/server/index.ts';
import { importPaymentHistory } from '#features/money/payments/server/index.ts';
import { deterministicId } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import { createContributionsGetter } from '#platform/server/feature/feature.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates/dates.ts';
import { later, minute } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { demoSettings } from '../society/settings.ts';
import { buildTicketCardPayments } from './ledger.ts';
import { type DemoOrder, promoCodes } from './orders.ts';
import { buildDemoPerformances, ticketTypes } from './performances.ts';

/**
 * No feature's contributions are needed, because they are for changes at performances with numbered seats, which the
 * demo doesn't make.
 */
const all = createContributionsGetter([]);
const environment = 'practice' as const;

const totalOf = ({ sale }: DemoOrder) =>
  sale.tickets.reduce((sum, { pence, discount = 0 }) => sum + pence - discount, 0);

/** Sells the tickets of the next show through the usual channels, and changes some of the orders afterwards. */
export async function sellOrders(tx: DbTransaction, sold: readonly DemoOrder[], today: CalendarDate): Promise<void> {
  const [first] = sold;
  if (!first) return;
  const { show } = first.sale;
  for (const { code, ...takes } of promoCodes) {
    const days = { first_day: null, last_day: null, created_at: `${addDays(today, -20)}T10:00:00.000Z` };
    const id = deterministicId(`demo promo code ${code}`);
    await recordPromoCode(tx, { id, show_id: show.id, code, code_key: normalisePromoCode(code), ...takes, ...days });
  }
  for (const order of sold) await sellAs[order.by](tx, order);
  const stories = storiesOf(sold, buildDemoPerformances(today).at(-1)?.id ?? '');
  await payByCard(tx, sold, { back: stories.backToCard, at: `${addDays(today, -1)}T09:20:00.000Z` });
  await changeOrders(tx, stories, today);
  await changeByHand(tx, stories, today);
}

const sellAs: Record<DemoOrder['by'], (tx: DbTransaction, order: DemoOrder) => Promise<void>> = {
  desk: async (tx, { sale, selling }) => {
    const answer = await sellTickets(tx, sale, { ...selling, environment });
    if ('left' in answer) throw new Error(`There are only ${answer.left} places left for ${selling.body.name}.`);
    const performance = selling.body.how === 'reserved' && (await findPerformance(tx, sale.performance));
    if (performance) await enqueueReservationRelease(tx, performance, selling.now);
  },
  site: async (tx, { sale, selling, promo }) => {
    const { id: basket, performance, wanted, tickets } = sale;
    const { now, body } = selling;
    const until = later(now, 10 * minute);
    const ids = tickets.map(({ id }) => id);
    await holdTickets(tx, { basket, performance, wanted, ids, before: [], until, now });
    await setDiscounts(
      tx,
      tickets.map(({ id, discount = 0, percent = 0, off_pence = discount }) => ({ id, discount, percent, off_pence })),
    );
    const { name, email, phone, note } = body;
    const order = {
      ...{ id: basket, show_id: sale.show.id, name, email, phone, note, needs: sale.needs ?? '', promo },
      ...{ paid_by: 'card' as const, entry_id: sale.entry, created_at: now },
    };
    if ((await convertHoldToOrder(tx, order, await findHeldTickets(tx, basket))) === 'gone')
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

/** Pays for orders on the site by card and refunds one of them. */
async function payByCard(
  tx: DbTransaction,
  sold: readonly DemoOrder[],
  { back, at }: { back: DemoOrder; at: string },
): Promise<void> {
  const paid = sold
    .filter(({ by }) => by === 'site')
    .map((order) =>
      buildTicketCardPayments({
        ...{ order: order.sale.id, show: order.sale.show, pence: totalOf(order), at: order.selling.now },
        entry: {
          ...{ id: order.sale.entry, fee: deterministicId(`demo fee ${order.sale.id}`) },
          refund: deterministicId(`demo refund ${order.sale.id}`),
        },
        backAt: order === back ? at : '',
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
function storiesOf(sold: readonly DemoOrder[], last: string) {
  const own = sold.filter(({ sale }) => sale.performance === last && sale.needs === '');
  const boxOffice = own.filter(({ by }) => by === 'desk');
  const paid = boxOffice.filter(({ selling }) => selling.body.how === 'cash' || selling.body.how === 'transfer');
  const pick = (from: readonly DemoOrder[], at = 0) => {
    const one = from[at];
    if (!one) throw new Error('The demo has sold too little for its last night.');
    return one;
  };
  const parties = paid.filter(({ sale }) => sale.tickets.length > 1);
  return {
    cancelled: pick(boxOffice.filter(({ selling }) => selling.body.how === 'reserved')),
    backToCard: pick(own.filter(({ by, promo }) => by === 'site' && promo === '')),
    owed: pick(parties, 0),
    exchanged: pick(parties, 1),
    givenBack: pick(parties, 2),
    swapped: pick(parties, 3),
    joined: pick(parties, 4),
  };
}

type Stories = ReturnType<typeof storiesOf>;

const found = async (tx: DbTransaction, { sale }: DemoOrder): Promise<StoredOrder> => {
  const order = await findOrderWithTickets(tx, sale.id);
  if (!order) throw new Error(`There is no order ${sale.id}.`);
  return order;
};

/** Changes some orders: returns, cancels and exchanges tickets, or leaves a refund due. */
async function changeOrders(tx: DbTransaction, stories: Stories, today: CalendarDate): Promise<void> {
  const at = `${addDays(today, -1)}T19:40:00.000Z`;
  const back = async (one: DemoOrder, { count = 60, isOwed = false }: { count?: number; isOwed?: boolean } = {}) => {
    const order = await found(tx, one);
    const tickets = order.tickets.slice(0, count).map(({ id }) => id);
    const cause = {
      as: deterministicId(`demo given back ${order.id}`),
      reason: 'Fell ill',
      by: null,
      at,
      environment,
    } as const;
    await returnTickets(tx, order, { tickets, parts: isOwed ? [] : undefined, ...cause });
  };
  await back(stories.cancelled);
  await back(stories.givenBack);
  // `payByCard` has already recorded the refund to the card
  await back(stories.backToCard, { isOwed: true });
  // This refund is due until somebody pays it out
  await back(stories.owed, { count: 1, isOwed: true });
  const order = await found(tx, stories.exchanged);
  const to = buildDemoPerformances(today)[0]?.id ?? '';
  const moved = await moveTickets(tx, order, { tickets: order.tickets, to, prices: 'paid', now: at, all });
  if ('because' in moved) throw new Error('The first night has no room for an exchange.');
}

/** Makes booking changes by hand, each of which can be undone. */
async function changeByHand(tx: DbTransaction, { swapped, joined }: Stories, today: CalendarDate): Promise<void> {
  const [first, , , last] = buildDemoPerformances(today);
  const { title } = swapped.sale.show;
  const [full, concession, , companion] = ticketTypes;
  const item = (night: typeof first, type: typeof full) =>
    formatItemName(title, formatIsoWithOffset(night?.starts_at ?? '', demoSettings.timeZone), type?.name ?? '');
  const had = ticketTypes.find(({ name }) => name === swapped.sale.tickets[0]?.type);
  const changes = [
    {
      ...{ ref_num: `${(await found(tx, swapped)).ref}`, from_item: item(last, had), change_quantity: 1 },
      ...{ to_item: item(last, had === concession ? full : concession), note: 'Said so on the telephone' },
    },
    {
      ...{ ref_num: `${(await found(tx, joined)).ref}`, from_item: '', change_quantity: 1 },
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
    const ids = (what: string) => deterministicId(`demo change ${at} ${what}`);
    const prepared = {
      ids: { entry: ids('charge'), as: ids('refund') },
      by: null,
      ...{ id: ids('itself'), order: ids('order'), now: `${addDays(today, -1)}T20:1${at}:00.000Z`, environment, all },
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

/** Lists the parties of each performance, with their orders' references. */
export async function listParties(tx: DbTransaction, today: CalendarDate) {
  const tickets = await findValidTickets(
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
