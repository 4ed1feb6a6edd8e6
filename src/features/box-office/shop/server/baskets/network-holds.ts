import { countHeld, countPaidTickets } from '#features/box-office/orders/server/index.ts';
import type { UpcomingPerformance } from '#features/box-office/performances/server/index.ts';
import type { Settings } from '#features/society/settings/settings.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { formatDateTime, formatTime, type Instant } from '#platform/shared/dates/dates.ts';
import { earlier, hour, later } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { maxHeldPerNetwork } from '../../basket.ts';
import { calculateMaxUnpaid, findBlockingLapse, getMaxLapsedMs, getScarcityThreshold } from '../../scarcity.ts';
import { type BasketNetworks, listNetworkLevels, type NetworkLevel } from './basket-networks.ts';
import { findRecentBaskets } from './basket-store.ts';
import { listPools, listPoolTickets, type Pool, type PoolTicket } from './scarce-pools.ts';

/** A basket's tickets for a performance that have changed. */
export interface ChangedHold {
  performance: UpcomingPerformance;
  basket: Id;
  /** The tickets that it held before, and their origin; undefined for a new basket. */
  before: { networks: BasketNetworks; tickets: readonly PoolTicket[] } | undefined;
}

interface NetworkContext {
  networks: BasketNetworks;
  settings: Pick<Settings, 'timeZone' | 'scarcePercent'>;
  now: Instant;
}

/**
 * Refuses holds, after they were made, by which the visitor's networks hold too much: of all performances together, or
 * more than their share of the remaining places of a scarce one, or any of those after baskets lapsed for too long.
 * Wheelchair spaces and limited types of tickets are scarce on their own. A change that makes none of the networks hold
 * more than before is never refused.
 * @returns true if one of the performances, or some of its tickets that the hold has, is scarce now
 * @throws Refusal with the number that may be held, or the time from which they may
 */
export async function refuseHoarding(
  tx: DbTransaction,
  holds: readonly ChangedHold[],
  hoarding: NetworkContext,
): Promise<boolean> {
  const { networks, settings, now } = hoarding;
  const levels = listNetworkLevels(networks);
  if (levels.length === 0) return false;
  const scarce: ScarcePool[] = [];
  for (const { performance, basket, before } of holds) {
    const tickets = await listPoolTickets(tx, { baskets: [basket], performance: performance.id, now });
    for (const pool of await listPools(tx, performance, now)) {
      const [count, hadCount] = [pool.count(tickets), pool.count(before?.tickets ?? [])];
      const limit = getScarcityThreshold({ capacity: pool.capacity, percent: settings.scarcePercent });
      if (count === 0 || pool.free >= limit) continue;
      const wasScarce = pool.free + count - hadCount < limit;
      scarce.push({
        performance,
        pool,
        count,
        before: before && { networks: before.networks, count: hadCount },
        wasScarce,
      });
    }
  }
  for (const level of levels) {
    const recent = await findRecentBaskets(tx, level, earlier(now, hour));
    const open = recent.filter(({ held_until }) => held_until > now);
    if ((await countHeld(tx, getIds(open), now)) > maxHeldPerNetwork * level.factor) {
      refuse(429, 'Too many tickets are already being held from your network. Wait ten minutes, then try again.');
    }
    for (const hold of scarce) {
      const tickets = await listPoolTickets(tx, { baskets: getIds(open), performance: hold.performance.id, now });
      await refuseScarce(tx, hold, { level, recent, held: hold.pool.count(tickets) }, hoarding);
    }
  }
  return scarce.length > 0;
}

/** A scarce pool that a hold draws on. */
interface ScarcePool {
  performance: UpcomingPerformance;
  pool: Pool;
  /** The number of it in the basket. */
  count: number;
  before: { networks: BasketNetworks; count: number } | undefined;
  wasScarce: boolean;
}

/** One of the visitor's networks: its baskets of the last hour, and the number of the pool that they hold. */
interface NetworkHolds {
  level: NetworkLevel;
  recent: Awaited<ReturnType<typeof findRecentBaskets>>;
  held: number;
}

async function refuseScarce(
  tx: DbTransaction,
  { performance, pool: { name, capacity, free, share }, count, before, wasScarce }: ScarcePool,
  { level, recent, held }: NetworkHolds,
  { settings: { timeZone, scarcePercent: percent }, now }: NetworkContext,
): Promise<void> {
  const hadHere = before?.networks[level.column] === level.hash ? before.count : 0;
  if (count <= hadHere) return;
  const when = formatDateTime(formatIsoWithOffset(performance.starts_at, timeZone));
  // Within the hour
  const at = (moment: Instant) => formatTime(formatIsoWithOffset(moment, timeZone));
  const orders = getIds(recent.filter(({ status }) => status === 'sold'));
  const paid = await countPaidTickets(tx, { orders, performance: performance.id, since: earlier(now, hour) });
  const lapsed = recent.filter((one) => one.status === 'open' && one.scarce === 1 && one.held_until <= now);
  const last = findBlockingLapse(lapsed, getMaxLapsedMs({ paidBaskets: paid.orders }));
  if (last) {
    refuse(
      429,
      `Few ${name} are left for ${when}, and tickets held from your network have run out or been put back unpaid several times. You can hold tickets again at ${at(later(last.held_until, hour))}. Tickets that are still in your basket can be paid for at any time.`,
    );
  }
  const most = calculateMaxUnpaid({ share, capacity, left: free + held, paid: paid.tickets, wasScarce, percent });
  if (held <= most) return;
  const room = Math.max(0, most - (held - count));
  if (room > 0) {
    refuse(
      429,
      `Few ${name} are left for ${when}, so your network can hold ${room} more at the moment. Choose up to ${room}; when they are paid for, you can choose more.`,
    );
  }
  const open = recent.flatMap(({ held_until }) => (held_until > now ? [held_until] : []));
  const [soonest = now] = open.sort();
  refuse(
    429,
    `Few ${name} are left for ${when}, and other people on your network are holding tickets for it. Try again at ${at(soonest)}, or as soon as they have paid.`,
  );
}

const getIds = (baskets: readonly { id: Id }[]) => baskets.map(({ id }) => id);
