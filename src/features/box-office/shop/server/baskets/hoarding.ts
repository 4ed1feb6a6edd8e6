import {
  countCardOrdersAndTickets,
  countTicketsOnHold,
  findTicketsInBasket,
  findTicketsOnHold,
  releaseHeldTickets,
} from '#features/box-office/orders/server/index.ts';
import {
  findPerformanceWithPublicTypes,
  type PerformanceWithPublicTypes,
} from '#features/box-office/performances/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Settings } from '#features/society/settings/settings.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { AdminTodoSource } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { formatDateTime, type Instant } from '#platform/shared/dates/dates.ts';
import { addMs, hour, subtractMs } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatRelativeEnd } from '#platform/shared/dates/short-dates.ts';
import { maxHeldTicketsPerNetwork } from '../../basket.ts';
import { type HoardedPlaces, releaseHoardedPlaces } from '../../contract.ts';
import { bookingsTabPath } from '../../paths.ts';
import {
  type Basket,
  type BasketNetworks,
  findRecentBaskets,
  findRecentBasketsWithScarceTickets,
  listNetworkLevels,
  type NetworkLevel,
  resetEmptiedBasket,
  updateOpenBasket,
} from './basket-store.ts';
import {
  calculateMaxUnpaidHoldMs,
  calculateMaxUnpaidTickets,
  findBlockingLapsedBasket,
  getScarcityThreshold,
  listPoolTicketsOnHold,
  listTicketPools,
  type PoolTicket,
  type TicketPool,
} from './scarce-pools.ts';

/** A change to a basket's tickets for a performance. */
export interface ChangedHold {
  performance: PerformanceWithPublicTypes;
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
 * more than its share of a scarce pool, or anything from a scarce pool although its unpaid baskets have already held
 * scarce tickets for too long. A performance's places, its wheelchair spaces and its limited ticket types are separate
 * pools. The rules for scarce pools allow every change that doesn't increase what the network holds of the pool.
 *
 * @returns true if one of the holds has tickets from a scarce pool
 * @throws HttpError 429 with a message that says what may be held, or when to try again
 */
export async function assertNoHoarding(
  tx: DbTransaction,
  holds: readonly ChangedHold[],
  hoarding: NetworkContext,
): Promise<boolean> {
  const { networks, settings, now } = hoarding;
  const levels = listNetworkLevels(networks);
  if (levels.length === 0) return false;
  const scarce: ScarcePool[] = [];
  for (const { performance, basket, before } of holds) {
    const tickets = await listPoolTicketsOnHold(tx, { baskets: [basket], performance: performance.id, now });
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
    const recent = await findRecentBaskets(tx, level, subtractMs(now, hour));
    const open = recent.filter(({ held_until }) => held_until > now);
    if ((await countTicketsOnHold(tx, getIds(open), now)) > maxHeldTicketsPerNetwork * level.factor) {
      refuse(
        429,
        'Too many tickets are already being held from your network. Try again when some of them are paid for or released, usually within half an hour.',
      );
    }
    for (const hold of scarce) {
      const tickets = await listPoolTicketsOnHold(tx, { baskets: getIds(open), performance: hold.performance.id, now });
      await assertNoScarceHoarding(tx, hold, { level, recent, held: hold.pool.count(tickets) }, hoarding);
    }
  }
  return scarce.length > 0;
}

/** A scarce pool from which a hold takes tickets. */
interface ScarcePool {
  performance: PerformanceWithPublicTypes;
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

async function assertNoScarceHoarding(
  tx: DbTransaction,
  { performance, pool: { name, capacity, free, share }, count, before, wasScarce }: ScarcePool,
  { level, recent, held }: NetworkHolds,
  { settings: { timeZone, scarcePercent: percent }, now }: NetworkContext,
): Promise<void> {
  const hadHere = before?.networks[level.column] === level.hash ? before.count : 0;
  if (count <= hadHere) return;
  const when = formatDateTime(formatIsoWithOffset(performance.starts_at, timeZone));
  const today = formatIsoWithOffset(now, timeZone).slice(0, 10);
  const at = (moment: Instant) => formatRelativeEnd(formatIsoWithOffset(moment, timeZone), today);
  const orders = getIds(recent.filter(({ status }) => status === 'sold'));
  const paid = await countCardOrdersAndTickets(tx, {
    orders,
    performance: performance.id,
    since: subtractMs(now, hour),
  });
  const lapsed = recent.filter((one) => one.status === 'open' && one.scarce === 1 && one.held_until <= now);
  const last = findBlockingLapsedBasket(lapsed, calculateMaxUnpaidHoldMs({ paidBaskets: paid.orders }));
  if (last) {
    refuse(
      429,
      `Few ${name} are left for ${when}, and tickets held from your network were repeatedly released or not paid for in time. You can hold tickets again from ${at(addMs(last.held_until, hour))}. You can still pay for tickets that are in your basket.`,
    );
  }
  const max = calculateMaxUnpaidTickets({
    share,
    capacity,
    left: free + held,
    paid: paid.tickets,
    wasScarce,
    percent,
  });
  if (held <= max) return;
  const room = Math.max(0, max - (held - count));
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
    `Few ${name} are left for ${when}, and other people on your network are holding tickets for this performance. Try again after ${at(soonest)}, or as soon as they have paid.`,
  );
}

const getIds = (baskets: readonly { id: Id }[]) => baskets.map(({ id }) => id);

interface HoardedPool {
  performance: Id;
  show: Id;
  starts_at: Instant;
  /** The pool: "places", "wheelchair spaces" or, for a limited type, "“Adult” tickets". */
  of: string;
  /** The number of places (or tickets of a limited type) of the pool that are free, or counted in `count`. */
  left: number;
  /** The part of `left` that is held by networks that have let baskets lapse within the last hour. */
  count: number;
  /** The suspicious baskets, with their tickets of the pool and all their tickets for the performance. */
  baskets: { basket: Basket; count: number; tickets: number }[];
}

/**
 * Finds performances where networks that have let baskets lapse within the last hour hold more of a scarce pool than is
 * still free. Few real buyers hold that much; somebody who blocks a performance with repeated holds does.
 */
async function findHoardedPools(db: DbReader, now: Instant): Promise<HoardedPool[]> {
  const recent = await findRecentBasketsWithScarceTickets(db, subtractMs(now, hour));
  const hashesOf = (basket: Basket) => listNetworkLevels(basket).map(({ hash }) => hash);
  const lapsed = new Set(recent.filter(({ held_until }) => held_until <= now).flatMap(hashesOf));
  const repeated = new Map(
    recent
      .filter((basket) => basket.held_until > now && hashesOf(basket).some((hash) => lapsed.has(hash)))
      .map((basket) => [basket.id, basket]),
  );
  const baskets = [...repeated.keys()];
  const performances = new Set((await findTicketsOnHold(db, baskets, now)).map(({ performance_id }) => performance_id));
  const hoarded: HoardedPool[] = [];
  for (const id of performances) {
    const performance = await findPerformanceWithPublicTypes(db, id);
    if (!performance) continue;
    const tickets = await listPoolTicketsOnHold(db, { baskets, performance: id, now });
    const pools = await listTicketPools(db, performance, now);
    const pool = pools.find((one) => one.count(tickets) > one.free);
    if (!pool) continue;
    const byBasket = Map.groupBy(tickets, ({ basket_id }) => basket_id);
    hoarded.push({
      ...{ performance: id, show: performance.show_id, starts_at: performance.starts_at, of: pool.name },
      ...{ left: pool.free + pool.count(tickets), count: pool.count(tickets) },
      baskets: [...byBasket].flatMap(([basketId, own]) => {
        const basket = repeated.get(basketId);
        const count = pool.count(own);
        return basket && count > 0 ? [{ basket, count, tickets: own.length }] : [];
      }),
    });
  }
  return hoarded.sort((one, other) => (one.starts_at < other.starts_at ? -1 : 1));
}

/**
 * Lists the performances of a show whose last places seem to be held without any intention to pay, for staff who manage
 * bookings.
 */
export async function listHoardedPlaces(
  db: DbReader,
  show: Id,
  { timeZone, now }: { timeZone: string; now: Instant },
): Promise<HoardedPlaces[]> {
  const hoarded = await findHoardedPools(db, now);
  return hoarded
    .filter((one) => one.show === show)
    .map(({ performance, starts_at, of, left, count, baskets }) => ({
      ...{ performance_id: performance, date: formatIsoWithOffset(starts_at, timeZone), of, left, held: count },
      baskets: baskets.length,
      holders: baskets.map(({ basket, count: held, tickets }) => ({ name: basket.name, count: held, tickets })),
    }));
}

/** A to-do for staff when somebody seems to hold most of the last places without paying. */
export const hoardedPlacesTodo: AdminTodoSource = {
  tool: '',
  waiting: async ({ db, now }) => {
    const hoarded = await findHoardedPools(db, now);
    if (hoarded.length === 0) return [];
    const { timeZone } = await readSettings(db);
    return hoarded.map(({ show, starts_at, of, left, count }) => ({
      words: `${count} of the last ${left} ${of} for ${formatDateTime(formatIsoWithOffset(starts_at, timeZone))} are in unpaid baskets of people who let earlier baskets run out`,
      link: bookingsTabPath(show),
    }));
  },
  nudge: { kind: 'hoarded_places', item: 'bookings', action: 'See the baskets' },
};

export function registerHoardedPlacesCalls(registry: RouteRegistry): void {
  const { call } = registry;

  call(releaseHoardedPlaces, { access: mayUse('bookings') }, releasePlaces(registry));
}

const releasePlaces =
  ({ db }: Pick<RouteRegistry, 'db'>): CallHandler<typeof releaseHoardedPlaces> =>
  async (request) => {
    const { params, now } = request;
    const audit = { ...createAuditContext(request, 'basket.released'), subject: params.id };
    const count = await write(db, async (tx) => {
      const found = (await findHoardedPools(tx, now)).find(({ performance }) => performance === params.id);
      if (!found) return refuse(409, 'These places are no longer held.');
      for (const { basket } of found.baskets) {
        await releaseHeldTickets(tx, { basket: basket.id, performance: params.id });
        if ((await findTicketsInBasket(tx, basket.id)).length === 0) await resetEmptiedBasket(tx, basket, now);
        await updateOpenBasket(tx, basket.id, { released_at: now });
      }
      const released = found.baskets.reduce((sum, { tickets }) => sum + tickets, 0);
      await recordAudit(tx, { ...audit, detail: `${released}` });
      return released;
    });
    return ok(`Released ${count === 1 ? 'one place' : `${count} places`}.`);
  };
