import { countHeld, countHeldFor, countPaidTickets } from '#features/orders/server/index.ts';
import { countHouseSeats, type PerformanceAhead, placesOf } from '#features/performances/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading, Writing } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/refusal.ts';
import { type Instant, momentInWords } from '#platform/shared/dates.ts';
import { earlier, hour, later } from '#platform/shared/durations.ts';
import { withOffset } from '#platform/shared/local-time.ts';
import { mostHeldFrom } from '../basket.ts';
import { mostLapses, mostUnpaid, scarceBelow } from '../scarcity.ts';
import { type BasketNetworks, networkLevelsOf } from './basket-networks.ts';
import { basketsOn, lapsesOn, soldBasketsOn } from './basket-store.ts';

/** @throws Refusal once one network holds so much, of all performances, that little is left for others */
export async function refuseWholeHouses(tx: Writing, networks: BasketNetworks, now: Instant): Promise<void> {
  for (const level of networkLevelsOf(networks)) {
    const baskets = await basketsOn(tx, level, now);
    const held = await countHeld(tx, ids(baskets), now);
    if (held <= mostHeldFrom * level.factor) continue;
    refuse(429, 'Too many tickets are being held from your network. Wait ten minutes, then try again.');
  }
}

/** What a basket held of a performance before it changed, and for which networks. */
interface HeldBefore {
  networks: BasketNetworks;
  count: number;
}

/**
 * Refuses a hold, after it was made, that leaves a performance scarce where the visitor's networks hold more of it than a quarter, or have
 * let too many baskets lapse. A change that makes none of its networks hold more than before is never refused.
 * @param count how many tickets the basket holds of the performance now
 * @throws Refusal with how many may be held, or from when on
 */
export async function refuseScarce(
  tx: Writing,
  performance: PerformanceAhead,
  {
    networks,
    count,
    before,
    now,
  }: { networks: BasketNetworks; count: number; before: HeldBefore | undefined; now: Instant },
): Promise<void> {
  const levels = networkLevelsOf(networks);
  if (levels.length === 0) return;
  const { timeZone, scarcePercent: percent } = await readSettings(tx);
  const { total: capacity, free } = await visitorPlaces(tx, performance, now);
  const scarce = scarceBelow({ capacity, percent });
  if (free >= scarce) return;
  const wasScarce = free + count - (before?.count ?? 0) < scarce;
  const at = (moment: Instant) => momentInWords(withOffset(moment, timeZone));
  const when = at(performance.starts_at);
  const since = earlier(now, hour);
  for (const level of levels) {
    const baskets = await basketsOn(tx, level, now);
    const held = await countHeldFor(tx, { baskets: ids(baskets), performance: performance.id, now });
    const hadHere = before?.networks[level.column] === level.hash ? before.count : 0;
    if (count <= hadHere) continue;
    const orders = await soldBasketsOn(tx, level, since);
    const paid = await countPaidTickets(tx, { orders, performance: performance.id, since });
    const lapses = await lapsesOn(tx, level, { since, now });
    const last = lapses[mostLapses({ factor: level.factor, paidBaskets: paid.orders }) - 1];
    if (last !== undefined) {
      refuse(
        429,
        `Few places are left for ${when}, and tickets held from your network have run out or been put back unpaid several times. You can hold tickets again at ${at(later(last, hour))}. Tickets that are still in your basket can be paid for at any time.`,
      );
    }
    const most = mostUnpaid({ capacity, left: free + held, paid: paid.tickets, wasScarce, percent });
    if (held <= most) continue;
    const room = Math.max(0, most - (held - count));
    if (room > 0) {
      refuse(
        429,
        `Few places are left for ${when}, so your network can hold ${room} more at the moment. Choose up to ${room}; when they are paid for, you can choose more.`,
      );
    }
    const [soonest = now] = baskets.map(({ held_until }) => held_until).sort();
    refuse(
      429,
      `Few places are left for ${when}, and other people on your network are holding tickets for it. Try again at ${at(soonest)}, or as soon as they have paid.`,
    );
  }
}

const ids = (baskets: readonly { id: Id }[]) => baskets.map(({ id }) => id);

/** How many may come to a performance, and how many of those places visitors can still have. */
async function visitorPlaces(db: Reading, performance: PerformanceAhead, now: Instant) {
  const { total, sold, held } = (await placesOf(db, [performance.id], now)).get(performance.id) ?? none;
  const houseSeats = (await countHouseSeats(db, [performance], now)).get(performance.id) ?? 0;
  return { total, free: Math.max(0, total - sold - held - houseSeats) };
}

const none = { total: 0, sold: 0, held: 0 };
