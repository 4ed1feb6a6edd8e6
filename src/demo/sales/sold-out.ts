import type { recordWaitingParty } from '#features/box-office/waiting-list/server/index.ts';
import { deterministicId } from '#platform/server/crypto/ids.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates/dates.ts';
import { buildDemoShowId } from '../people/ids.ts';
import type { DemoOrder, DemoSale } from './demo-order.ts';
import { buildDemoPerformances, buildTicketTypes } from './performances.ts';

/** The number of places in the hall, the same as for a new performance. */
const places = 96;

/** The index of the next show's sold-out performance, which clubs and schools attend. */
const night = 2;

const clubs = ['The Allotment Society', 'St Luke’s Guild', 'The Lanternside Choir', 'Hill Road School'] as const;

/** Creates large parties that take the remaining seats of one performance. */
export function createLargeParties(
  today: CalendarDate,
  { show, sold }: { show: DemoSale['show']; sold: readonly { sale: DemoSale }[] },
): DemoOrder[] {
  const performance = buildDemoPerformances(today)[night]?.id ?? '';
  const taken = sold
    .filter(({ sale }) => sale.performance === performance)
    .reduce((sum, { sale }) => sum + sale.tickets.length, 0);
  const left = places - taken;
  return clubs.map((name, at) => {
    const count = Math.floor(left / clubs.length) + (at < left % clubs.length ? 1 : 0);
    const [type = { id: '', name: '', about: '', pence: 0, most: null }] = buildTicketTypes(performance).slice(1);
    const tickets = Array.from({ length: count }, (_, one) => ({
      ...{ id: deterministicId(`demo club ${at} ${one}`), type_id: type.id, type: type.name, pence: type.pence },
    }));
    return {
      ...{ by: 'desk', promo: '' },
      sale: {
        ...{ id: deterministicId(`demo club ${at}`), entry: deterministicId(`demo club entry ${at}`) },
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

const parties = [
  ['Hazel Winter', 2],
  ['Tobias Lark', 4],
  ['Ines Calder', 1],
  ['Rufus Penny', 3],
] as const;

/** Lists the parties that wait for the sold-out performance, in the order of the queue. */
export function buildDemoWaitingList(
  today: CalendarDate,
): { party: Parameters<typeof recordWaitingParty>[1]; at: string }[] {
  const dates = [buildDemoPerformances(today)[night]?.id ?? ''];
  return parties.map(([name, size], at) => ({
    party: {
      ...{ id: deterministicId(`demo party ${name}`), show: buildDemoShowId('the next show'), name, size },
      email: `${name.toLowerCase().replace(' ', '.')}@post.example`,
      dates,
    },
    at: `${addDays(today, -2)}T${10 + at}:05:00.000Z`,
  }));
}
