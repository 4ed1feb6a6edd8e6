import {
  findPerformance,
  freePlaces,
  isCalledOff,
  performancesOf,
  takePlaces,
} from '#features/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Writing } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { fold } from '#platform/shared/text.ts';
import type { NoExchange } from '../refusals.ts';
import type { RequestedSeats } from '../requested-seats.ts';
import { giveSeats } from './give-seats.ts';
import { countOfType, moveTicket, type StoredOrder } from './store.ts';
import type { TicketTable } from './tables.ts';
import { queueRelease } from './unpaid-release.ts';

interface Moving extends Pick<Services, 'all'> {
  tickets: readonly TicketTable[];
  to: Id;
  /** The type of the new tickets; the one of the same name unless said. */
  type?: string;
  /** Where nobody pays a difference: they keep the price that they were sold for. */
  keepsPrice?: true;
  /** Which seats they get, where seats are numbered; the best unless said. */
  seats?: RequestedSeats;
  now: Instant;
}

/**
 * Moves tickets to a performance of their show, at its prices of today: takes places there, and frees the old ones with
 * their seats. Where seats are numbered they get new ones at once. A discount stays. What isn't paid is let go in its
 * time there. Where it returns a refusal, the
 * caller must refuse, so that the transaction is undone.
 */
export async function moveTickets(
  tx: Writing,
  order: StoredOrder,
  { tickets, to, type: become, keepsPrice, seats = best, now, all }: Moving,
): Promise<{ seats: readonly string[] } | NoExchange> {
  const target = await findPerformance(tx, to);
  if (!target || target.show_id !== order.show_id || isCalledOff(target)) return { because: 'cancelled' };
  const types = (await performancesOf(tx, order.show_id)).find(({ id }) => id === to)?.types ?? [];
  const byName = new Map(types.map((type) => [type.name_key, type]));
  const typeOf = (ticket: TicketTable) => become ?? ticket.type;
  for (const [type, alike] of Map.groupBy(tickets, typeOf)) {
    const there = byName.get(fold(type));
    if (!there) return { because: 'no such ticket', type };
    if (there.most === null) continue;
    const has = tickets.filter((one) => one.performance_id === to && one.type === there.name).length;
    const left = Math.max(0, there.most - (await countOfType(tx, { performance: to, type: there.name, now })) + has);
    if (alike.length > left) return { because: 'too few', left, type: there.name };
  }
  const ids = tickets.map(({ id }) => id);
  await freePlaces(tx, ids);
  const taken = await takePlaces(tx, { performance: to, tickets: ids, until: null, now });
  if (taken !== 'taken') return { because: 'too few', ...taken };
  for (const ticket of tickets) {
    const there = byName.get(fold(typeOf(ticket)));
    const today = order.status === 'comp' ? 0 : (there?.pence ?? ticket.pence);
    const pence = keepsPrice ? ticket.pence : today;
    await moveTicket(tx, ticket.id, {
      ...{ performance_id: to, type: there?.name ?? ticket.type },
      ...{ pence, discount: Math.min(ticket.discount, pence) },
    });
  }
  if (order.status === 'reserved') await queueRelease(tx, target, now);
  const given = await giveSeats(tx, target, { tickets: ids, seats, now, all });
  return 'refused' in given ? { because: 'seats', says: given.refused } : given;
}

const best: RequestedSeats = { seats: 'best', chosen_seats: [], wheelchairs: 0 };
