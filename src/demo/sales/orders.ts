import type { recordPastOrders, sellTickets } from '#features/box-office/orders/server/index.ts';
import { buildDiscountFields } from '#features/box-office/orders/tickets.ts';
import type { createPerformance } from '#features/box-office/performances/server/index.ts';
import type { recordWaitingParty } from '#features/box-office/waiting-list/server/index.ts';
import { deriveId } from '#platform/server/crypto/ids.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates/dates.ts';
import { toInstant } from '#platform/shared/dates/local-time.ts';
import { buildDemoShowId, computePseudoRandomNumber } from '../people/ids.ts';
import type { DemoShow } from '../society/demo.ts';
import { demoSettings } from '../society/settings.ts';
import { type DemoLedgerEntry, pickPseudoRandomNumberBelow } from './payments.ts';
import {
  buildDemoPerformances,
  buildTicketTypeId,
  buildTicketTypes,
  demoTicketTypes,
  hallCapacity,
  soldOutPerformanceIndex,
} from './performances.ts';

export type DemoSale = Parameters<typeof sellTickets>[1];
type Selling = Pick<Parameters<typeof sellTickets>[2], 'body' | 'now'>;

/** An order and its seller: the box office, this site, or another shop. */
export interface DemoOrder {
  sale: DemoSale;
  selling: Selling;
  by: 'desk' | 'site' | 'other shop';
  /** The promo code used for the payment; "" for none. */
  promo: string;
}

/** Promo codes: one in use, and one that is switched off. */
export const demoPromoCodes = [
  { code: 'NEIGHBOURS', percent: 20, pence: 0, most: 40, most_tickets: 100, off: 0 },
  { code: 'EARLYBIRD', percent: 0, pence: 200, most: null, most_tickets: null, off: 1 },
] as const;

// The index of an order (0 to 59) decides if the order was placed on this site, with a promo code, or at another shop.
// The order with the index `party` has a special price
const isOnSite = (at: number) => at % 5 === 1;
const hasCode = (at: number) => at % 15 === 6;
const isElsewhere = (at: number) => at % 15 === 4;
const party = 13;

/** Derives an email address from a name: "grace.adeyemi@post.example". */
const addressOf = (name: string) => `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@post.example`;

const buyerNames = [
  'Grace Adeyemi',
  'Martin Quill',
  'Dorothy Hollis',
  'Beatrice Stone',
  'Walter Finch',
  'Mary Ann Cobb',
  'Sunita Rao',
  'The Allotment Society',
  'Owen Price',
  'Jean Tolley',
  'Callum Reid',
  'Patience Mbeki',
  'Ivor Lamb',
  'Edith Marlow',
  'Zofia Nowak',
  'St Luke’s Guild',
] as const;

const notes = ['', '', '', 'A wheelchair', '', 'An aisle seat, please', '', ''] as const;
/** The access needs of a few orders, which appear on the lists for the door. */
const accessNeedsByIndex: Readonly<Record<number, string>> = { 8: 'loop', 21: 'wheelchair,companion', 34: 'steps' };
const paymentMethods = ['cash', 'transfer', 'cash', 'reserved', 'transfer', 'cash', 'comp', 'reserved'] as const;

const orderCount = 60;

/** Returns a whole number below `size` that is always the same for the same keys. */
const rollDice = (size: number, ...keys: (string | number)[]) => pickPseudoRandomNumberBelow(size, 'orders', ...keys);

const pickPseudoRandomItem = <T>(list: readonly T[], ...keys: (string | number)[]): T =>
  list[rollDice(list.length, ...keys)] as T;

/** Returns the tickets that one of the sixty parties has chosen. One party has a discount. */
function pickWantedTickets(at: number, performance: string): DemoSale['wanted'] {
  const types = buildTicketTypes(performance);
  const [full = { id: '', name: '', about: '', pence: 0, most: null }] = types;
  if (at === party) return [{ ...full, discount: 350, count: 5 }];
  const kinds = types.slice(0, 3).map((type, kind) => ({ ...type, count: rollDice(kind === 0 ? 4 : 2, kind, at) }));
  const some = kinds.filter(({ count }) => count > 0);
  return some.length > 0 ? some : [{ ...full, count: 2 }];
}

/**
 * Builds the orders for the next show: sixty, made in the last two weeks, about half of them for the last performance;
 * and the large parties that fill one performance.
 */
export function buildDemoOrders(today: CalendarDate, shows: readonly { id: string; title: string }[]): DemoOrder[] {
  const nights = buildDemoPerformances(today);
  const show = shows.find(({ id }) => id === buildDemoShowId('the next show'));
  if (!show) return [];
  const sold = Array.from({ length: orderCount }, (_, at): DemoOrder => {
    const night = nights[Math.min(3, rollDice(6, 'night', at))] ?? nights[0];
    const by = isOnSite(at) ? 'site' : isElsewhere(at) ? 'other shop' : 'desk';
    const how = by !== 'desk' ? 'transfer' : at === party ? 'card' : pickPseudoRandomItem(paymentMethods, 'how', at);
    const performance = night?.id ?? '';
    const wanted = pickWantedTickets(at, performance);
    const code = by === 'site' && hasCode(at) ? demoPromoCodes[0] : undefined;
    const tickets = wanted.flatMap(({ id: type_id, name, pence, discount = 0, count }) =>
      Array.from({ length: count }, (_none, one) => ({
        ...{
          id: deriveId(`demo ticket ${at} ${name} ${one}`),
          type_id,
          type: name,
          pence: how === 'comp' ? 0 : pence,
        },
        ...(code ? buildDiscountFields(pence, code) : { discount }),
      })),
    );
    const name = pickPseudoRandomItem(buyerNames, 'name', at);
    return {
      ...{ by, promo: code?.code ?? '' },
      sale: {
        ...{ id: deriveId(`demo order ${at}`), entry: deriveId(`demo order entry ${at}`) },
        ...{ show: { id: show.id, title: show.title }, performance, wanted, tickets },
        needs: accessNeedsByIndex[at] ?? '',
      },
      selling: {
        now: `${addDays(today, -14 + Math.floor((at * 14) / orderCount))}T${10 + (at % 10)}:15:00.000Z`,
        body: {
          ...{ performance_id: performance, name, phone: '', how },
          email: by === 'site' || at % 4 === 0 ? addressOf(name) : '',
          ...{ source: how === 'cash' ? 'door' : 'phone', note: pickPseudoRandomItem(notes, 'note', at) },
          reason: how === 'comp' ? 'The local paper' : at === party ? 'The quilters’ outing' : '',
        },
      },
    };
  });
  // Orders get their references in the order of sale
  return [...sold, ...buildLargeParties(today, { show, sold })].sort((one, other) =>
    one.selling.now < other.selling.now ? -1 : 1,
  );
}

const clubs = ['The Allotment Society', 'St Luke’s Guild', 'The Lanternside Choir', 'Hill Road School'] as const;

/** Builds the orders of large parties that take the remaining places at one performance. */
function buildLargeParties(
  today: CalendarDate,
  { show, sold }: { show: DemoSale['show']; sold: readonly { sale: DemoSale }[] },
): DemoOrder[] {
  const performance = buildDemoPerformances(today)[soldOutPerformanceIndex]?.id ?? '';
  const taken = sold
    .filter(({ sale }) => sale.performance === performance)
    .reduce((sum, { sale }) => sum + sale.tickets.length, 0);
  const left = hallCapacity - taken;
  return clubs.map((name, at) => {
    const count = Math.floor(left / clubs.length) + (at < left % clubs.length ? 1 : 0);
    const [type = { id: '', name: '', about: '', pence: 0, most: null }] = buildTicketTypes(performance).slice(1);
    const tickets = Array.from({ length: count }, (_, one) => ({
      ...{ id: deriveId(`demo club ${at} ${one}`), type_id: type.id, type: type.name, pence: type.pence },
    }));
    return {
      ...{ by: 'desk', promo: '' },
      sale: {
        ...{ id: deriveId(`demo club ${at}`), entry: deriveId(`demo club entry ${at}`) },
        ...{ show, performance, wanted: [{ ...type, count }], tickets },
      },
      selling: {
        now: `${addDays(today, -6 + at)}T11:30:00.000Z`,
        body: {
          ...{ performance_id: performance, name, email: '', phone: '', note: '', how: 'transfer', source: 'phone' },
          reason: '',
        },
      },
    };
  });
}

const waitingParties = [
  ['Hazel Winter', 2],
  ['Tobias Lark', 4],
  ['Ines Calder', 1],
  ['Rufus Penny', 3],
] as const;

/** Lists the parties that wait for the sold-out performance, in the order of the queue. */
export function buildDemoWaitingList(
  today: CalendarDate,
): { party: Parameters<typeof recordWaitingParty>[1]; at: string }[] {
  const dates = [buildDemoPerformances(today)[soldOutPerformanceIndex]?.id ?? ''];
  return waitingParties.map(([name, size], at) => ({
    party: {
      ...{ id: deriveId(`demo party ${name}`), show: buildDemoShowId('the next show'), name, size },
      email: addressOf(name),
      dates,
    },
    at: `${addDays(today, -2)}T${10 + at}:05:00.000Z`,
  }));
}

type PastOrder = Parameters<typeof recordPastOrders>[1][number];
type NewPerformance = Omit<Parameters<typeof createPerformance>[1], 'now'>;

/** The number of past shows for which the demo has each sale, and not only totals. */
const itemisedShowCount = 2;

/** The sales of the latest shows, performance by performance. */
export interface PastSales {
  /** The ids of the shows whose tickets are listed here. Other records leave out the tickets of these shows. */
  shows: ReadonlySet<string>;
  performances: NewPerformance[];
  orders: PastOrder[];
  entries: DemoLedgerEntry[];
}

const pastPaymentMethods = ['cash', 'cash', 'transfer', 'card', 'cash', 'transfer', 'comp', 'cash'] as const;

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
    const way = pickPseudoRandomItem(pastPaymentMethods, 'how', ...keys);
    const how = way === 'comp' && count > 2 ? 'cash' : way;
    const id = deriveId(`demo order ${keys.join(' ')}`);
    const tickets = Array.from({ length: count }, (_, one) => {
      const { name, pence } = pickPseudoRandomItem(demoTicketTypes.slice(0, 3), 'type', one, ...keys);
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
