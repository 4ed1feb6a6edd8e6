import { applyBookingChange, recordBookingChange } from '#features/box-office/booking-changes/server/index.ts';
import {
  findOrderWithTickets,
  moveTickets,
  type OrderWithTickets,
  returnTickets,
} from '#features/box-office/orders/server/index.ts';
import { formatItemName } from '#features/box-office/performances/item-name.ts';
import { deriveId } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import { createContributionsGetter } from '#platform/server/feature/feature.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { demoSettings } from '../society/settings.ts';
import type { DemoOrder } from './orders.ts';
import { buildDemoPerformances, ticketTypes } from './performances.ts';

/**
 * No feature's contributions are needed, because they are for changes at performances with numbered seats, which the
 * demo doesn't make.
 */
const all = createContributionsGetter([]);
const environment = 'practice' as const;

/** Picks the orders that are changed after the sale, all of them for the last performance. */
export function pickOrdersToChange(sold: readonly DemoOrder[], today: CalendarDate) {
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
export async function changeDemoOrders(tx: DbTransaction, orders: OrdersToChange, today: CalendarDate): Promise<void> {
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
  const moved = await moveTickets(tx, order, { tickets: order.tickets, to, prices: 'paid', now: at, all });
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
  const [full, concession, , companion] = ticketTypes;
  const item = (night: typeof first, type: typeof full) =>
    formatItemName(title, formatIsoWithOffset(night?.starts_at ?? '', demoSettings.timeZone), type?.name ?? '');
  const had = ticketTypes.find(({ name }) => name === swapped.sale.tickets[0]?.type);
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
