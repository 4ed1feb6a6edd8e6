import { countsByType, formatAccessNeeds, formatTicketCounts } from '#features/box-office/orders/order.ts';
import { heldIn } from '#features/box-office/orders/server/index.ts';
import { findPerformances } from '#features/box-office/performances/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/local-time.ts';
import type { HeldTickets, Pending, UnconfirmedOrder } from '../contract.ts';
import { type Basket, unconfirmedBaskets } from './basket-store.ts';
import { isUnconfirmed } from './free-orders.ts';

/** Returns the tickets that a basket holds, formatted for each performance. */
export async function listHeldTickets(db: Reading, basket: Id, timeZone: string): Promise<HeldTickets[]> {
  const byPerformance = Map.groupBy(await heldIn(db, basket), ({ performance_id }) => performance_id);
  const performances = await findPerformances(db, [...byPerformance.keys()]);
  return [...byPerformance]
    .map(([id, held]) => ({
      starts_at: formatIsoWithOffset(performances.get(id)?.starts_at ?? '', timeZone),
      tickets: formatTicketCounts(countsByType(held)),
    }))
    .sort((one, other) => (one.starts_at < other.starts_at ? -1 : 1));
}

/** Lists the free tickets of a show that are held until somebody confirms them, for staff who manage bookings. */
export async function listUnconfirmed(
  db: Reading,
  show: Id,
  { timeZone, now }: { timeZone: string; now: Instant },
): Promise<UnconfirmedOrder[]> {
  const baskets = await unconfirmedBaskets(db, show, now);
  return Promise.all(
    baskets.map(async ({ id, name, email, phone, note, needs, confirmation, created_at, held_until }) => ({
      ...{ id, name, email, phone, note, needs: formatAccessNeeds(needs) },
      by: confirmation === 'email' ? ('email' as const) : ('box office' as const),
      since: formatIsoWithOffset(created_at, timeZone),
      until: formatIsoWithOffset(held_until, timeZone),
      tickets: await listHeldTickets(db, id, timeZone),
    })),
  );
}

/** Returns the free tickets of a basket that are held until somebody confirms them; undefined if there are none. */
export async function pendingOf(db: Reading, basket: Basket, now: Instant): Promise<Pending | undefined> {
  if (!isUnconfirmed(basket) || basket.held_until <= now) return undefined;
  const { timeZone } = await readSettings(db);
  return {
    by: basket.confirmation === 'email' ? 'email' : 'box office',
    email: basket.email,
    until: formatIsoWithOffset(basket.held_until, timeZone),
    tickets: await listHeldTickets(db, basket.id, timeZone),
  };
}
