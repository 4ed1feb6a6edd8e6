import { findActiveHolds, findHeldTickets, releaseTickets } from '#features/box-office/orders/server/index.ts';
import { findPerformanceWithTicketTypes } from '#features/box-office/performances/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, write } from '#platform/server/database/index.ts';
import type { AdminTodo } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { formatDateTime, type Instant } from '#platform/shared/dates/dates.ts';
import { earlier, hour } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { type HoardedPlaces, releaseHoardedPlaces } from '../../contract.ts';
import { unconfirmedOrdersPath } from '../../paths.ts';
import { listNetworkLevels } from './basket-networks.ts';
import { type Basket, changeBasket, endEmptiedBasket, findRecentScarceBaskets } from './basket-store.ts';
import { listTicketPools, listTicketsInBaskets } from './scarce-pools.ts';

interface HoardedPool {
  performance: Id;
  show: Id;
  starts_at: Instant;
  /** The pool: "places", "wheelchair spaces" or, for a limited type, "“Adult” tickets". */
  of: string;
  /** The number of places of the pool that are free, or held by networks with lapsed baskets. */
  left: number;
  /** The number of places held by networks that also have lapsed baskets. */
  count: number;
  /** The suspicious baskets, with their tickets of the pool and all their tickets for the performance. */
  baskets: { basket: Basket; count: number; tickets: number }[];
}

/**
 * Finds performances where networks that have let baskets lapse within the last hour hold more of a scarce pool than is
 * still free. Few real buyers hold that much; somebody who blocks a performance with repeated holds does.
 */
async function findHoardedPools(db: DbReader, now: Instant): Promise<HoardedPool[]> {
  const recent = await findRecentScarceBaskets(db, earlier(now, hour));
  const hashesOf = (basket: Basket) => listNetworkLevels(basket).map(({ hash }) => hash);
  const lapsed = new Set(recent.filter(({ held_until }) => held_until <= now).flatMap(hashesOf));
  const repeated = new Map(
    recent
      .filter((basket) => basket.held_until > now && hashesOf(basket).some((hash) => lapsed.has(hash)))
      .map((basket) => [basket.id, basket]),
  );
  const baskets = [...repeated.keys()];
  const performances = new Set((await findActiveHolds(db, baskets, now)).map(({ performance_id }) => performance_id));
  const hoarded: HoardedPool[] = [];
  for (const id of performances) {
    const performance = await findPerformanceWithTicketTypes(db, id);
    if (!performance) continue;
    const tickets = await listTicketsInBaskets(db, { baskets, performance: id, now });
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
export const hoardedPlacesTodo: AdminTodo = {
  tool: '',
  waiting: async ({ db, now }) => {
    const hoarded = await findHoardedPools(db, now);
    if (hoarded.length === 0) return [];
    const { timeZone } = await readSettings(db);
    return hoarded.map(({ show, starts_at, of, left, count }) => ({
      words: `${count} of the last ${left} ${of} for ${formatDateTime(formatIsoWithOffset(starts_at, timeZone))} are in unpaid baskets of people who let earlier baskets run out`,
      link: unconfirmedOrdersPath(show),
    }));
  },
  nudge: { kind: 'hoarded_places', item: 'bookings', action: 'See them' },
};

export function registerHoardedPlacesCalls(platform: Platform): void {
  const { call } = platform;

  call(releaseHoardedPlaces, { access: mayUse('bookings') }, releasePlaces(platform));
}

const releasePlaces =
  ({ db }: Pick<Platform, 'db'>): CallHandler<typeof releaseHoardedPlaces> =>
  async (request) => {
    const { params, now } = request;
    const audit = { ...auditContextFrom(request, 'basket.released'), subject: params.id };
    const count = await write(db, async (tx) => {
      const found = (await findHoardedPools(tx, now)).find(({ performance }) => performance === params.id);
      if (!found) return refuse(409, 'These places are no longer held.');
      for (const { basket } of found.baskets) {
        await releaseTickets(tx, { basket: basket.id, performance: params.id });
        if ((await findHeldTickets(tx, basket.id)).length === 0) await endEmptiedBasket(tx, basket, now);
        await changeBasket(tx, basket.id, { released_at: now });
      }
      const released = found.baskets.reduce((sum, { tickets }) => sum + tickets, 0);
      await recordAudit(tx, { ...audit, detail: `${released}` });
      return released;
    });
    return ok(`Released ${count === 1 ? 'one place' : `${count} places`}.`);
  };
