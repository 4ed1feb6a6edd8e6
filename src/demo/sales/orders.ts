import { applyDiscount } from '#features/box-office/orders/ticket-price.ts';
import { deterministicId } from '#platform/server/crypto/ids.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates/dates.ts';
import { buildDemoShowId, computePseudoRandom } from '../people/ids.ts';
import type { DemoOrder, DemoSale } from './demo-order.ts';
import { buildDemoPerformances, buildTicketTypes } from './performances.ts';
import { createLargeParties } from './sold-out.ts';

/** Promotional codes: one in use, and one that has expired. */
export const promoCodes = [
  { code: 'NEIGHBOURS', percent: 20, pence: 0, most: 40, most_tickets: 100, off: 0 },
  { code: 'EARLYBIRD', percent: 0, pence: 200, most: null, most_tickets: null, off: 1 },
] as const;

/**
 * These functions decide by the index of an order, among sixty: whether it was bought on the site, had a code, or was
 * bought elsewhere, and which party has a special price.
 */
const isOnSite = (at: number) => at % 5 === 1;
const hasCode = (at: number) => at % 15 === 6;
const isElsewhere = (at: number) => at % 15 === 4;
const party = 13;

/** Formats an address: "grace.adeyemi@post.example". */
const addressOf = (name: string) => `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@post.example`;

export const audience = [
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
const needed: Readonly<Record<number, string>> = { 8: 'loop', 21: 'wheelchair,companion', 34: 'steps' };
const ways = ['cash', 'transfer', 'cash', 'reserved', 'transfer', 'cash', 'comp', 'reserved'] as const;

const sixty = 60;

/** Returns a whole number below `size` that is always the same for the same keys. */
const dice = (size: number, ...keys: (string | number)[]) => Math.floor(computePseudoRandom('orders', ...keys) * size);

export const pickFrom = <T>(list: readonly T[], ...keys: (string | number)[]): T =>
  list[dice(list.length, ...keys)] as T;

/**
 * Returns the tickets that one of the sixty parties has chosen, at the day's price unless the party has a special
 * price.
 */
function wantedAt(at: number, performance: string): DemoSale['wanted'] {
  const types = buildTicketTypes(performance);
  const [full = { id: '', name: '', about: '', pence: 0, most: null }] = types;
  if (at === party) return [{ ...full, discount: 350, count: 5 }];
  const kinds = types.slice(0, 3).map((type, kind) => ({ ...type, count: dice(kind === 0 ? 4 : 2, kind, at) }));
  const some = kinds.filter(({ count }) => count > 0);
  return some.length > 0 ? some : [{ ...full, count: 2 }];
}

/**
 * Lists the orders for the next show: sixty orders of all kinds, made in the last two weeks, most of them for the last
 * performance; and the large parties that fill one performance.
 */
export function buildDemoOrders(today: CalendarDate, shows: readonly { id: string; title: string }[]): DemoOrder[] {
  const nights = buildDemoPerformances(today);
  const show = shows.find(({ id }) => id === buildDemoShowId('the next show'));
  if (!show) return [];
  const sold = Array.from({ length: sixty }, (_, at): DemoOrder => {
    const night = nights[Math.min(3, dice(6, 'night', at))] ?? nights[0];
    const by = isOnSite(at) ? 'site' : isElsewhere(at) ? 'other shop' : 'desk';
    const how = by !== 'desk' ? 'transfer' : at === party ? 'card' : pickFrom(ways, 'how', at);
    const performance = night?.id ?? '';
    const wanted = wantedAt(at, performance);
    const code = by === 'site' && hasCode(at) ? promoCodes[0] : undefined;
    const tickets = wanted.flatMap(({ id: type_id, name, pence, discount = 0, count }) =>
      Array.from({ length: count }, (_none, one) => ({
        ...{
          id: deterministicId(`demo ticket ${at} ${name} ${one}`),
          type_id,
          type: name,
          pence: how === 'comp' ? 0 : pence,
        },
        ...(code ? applyDiscount(pence, code) : { discount }),
      })),
    );
    const name = pickFrom(audience, 'name', at);
    return {
      ...{ by, promo: code?.code ?? '' },
      sale: {
        ...{ id: deterministicId(`demo order ${at}`), entry: deterministicId(`demo order entry ${at}`) },
        ...{ show: { id: show.id, title: show.title }, performance, wanted, tickets },
        needs: needed[at] ?? '',
      },
      selling: {
        now: `${addDays(today, -14 + Math.floor((at * 14) / sixty))}T${10 + (at % 10)}:15:00.000Z`,
        body: {
          ...{ performance_id: performance, name, phone: '', how },
          email: by === 'site' || at % 4 === 0 ? addressOf(name) : '',
          ...{ source: how === 'cash' ? 'door' : 'phone', note: pickFrom(notes, 'note', at) },
          reason: how === 'comp' ? 'The local paper' : at === party ? 'The quilters’ outing' : '',
        },
      },
    };
  });
  // Orders get their references in the order of sale
  return [...sold, ...createLargeParties(today, { show, sold })].sort((one, other) =>
    one.selling.now < other.selling.now ? -1 : 1,
  );
}
