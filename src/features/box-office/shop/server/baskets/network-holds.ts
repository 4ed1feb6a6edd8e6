import { countActiveHolds, countPaidOrdersAndTickets } from '#features/box-office/orders/server/index.ts';
import type { PricedPerformance } from '#features/box-office/performances/server/index.ts';
import type { Settings } from '#features/society/settings/settings.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { formatDateTime, type Instant } from '#platform/shared/dates/dates.ts';
import { earlier, hour, later } from '#platform/shared/dates/durations.ts';
import { formatEnd } from '#platform/shared/dates/end-time.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { maxHeldTicketsPerNetwork } from '../../basket.ts';
import {
  calculateMaxUnpaidTickets,
  findBlockingLapsedBasket,
  getMaxLapsedHoldMs,
  getScarcityThreshold,
} from '../../scarcity.ts';
import { type BasketNetworks, listNetworkLevels, type NetworkLevel } from './basket-networks.ts';
import { findRecentBaskets } from './basket-store.ts';
import { listTicketPools, listTicketsInBaskets, type PoolTicket, type TicketPool } from './scarce-pools.ts';

/** A change to a basket's tickets for a performance. */
export interface ChangedHold {
  performance: PricedPerformance;
  basket: Id;
  /** The tickets that the basket held before the change, and its networks. Undefined for a new basket. */
  before: { networks: BasketNetworks; tickets: readonly PoolTicket[] } | undefined;
}

interface NetworkContext {
  networks: BasketNetworks;
  settings: Pick<Settings, 'timeZone' | 'scarcePercent'>;
  now: Instant;
}

/**
 * Refuses holds that were just created if one of the visitor's networks now holds too much: too many tickets in all,
 * more than its share of a scarce pool, or anything from a scarce pool after its baskets have lapsed for too long. A
 * performance's places, its wheelchair spaces and its limited ticket types are separate pools. The rules for scarce
 * pools allow every change that doesn't increase the network's part of the pool.
 * @returns true if one of the holds has tickets from a scarce pool
 * @throws HttpError 429 with the number that may be held, or the time at which holding is possible again
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
    const tickets = await listTicketsInBaskets(tx, { baskets: [basket], performance: performance.id, now });
    for (const pool of await listTicketPools(tx, performance, now)) {
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
    if ((await countActiveHolds(tx, getIds(open), now)) > maxHeldTicketsPerNetwork * level.factor) {
      refuse(429, 'Too many tickets are already being held from your network. Wait ten minutes, then try again.');
    }
    for (const hold of scarce) {
      const tickets = await listTicketsInBaskets(tx, { baskets: getIds(open), performance: hold.performance.id, now });
      await refuseScarce(tx, hold, { level, recent, held: hold.pool.count(tickets) }, hoarding);
    }
  }
  return scarce.length > 0;
}

/** A scarce pool from which a hold takes tickets. */
interface ScarcePool {
  performance: PricedPerformance;
  pool: TicketPool;
  /** The basket's tickets from the pool. */
  count: number;
  before: { networks: BasketNetworks; count: number } | undefined;
  wasScarce: boolean;
}

/** One of the visitor's networks, its baskets of the last hour, and the tickets that they hold from a pool. */
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
  const today = formatIsoWithOffset(now, timeZone).slice(0, 10);
  const at = (moment: Instant) => formatEnd(formatIsoWithOffset(moment, timeZone), today);
  const orders = getIds(recent.filter(({ status }) => status === 'sold'));
  const paid = await countPaidOrdersAndTickets(tx, { orders, performance: performance.id, since: earlier(now, hour) });
  const lapsed = recent.filter((one) => one.status === 'open' && one.scarce === 1 && one.held_until <= now);
  const last = findBlockingLapsedBasket(lapsed, getMaxLapsedHoldMs({ paidBaskets: paid.orders }));
  if (last) {
    refuse(
      429,
      `Few ${name} are left for ${when}, and several times tickets held from your network were put back or not paid for in time. You can hold tickets again from ${at(later(last.held_until, hour))}. Tickets that are still in your basket can be paid for at any time.`,
    );
  }
  const most = calculateMaxUnpaidTickets({
    share,
    capacity,
    left: free + held,
    paid: paid.tickets,
    wasScarce,
    percent,
  });
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
    `Few ${name} are left for ${when}, and other people on your network are holding tickets for it. Try again after ${at(soonest)}, or as soon as they have paid.`,
  );
}

const getIds = (baskets: readonly { id: Id }[]) => baskets.map(({ id }) => id);
