import { importOrder } from '#features/box-office/order-import/server/index.ts';
import {
  convertHoldToOrder,
  findTicketsInBasket,
  findValidPerformanceTickets,
  holdTickets,
  queueReservationRelease,
  sellTickets,
  setHeldTicketDiscounts,
} from '#features/box-office/orders/server/index.ts';
import { findPerformance } from '#features/box-office/performances/server/index.ts';
import { insertPromoCodeIfNew, normalisePromoCode } from '#features/box-office/shop/server/index.ts';
import { importPastEntries } from '#features/money/ledger/server/index.ts';
import { importPaymentHistory } from '#features/money/payments/server/index.ts';
import { deriveId } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates/dates.ts';
import { addMs, minute } from '#platform/shared/dates/durations.ts';
import { demoSettings } from '../society/settings.ts';
import { changeDemoOrders, pickOrdersToChange } from './change-orders.ts';
import { buildTicketPaymentRecords } from './ledger.ts';
import { type DemoOrder, promoCodes } from './orders.ts';
import { buildDemoPerformances } from './performances.ts';

const totalOf = ({ sale }: DemoOrder) =>
  sale.tickets.reduce((sum, { pence, discount = 0 }) => sum + pence - discount, 0);

/** Sells the tickets of the next show through the usual channels, and changes some of the orders afterwards. */
export async function placeDemoOrders(
  tx: DbTransaction,
  sold: readonly DemoOrder[],
  today: CalendarDate,
): Promise<void> {
  const [first] = sold;
  if (!first) return;
  const { show } = first.sale;
  for (const { code, ...takes } of promoCodes) {
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
    const answer = await sellTickets(tx, sale, { ...selling, environment: 'practice' });
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

/** Pays for orders on the site by card and refunds one of them. */
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
