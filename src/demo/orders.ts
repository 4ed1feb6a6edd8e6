import type { sell } from '#features/orders/server/index.ts';
import { idFrom } from '#platform/server/crypto/ids.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates.ts';
import { numberFrom } from './ids/seed-number.ts';
import { showId } from './ids/show-id.ts';
import { performances, ticketTypes } from './performances.ts';
import { largeParties } from './sold-out.ts';

type Sale = Parameters<typeof sell>[1];
type Selling = Pick<Parameters<typeof sell>[2], 'body' | 'now'>;

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
/** Of a few orders, what they need: it is on the lists of the door. */
const needed: Readonly<Record<number, string>> = { 8: 'loop', 21: 'wheelchair,companion', 34: 'steps' };
const ways = ['cash', 'transfer', 'cash', 'reserved', 'transfer', 'cash', 'comp', 'reserved'] as const;

const sixty = 60;

/** Among numbers of a size, the one that the dice fall on for these words. */
const dice = (size: number, ...words: (string | number)[]) => Math.floor(numberFrom('orders', ...words) * size);

export const chosen = <T>(list: readonly T[], ...words: (string | number)[]): T =>
  list[dice(list.length, ...words)] as T;

/**
 * What the box office has sold of the next show: sixty orders of all kinds, made in the last two weeks, most of them for the
 * last night; and large parties, by which one night is sold out.
 */
export function orders(
  today: CalendarDate,
  shows: readonly { id: string; title: string }[],
): { sale: Sale; selling: Selling }[] {
  const nights = performances(today);
  const show = shows.find(({ id }) => id === showId('the next show'));
  if (!show) return [];
  const sold = Array.from({ length: sixty }, (_, at): { sale: Sale; selling: Selling } => {
    const night = nights[Math.min(3, dice(6, 'night', at))] ?? nights[0];
    const how = chosen(ways, 'how', at);
    const kinds = ticketTypes.slice(0, 3).map((type, kind) => ({ ...type, count: dice(kind === 0 ? 4 : 2, kind, at) }));
    const wanted = kinds.some(({ count }) => count > 0)
      ? kinds.filter(({ count }) => count > 0)
      : kinds.slice(0, 1).map((kind) => ({ ...kind, count: 2 }));
    const tickets = wanted.flatMap(({ name, pence, count }) =>
      Array.from({ length: count }, (_none, one) => ({
        id: idFrom(`demo ticket ${at} ${name} ${one}`),
        type: name,
        pence: how === 'comp' ? 0 : pence,
      })),
    );
    const performance = night?.id ?? '';
    return {
      sale: {
        ...{ id: idFrom(`demo order ${at}`), entry: idFrom(`demo order entry ${at}`) },
        ...{ show: { id: show.id, title: show.title }, performance, wanted, tickets },
        needs: needed[at] ?? '',
      },
      selling: {
        now: `${addDays(today, -14 + Math.floor((at * 14) / sixty))}T${10 + (at % 10)}:15:00.000Z`,
        body: {
          ...{ performance_id: performance, name: chosen(audience, 'name', at), email: '', phone: '', how },
          ...{ source: how === 'cash' ? 'door' : 'phone', note: chosen(notes, 'note', at) },
          reason: how === 'comp' ? 'The local paper' : '',
        },
      },
    };
  });
  // They are given their references as they come
  return [...sold, ...largeParties(today, { show, sold })].sort((one, other) =>
    one.selling.now < other.selling.now ? -1 : 1,
  );
}
