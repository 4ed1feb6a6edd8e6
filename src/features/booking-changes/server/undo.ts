import { noExchangeInWords } from '#features/orders/refusals.ts';
import { findWithTickets, moveTickets, returnTickets } from '#features/orders/server/index.ts';
import { findPerformance } from '#features/performances/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Writing } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { notFound, refuse } from '#platform/server/http/refusal.ts';
import { type Instant, momentInWords } from '#platform/shared/dates.ts';
import { withOffset } from '#platform/shared/local-time.ts';
import { fold } from '#platform/shared/text.ts';
import { deleteMod, ticketsOfMod } from './store.ts';
import type { BookingModTable } from './tables.ts';

/**
 * Undoes a change to bookings: tickets become what they were, tickets that it added go, and an order that it made ends.
 * @throws Refusal, with nothing changed, where its tickets were changed since, or their old places are taken
 */
export async function undoMod(
  tx: Writing,
  mod: BookingModTable,
  how: { as: Id; now: Instant } & Pick<Services, 'environment' | 'all'>,
): Promise<void> {
  const order = (await findWithTickets(tx, mod.order_id)) ?? notFound();
  const own = new Set(await ticketsOfMod(tx, mod.id));
  const tickets = order.tickets.filter(
    ({ id, performance_id, type }) =>
      own.has(id) && performance_id === mod.to_performance && fold(type) === fold(mod.to_type),
  );
  if (tickets.length < own.size) {
    refuse(409, `The tickets of this change have been changed since. Look at order ${order.ref}.`);
  }
  if (mod.kind === 'new' && order.status === 'paid') {
    refuse(409, `${order.ref} has been paid since. Cancel it under Bookings instead.`);
  }
  if (mod.kind === 'move') {
    const to = mod.from_performance;
    const back = { tickets, to, type: mod.from_type, keepsPrice: true as const, now: how.now, all: how.all };
    const moved = await moveTickets(tx, order, back);
    const before = await findPerformance(tx, to);
    const { timeZone } = await readSettings(tx);
    const when = before ? momentInWords(withOffset(before.starts_at, timeZone)) : 'The performance that they were for';
    if ('because' in moved) refuse(409, noExchangeInWords(moved, when));
  } else {
    const given = await returnTickets(tx, order, {
      ...{ tickets: tickets.map(({ id }) => id), parts: [], as: how.as, at: how.now, by: null },
      ...{ environment: how.environment, reason: 'A change was undone' },
    });
    if (!given) refuse(409, `The tickets of this change have been changed since. Look at order ${order.ref}.`);
  }
  if (!(await deleteMod(tx, mod.id))) notFound();
}
