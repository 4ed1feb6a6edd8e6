import { countHeldByPerformance, countPaidTickets } from '#features/orders/server/index.ts';
import { countHouseSeats, freeAt, type PerformanceAhead } from '#features/performances/server/index.ts';
import type { Settings } from '#features/society/settings.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading, Writing } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/refusal.ts';
import { type Instant, momentInWords, timeInWords } from '#platform/shared/dates.ts';
import { earlier, hour, later } from '#platform/shared/durations.ts';
import { withOffset } from '#platform/shared/local-time.ts';
import { mostHeldFrom } from '../basket.ts';
import { lapseToWaitFor, mostLapsedMs, mostUnpaid, scarceBelow } from '../scarcity.ts';
import { type BasketNetworks, type NetworkLevel, networkLevelsOf } from './basket-networks.ts';
import { recentBasketsOn } from './basket-store.ts';

/** What a basket holds of a performance, and what it held before it changed. */
export interface ChangedHold {
  performance: PerformanceAhead;
  count: number;
  /** Undefined for a new basket. */
  before: { networks: BasketNetworks; count: number } | undefined;
}

interface Hoarding {
  networks: BasketNetworks;
  settings: Pick<Settings, 'timeZone' | 'scarcePercent'>;
  now: Instant;
}

/**
 * Refuses holds, after they were made, with which the visitor's networks hold too much: of all performances together, or
 * more than a quarter of one that they leave scarce, or anything of it after too many baskets lapsed. A change that
 * makes none of the networks hold more than before is never refused.
 * @returns whether one of the performances is scarce now
 * @throws Refusal with how many may be held, or from when on
 */
export async function refuseHoarding(tx: Writing, holds: readonly ChangedHold[], hoarding: Hoarding): Promise<boolean> {
  const { networks, settings, now } = hoarding;
  const levels = networkLevelsOf(networks);
  if (levels.length === 0) return false;
  const scarce: ScarceHold[] = [];
  for (const hold of holds) {
    const { total: capacity, free } = await visitorPlaces(tx, hold.performance, now);
    const limit = scarceBelow({ capacity, percent: settings.scarcePercent });
    const wasScarce = free + hold.count - (hold.before?.count ?? 0) < limit;
    if (free < limit) scarce.push({ ...hold, capacity, free, wasScarce });
  }
  for (const level of levels) {
    const recent = await recentBasketsOn(tx, level, earlier(now, hour));
    const open = recent.filter(({ held_until }) => held_until > now);
    const held = await countHeldByPerformance(tx, ids(open), now);
    const total = [...held.values()].reduce((sum, count) => sum + count, 0);
    if (total > mostHeldFrom * level.factor) {
      refuse(429, 'Too many tickets are being held from your network. Wait ten minutes, then try again.');
    }
    for (const hold of scarce) {
      const network = { level, recent, held: held.get(hold.performance.id) ?? 0 };
      await refuseScarce(tx, hold, network, hoarding);
    }
  }
  return scarce.length > 0;
}

interface ScarceHold extends ChangedHold {
  capacity: number;
  /** How many places visitors can still have. */
  free: number;
  wasScarce: boolean;
}

/** One of the visitor's networks: its baskets of the last hour, and how many tickets for the performance they hold. */
interface NetworkHolds {
  level: NetworkLevel;
  recent: Awaited<ReturnType<typeof recentBasketsOn>>;
  held: number;
}

async function refuseScarce(
  tx: Writing,
  { performance, count, before, capacity, free, wasScarce }: ScarceHold,
  { level, recent, held }: NetworkHolds,
  { settings: { timeZone, scarcePercent: percent }, now }: Hoarding,
): Promise<void> {
  const hadHere = before?.networks[level.column] === level.hash ? before.count : 0;
  if (count <= hadHere) return;
  const when = momentInWords(withOffset(performance.starts_at, timeZone));
  // Within the hour
  const at = (moment: Instant) => timeInWords(withOffset(moment, timeZone));
  const orders = ids(recent.filter(({ status }) => status === 'sold'));
  const paid = await countPaidTickets(tx, { orders, performance: performance.id, since: earlier(now, hour) });
  const lapsed = recent.filter((one) => one.status === 'open' && one.scarce === 1 && one.held_until <= now);
  const last = lapseToWaitFor(lapsed, mostLapsedMs({ paidBaskets: paid.orders }));
  if (last) {
    refuse(
      429,
      `Few places are left for ${when}, and tickets held from your network have run out or been put back unpaid several times. You can hold tickets again at ${at(later(last.held_until, hour))}. Tickets that are still in your basket can be paid for at any time.`,
    );
  }
  const most = mostUnpaid({ capacity, left: free + held, paid: paid.tickets, wasScarce, percent });
  if (held <= most) return;
  const room = Math.max(0, most - (held - count));
  if (room > 0) {
    refuse(
      429,
      `Few places are left for ${when}, so your network can hold ${room} more at the moment. Choose up to ${room}; when they are paid for, you can choose more.`,
    );
  }
  const open = recent.flatMap(({ held_until }) => (held_until > now ? [held_until] : []));
  const [soonest = now] = open.sort();
  refuse(
    429,
    `Few places are left for ${when}, and other people on your network are holding tickets for it. Try again at ${at(soonest)}, or as soon as they have paid.`,
  );
}

const ids = (baskets: readonly { id: Id }[]) => baskets.map(({ id }) => id);

/** How many may come to a performance, and how many of those places visitors can still have. */
async function visitorPlaces(db: Reading, performance: PerformanceAhead, now: Instant) {
  const { total, free } = await freeAt(db, { performance: performance.id, now });
  const houseSeats = (await countHouseSeats(db, [performance], now)).get(performance.id) ?? 0;
  return { total, free: Math.max(0, free - houseSeats) };
}
