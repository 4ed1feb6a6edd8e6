import type { recordPastOrders } from '#features/box-office/orders/server/index.ts';
import type { createPerformance } from '#features/box-office/performances/server/index.ts';
import { deriveId } from '#platform/server/crypto/ids.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates/dates.ts';
import { toInstant } from '#platform/shared/dates/local-time.ts';
import { computePseudoRandomNumber } from '../people/ids.ts';
import type { DemoShow } from '../society/demo.ts';
import { demoSettings } from '../society/settings.ts';
import type { DemoLedgerEntry } from './ledger.ts';
import { buyerNames, pickPseudoRandomItem } from './orders.ts';
import { buildTicketTypeId, buildTicketTypes, hallCapacity, ticketTypes } from './performances.ts';

type PastOrder = Parameters<typeof recordPastOrders>[1][number];
type NewPerformance = Omit<Parameters<typeof createPerformance>[1], 'now'>;

/** The number of past shows for which the demo has each sale, and not only totals. */
const itemisedShowCount = 2;

/** The sales of the latest shows, performance by performance. */
export interface PastSales {
  /** Shows whose tickets are listed here, so that other records leave the tickets out. */
  shows: ReadonlySet<string>;
  performances: NewPerformance[];
  orders: PastOrder[];
  entries: DemoLedgerEntry[];
}

const paymentMethods = ['cash', 'cash', 'transfer', 'card', 'cash', 'transfer', 'comp', 'cash'] as const;

/** Builds the complete ticket sales of the last two shows; the last performance of the last show was sold out. */
export function buildPastSales(shows: readonly DemoShow[], today: CalendarDate): PastSales {
  const latest = shows
    .filter(({ date, cancelled, date_precision }) => !cancelled && date_precision === 'day' && date < today)
    .sort((one, other) => (one.date < other.date ? 1 : -1))
    .slice(0, itemisedShowCount);
  const sales: PastSales = { shows: new Set(latest.map(({ id }) => id)), performances: [], orders: [], entries: [] };
  for (const [at, show] of latest.entries()) {
    for (let day = show.first_date; day <= show.date; day = addDays(day, 1)) {
      const id = deriveId(`demo performance ${show.id} ${day}`);
      const starts_at = toInstant(`${day}T19:30`, demoSettings.timeZone);
      sales.performances.push({ id, show_id: show.id, starts_at, types: buildTicketTypes(id) });
      const isFull = at === 0 && day === show.date;
      const seats = isFull ? hallCapacity : 48 + Math.floor(40 * computePseudoRandomNumber('past night', show.id, day));
      sellPerformance(sales, { show, day, performance: id, seats });
    }
  }
  // Orders get their references in the order of booking
  sales.orders.sort((one, other) => (one.order.created_at < other.order.created_at ? -1 : 1));
  return sales;
}

/** Adds orders of parties of one to five people to the sales, until `seats` places at the performance are taken. */
function sellPerformance(
  { orders, entries }: PastSales,
  { show, day, performance, seats }: { show: DemoShow; day: CalendarDate; performance: string; seats: number },
): void {
  let left = seats;
  for (let party = 0; left > 0; party += 1) {
    const keys = ['past party', show.id, day, party] as const;
    const count = Math.min(left, 1 + Math.floor(5 * computePseudoRandomNumber('count', ...keys)));
    left -= count;
    // Complimentary tickets are for at most two people
    const way = pickPseudoRandomItem(paymentMethods, 'how', ...keys);
    const how = way === 'comp' && count > 2 ? 'cash' : way;
    const id = deriveId(`demo order ${keys.join(' ')}`);
    const tickets = Array.from({ length: count }, (_, one) => {
      const { name, pence } = pickPseudoRandomItem(ticketTypes.slice(0, 3), 'type', one, ...keys);
      const type_id = buildTicketTypeId(performance, name);
      const price = how === 'comp' ? 0 : pence;
      return { id: deriveId(`${id} ${one}`), performance_id: performance, type_id, type: name, pence: price };
    });
    const pence = tickets.reduce((sum, ticket) => sum + ticket.pence, 0);
    const entry = pence > 0 ? deriveId(`demo entry ${id}`) : '';
    const sold = how === 'cash' ? day : addDays(day, -1 - (party % 12));
    const created_at = `${sold}T${10 + (party % 9)}:20:00.000Z`;
    orders.push({
      order: {
        ...{ id, show_id: show.id, name: pickPseudoRandomItem(buyerNames, 'name', ...keys) },
        ...{ email: '', phone: '', note: '', status: how === 'comp' ? 'comp' : 'paid' },
        ...{ source: how === 'cash' ? 'door' : 'phone', paid_by: how === 'comp' ? '' : how },
        ...{ reason: how === 'comp' ? 'The local paper' : '', created_at, entry_id: entry },
      },
      tickets,
    });
    if (entry === '') continue;
    const about = { about: 'tickets', show_id: show.id, label: show.title } as const;
    const source = how === 'card' ? 'card_machine' : how === 'cash' ? how : 'transfer';
    entries.push({
      kind: 'charge',
      environment: 'practice',
      id: entry,
      day: sold,
      at: created_at,
      pence,
      source,
      about,
    });
  }
}
