import { findUnaccompaniedTicketType, formatUnaccompaniedTickets } from '#features/box-office/orders/companions.ts';
import { formatPlaceShortage, type TicketRequest } from '#features/box-office/orders/requested-tickets.ts';
import { getSaleStatus } from '#features/box-office/performances/performance-rules.ts';
import {
  countEmptyHouseSeats,
  countPlaces,
  findPerformance,
  findPerformanceWithPublicTypes,
  getPlaceAvailability,
  isPerformanceCancelled,
  type PerformanceWithPublicTypes,
} from '#features/box-office/performances/server/index.ts';
import { countTicketsLeft } from '#features/box-office/waiting-list/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Settings } from '#features/society/settings/settings.ts';
import { areTicketsSoldHere } from '#features/society/settings/tickets.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Database, DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import { formatDateTime, type Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';

/**
 * Returns a performance, if visitors can book it now.
 * @throws HttpError with the reason if they can't
 */
export const requireBookablePerformance = async (
  db: DbReader,
  id: Id,
  now: Instant,
): Promise<PerformanceWithPublicTypes> =>
  assertPerformanceBookable(
    { settings: await readSettings(db), performance: await findPerformanceWithPublicTypes(db, id) },
    now,
  );

/**
 * Returns the performance in an availability snapshot, if visitors can book it now.
 * @throws HttpError with the reason if they can't
 */
export function assertPerformanceBookable(
  { settings, performance: found }: Pick<AvailabilitySnapshot, 'settings' | 'performance'>,
  now: Instant,
): PerformanceWithPublicTypes {
  if (!areTicketsSoldHere(settings)) refuse(409, 'Tickets aren’t sold here at the moment.');
  const performance = found ?? refuseNotFound();
  const shownMoment = (moment: Instant) => formatDateTime(formatIsoWithOffset(moment, settings.timeZone));
  const isCancelled = isPerformanceCancelled(performance);
  const sale = getSaleStatus(performance, now);
  if (!isCancelled && sale.is === 'open') return performance;
  const when = shownMoment(performance.starts_at);
  if (isCancelled) refuse(409, `The performance on ${when} has been cancelled, so there are no tickets for it.`);
  if (sale.is === 'ahead') refuse(409, `Tickets for ${when} go on sale on ${shownMoment(sale.at)}.`);
  return refuse(409, `Tickets for ${when} were on sale here until ${shownMoment(sale.at)}.`);
}

export interface ChosenTickets {
  performance: PerformanceWithPublicTypes;
  wanted: readonly TicketRequest[];
}

/**
 * Reads the prices again, if the performance or a price has changed while this request was queued.
 * @throws HttpError if the tickets are no longer sold
 */
export async function refreshChosenTickets(
  tx: DbTransaction,
  { performance, wanted }: ChosenTickets,
  now: Instant,
): Promise<ChosenTickets> {
  const found = await findPerformance(tx, performance.id);
  const isSame = found?.version === performance.version && found.plan_version === performance.plan_version;
  if (isSame && found.show_cancelled === performance.show_cancelled) return { performance, wanted };
  const current = await requireBookablePerformance(tx, performance.id, now);
  const priced = wanted.map(({ id, count }) => {
    const { name, pence, most } = current.types.find((type) => type.id === id) ?? refuse(409, typeGoneMessage);
    return { id, name, pence, most, count };
  });
  return { performance: current, wanted: priced };
}

const typeGoneMessage = 'One of these ticket types is no longer sold. Reload the page, then choose again.';

/**
 * Refuses early if too few places are left, so that a rush of visitors doesn't fill the queue of writes. The write
 * itself checks again.
 * @throws HttpError if there are too few places
 */
export function assertPlacesLeft(
  { settings, free: left }: AvailabilitySnapshot,
  performance: PerformanceWithPublicTypes,
  wanted: number,
): void {
  if (left < wanted) refuseTooFewPlacesIn(settings, performance, { left });
}

/** Refuses a hold because too few places or tickets of a type are left. */
export async function refuseTooFewPlaces(
  db: DbReader,
  performance: PerformanceWithPublicTypes,
  few: { left: number; type?: string },
): Promise<never> {
  return refuseTooFewPlacesIn(await readSettings(db), performance, few);
}

/** Does the same as `refuseTooFewPlaces`, with settings that the caller has already read. */
function refuseTooFewPlacesIn(
  { timeZone }: Pick<Settings, 'timeZone'>,
  performance: PerformanceWithPublicTypes,
  { left, type }: { left: number; type?: string },
): never {
  const when = formatDateTime(formatIsoWithOffset(performance.starts_at, timeZone));
  const field = performance.types.find(({ name }) => name === type)?.id;
  const fields = field === undefined ? undefined : { [`tickets_${field}`]: left === 0 ? 'None left' : `${left} left` };
  if (type) return refuse(409, formatPlaceShortage(when, { left, type }, '').trim(), fields);
  if (left === 0) return refuse(409, `There are no places left for ${when}. Your basket hasn’t changed.`);
  return refuse(
    409,
    `There ${left === 1 ? 'is one place' : `are ${left} places`} left for ${when}. Choose fewer tickets.`,
  );
}

/** Returns how many of the newly held places have to come from house seats. */
async function countPlacesFromHouseSeats(
  db: DbReader,
  performance: PerformanceWithPublicTypes,
  now: Instant,
): Promise<number> {
  const houseSeats = (await countEmptyHouseSeats(db, [performance], now)).get(performance.id) ?? 0;
  if (houseSeats === 0) return 0;
  const { total, sold, held } = (await countPlaces(db, [performance.id], now)).get(performance.id) ?? noPlaces;
  return Math.max(0, houseSeats - (total - sold - held));
}

const noPlaces = { total: 0, sold: 0, held: 0 };

/** @throws HttpError if visitors would get places that are needed for house seats */
export async function assertHouseSeatsStayFree(
  tx: DbTransaction,
  performance: PerformanceWithPublicTypes,
  { count, now }: { count: number; now: Instant },
): Promise<void> {
  const tooMany = await countPlacesFromHouseSeats(tx, performance, now);
  if (tooMany > 0) await refuseTooFewPlaces(tx, performance, { left: Math.max(0, count - tooMany) });
}

/**
 * Refuses a hold that was just created or changed if it leaves too few tickets of limited types for the offers to the
 * waiting list. `leftBefore` is the number of tickets that were left before the hold.
 *
 * @throws HttpError with the number of tickets that are left
 */
export async function assertOfferedTicketsStayFree(
  tx: DbTransaction,
  performance: PerformanceWithPublicTypes,
  { count, leftBefore, now }: { count: number; leftBefore: number; now: Instant },
): Promise<void> {
  const left = (await countTicketsLeft(tx, [performance], now)).get(performance.id)?.total ?? 0;
  if (left < Math.min(0, leftBefore)) await refuseTooFewPlaces(tx, performance, { left: Math.max(0, count + left) });
}

/** @throws HttpError if there are more free companions' tickets than paid tickets */
export function assertNoUnaccompaniedTickets(
  lines: Parameters<typeof findUnaccompaniedTicketType>[0],
  types: PerformanceWithPublicTypes['types'],
): void {
  const found = findUnaccompaniedTicketType(lines, types);
  if (!found) return;
  const says = formatUnaccompaniedTickets(found);
  refuse(409, says, {
    [`tickets_${found.id}`]: found.allowed === 0 ? 'Only with a paid ticket.' : `Choose up to ${found.allowed}.`,
  });
}

export async function refuseMissingTicketType(
  db: DbReader,
  { starts_at }: PerformanceWithPublicTypes,
  type: string,
): Promise<never> {
  const { timeZone } = await readSettings(db);
  const when = formatDateTime(formatIsoWithOffset(starts_at, timeZone));
  return refuse(
    409,
    `“${type}” tickets are no longer sold for ${when}. Remove them from your basket, then choose again.`,
  );
}

/** The settings, the performance and its places, as this process last read them. */
export interface AvailabilitySnapshot {
  settings: Settings;
  /** The performance; undefined if it doesn't exist or its show isn't on the site. */
  performance: PerformanceWithPublicTypes | undefined;
  total: number;
  /** The number of free places. */
  free: number;
  /** The time at which the next hold expires, if nothing changes. */
  until: Instant | null;
}

interface CacheEntry {
  revision: number;
  from: Instant;
  look: Promise<AvailabilitySnapshot>;
  /** The time at which the entry was last known to be current, by the clock of `performance.now()`. */
  at: number;
}

/** The maximum number of cached performances: more than any society sells at the same time. */
const maxEntries = 200;

type LookUpAvailability = (
  id: Id,
  now: Instant,
  waited?: { for: number; since: number },
) => Promise<AvailabilitySnapshot>;

/**
 * Creates a cache of performances and their free places. Each entry is valid until the next sale, change or end of a
 * hold. The cache only serves to refuse requests early: the places are allocated by the write. `waited` describes a
 * request that had to wait: the number of places that it asks for, and the time at which it began to wait. If the
 * cached count is newer than that time and too low for the request, it is returned without a query.
 */
export function createAvailabilityCache(db: Database): LookUpAvailability {
  const seen = new Map<Id, CacheEntry>();

  async function read(id: Id, now: Instant): Promise<AvailabilitySnapshot> {
    const [settings, performance, places] = await Promise.all([
      readSettings(db.read),
      findPerformanceWithPublicTypes(db.read, id),
      getPlaceAvailability(db.read, { performance: id, now }),
    ]);
    return { settings, performance, ...places };
  }

  function begin(
    id: Id,
    now: Instant,
    { revision, at }: Pick<CacheEntry, 'revision' | 'at'>,
  ): Promise<AvailabilitySnapshot> {
    const look = read(id, now);
    // The entry is inserted again, so that the oldest entry stays first in the map
    seen.delete(id);
    seen.set(id, { revision, from: now, look, at });
    const [first = id] = seen.keys();
    if (seen.size > maxEntries) seen.delete(first);
    const dropEntry = () => {
      if (seen.get(id)?.look === look) seen.delete(id);
    };
    // Failures and unknown ids aren't cached
    look.then(({ performance }) => performance ?? dropEntry(), dropEntry);
    return look;
  }

  return async (id, now, waited) => {
    const before = seen.get(id);
    if (before && waited && before.at > waited.since) {
      const look = await before.look;
      if (look.free < waited.for) return look;
    }
    const at = performance.now();
    // The revision is read first, so that a concurrent change makes the snapshot stale
    const revision = await db.revision(['sales']);
    const last = seen.get(id);
    if (last?.revision === revision && last.from <= now) {
      const look = await last.look;
      if (look.until === null || now < look.until) {
        last.at = Math.max(last.at, at);
        return look;
      }
    }
    return begin(id, now, { revision, at });
  };
}
