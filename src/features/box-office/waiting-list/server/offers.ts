import { loadTicketCountLookup } from '#features/box-office/orders/server/index.ts';
import { getSaleStatus } from '#features/box-office/performances/performance-rules.ts';
import {
  countEmptyHouseSeats,
  countPlaces,
  findPerformances,
  isPerformanceCancelled,
  listUpcomingPerformances,
  type PerformanceWithPublicTypes,
  releasePlacesAndSeats,
  takePlaces,
} from '#features/box-office/performances/server/index.ts';
import { normaliseEmail } from '#features/society/accounts/contract.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { areTicketsSoldHere } from '#features/society/settings/tickets.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { allocateOffers, calculateOfferExpiry, maxConsecutiveUnconfirmedOffers, type WaitOutcome } from '../party.ts';
import { notifyPartyWithoutPerformances } from './cancelled-performances.ts';
import { type PartyEmailContext, queueExpiredOfferEmail, queueOfferEmail } from './emails.ts';
import {
  countConsecutiveUnconfirmedOffers,
  endPartyWait,
  findAwaitedPerformanceIds,
  findPartiesWithExpiredOffer,
  findPartiesWithOffer,
  findParty,
  findPartyByBasket,
  findWaitingParties,
  isPartyKey,
  type PartyWithDates,
  recordPartyOffer,
  requeueParty,
  type StoredParty,
  setOfferExpiry,
  setPartyBasket,
  setPartyConfirmed,
  toOfferedPlaceIds,
} from './store.ts';

interface PlannedOffer {
  party: PartyWithDates;
  performance: Id;
  until: Instant;
}

/** Returns the offers that can be made now for free places at these performances. */
async function planOffers(
  db: DbReader,
  performances: readonly PerformanceWithPublicTypes[],
  now: Instant,
): Promise<PlannedOffer[]> {
  const onSale = new Map(
    performances
      .filter(
        (one) =>
          !isPerformanceCancelled(one) &&
          getSaleStatus(one, now).is === 'open' &&
          calculateOfferExpiry(now, one) !== undefined,
      )
      .map((one) => [one.id, one]),
  );
  const ids = [...onSale.keys()];
  const line = await findWaitingParties(db, ids);
  if (line.length === 0) return [];
  const room = await countPlacesLeft(db, [...onSale.values()], now);
  const free = new Map([...room].map(([id, { leftForAnyParty }]) => [id, leftForAnyParty]));
  const inARow = await countConsecutiveUnconfirmedOffers(db, ids);
  const unconfirmed = new Map(ids.map((id) => [id, maxConsecutiveUnconfirmedOffers - (inARow.get(id) ?? 0)]));
  return allocateOffers(line, free, unconfirmed).flatMap(({ party, performance }) => {
    const found = onSale.get(performance);
    const until = found && calculateOfferExpiry(now, found, party);
    return until === undefined ? [] : [{ party, performance, until }];
  });
}

async function makeOffer(
  tx: DbTransaction,
  { party, performance, until }: PlannedOffer,
  context: PartyEmailContext,
): Promise<void> {
  const offer = { performance_id: performance, offered_at: context.now, offered_until: until };
  if (!(await recordPartyOffer(tx, party.id, offer))) return;
  const held = { performance, tickets: toOfferedPlaceIds(party), until, now: context.now };
  if ((await takePlaces(tx, held)) !== 'taken') throw new Error(`There is no room for the party ${party.id}.`);
  await queueOfferEmail(tx, context, { party, performance, until });
}

/**
 * Offers the free places of a performance to its waiting parties. A hold for a visitor calls this function first, in the
 * same transaction, so that the waiting list takes precedence over new visitors.
 */
export async function offerFreePlaces(
  tx: DbTransaction,
  performance: PerformanceWithPublicTypes,
  context: PartyEmailContext,
): Promise<void> {
  for (const offer of await planOffers(tx, [performance], context.now)) await makeOffer(tx, offer, context);
}

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** Finds those of the given baskets whose payment has no outcome yet. */
    basketsInPayment: readonly ((db: DbReader, baskets: readonly Id[]) => Promise<Set<Id>>)[];
  }
}

/** Returns true if the offer to a party is in a basket whose payment has no outcome yet. Such an offer doesn't end. */
export const isOfferInPayment = async (
  db: DbReader,
  party: Pick<StoredParty, 'id' | 'basket_id'>,
  services: Pick<Services, 'all'>,
): Promise<boolean> => (await excludePayingParties(db, [party], services)).length === 0;

/** Leaves out the parties whose offer is in a basket whose payment has no outcome yet. */
export async function excludePayingParties<Party extends Pick<StoredParty, 'id' | 'basket_id'>>(
  db: DbReader,
  parties: readonly Party[],
  { all }: Pick<Services, 'all'>,
): Promise<Party[]> {
  const baskets = parties.map(({ basket_id }) => basket_id).filter((id) => id !== '');
  if (baskets.length === 0) return [...parties];
  const found = await Promise.all(all('basketsInPayment').map((find) => find(db, baskets)));
  return parties.filter(({ basket_id }) => !found.some((paying) => paying.has(basket_id)));
}

/** Finds the offers that the loop has to end: those for cancelled performances, and expired ones. */
async function findEndedOffers(
  db: DbReader,
  now: Instant,
  services: Pick<Services, 'all'>,
): Promise<{ cancelled: StoredParty[]; expired: StoredParty[] }> {
  return {
    cancelled: await excludePayingParties(db, await findCancelledOffers(db, now), services),
    expired: await excludePayingParties(db, await findPartiesWithExpiredOffer(db, now), services),
  };
}

/**
 * Finds parties whose offered performance was cancelled, or whose show was archived, after the offer. If a basket holds
 * the places, the party is found only once the offer has expired.
 */
async function findCancelledOffers(db: DbReader, now: Instant): Promise<StoredParty[]> {
  const parties = await findPartiesWithOffer(db);
  const performances = await findPerformances(
    db,
    parties.map(({ performance_id }) => performance_id),
  );
  return parties.filter(({ performance_id, basket_id, offered_until }) => {
    const performance = performances.get(performance_id);
    if (performance && !isPerformanceCancelled(performance)) return false;
    return basket_id === '' || offered_until === null || offered_until <= now;
  });
}

/**
 * Withdraws the offers for cancelled performances, so that their parties wait again. Also ends expired offers, and then
 * offers the free places of all performances with waiting parties.
 */
async function updateAllOffers(
  tx: DbTransaction,
  context: PartyEmailContext,
  services: Pick<Services, 'all'>,
): Promise<void> {
  for (const party of (await findEndedOffers(tx, context.now, services)).cancelled) {
    await requeueParty(tx, party);
    await notifyPartyWithoutPerformances(tx, party.id, context);
  }
  for (const party of (await findEndedOffers(tx, context.now, services)).expired) {
    if (await endPartyWait(tx, party, 'lapsed')) await queueExpiredOfferEmail(tx, context, party);
  }
  for (const offer of await planAllOffers(tx, context.now)) await makeOffer(tx, offer, context);
}

async function planAllOffers(db: DbReader, now: Instant): Promise<PlannedOffer[]> {
  const waited = new Set(await findAwaitedPerformanceIds(db));
  if (waited.size === 0 || !areTicketsSoldHere(await readSettings(db))) return [];
  return planOffers(
    db,
    (await listUpcomingPerformances(db, now)).filter(({ id }) => waited.has(id)),
    now,
  );
}

/**
 * Defines the loop that offers places as soon as they are free, whatever has freed them. Every process runs the loop.
 * The transaction that makes an offer checks again that the places are free, so that two processes don't offer the same
 * place.
 */
export const defineOfferLoop =
  ({ db, clock, encryption, home, all }: Pick<Services, 'db' | 'clock' | 'encryption' | 'home' | 'all'>) =>
  async (): Promise<void> => {
    const now = clock().toISOString();
    const { cancelled, expired } = await findEndedOffers(db.read, now, { all });
    const isDue = cancelled.length + expired.length > 0 || (await planAllOffers(db.read, now)).length > 0;
    if (isDue) await write(db, (tx) => updateAllOffers(tx, { encryption, home: home(), now }, { all }));
  };

/** The current or last offer to a party. */
export interface WaitingListOffer {
  party: Id;
  /** The number of offered places. */
  size: number;
  performance: Id;
  until: Instant;
  /** True if the offer can be accepted now. */
  isOpen: boolean;
  /** The basket that holds the places. "" for none. */
  basket: Id | '';
}

/**
 * Returns the offer to the party that a link belongs to.
 * @throws HttpError 404 if the link isn't valid, or no offer has been made yet
 */
export async function requireOffer(
  db: DbReader,
  { id = '', key = '' }: Readonly<Record<string, string>>,
  { encryption, now }: Pick<Services, 'encryption'> & { now: Instant },
): Promise<WaitingListOffer> {
  const party = (isPartyKey(encryption, { id, key }) ? await findParty(db, id) : undefined) ?? refuseNotFound();
  const { size, performance_id: performance, offered_until: until, basket_id: basket } = party;
  if (until === null) return refuseNotFound();
  return { party: id, size, performance, until, basket, isOpen: party.status === 'offered' && until > now };
}

/**
 * Releases the offered places, so that the party's basket can hold them in the same transaction. Also confirms the
 * party, and records its basket.
 */
export async function transferOfferToBasket(
  tx: DbTransaction,
  { party, size }: WaitingListOffer,
  basket: Id,
  now: Instant,
): Promise<void> {
  await releasePlacesAndSeats(tx, toOfferedPlaceIds({ id: party, size }));
  // The link was in the party's email, so using it confirms the address
  await setPartyConfirmed(tx, party, now);
  await setPartyBasket(tx, party, basket);
}

/** Returns true if the places in a basket were offered to a party from the waiting list. */
export const hasOffer = async (db: DbReader, basket: Id): Promise<boolean> =>
  (await findPartyByBasket(db, basket)) !== undefined;

/**
 * Extends the offer whose places are in a basket that is being paid for or waits for a confirmation; never shortens it.
 */
export async function extendOffer(tx: DbTransaction, basket: Id, until: Instant): Promise<void> {
  const party = await findPartyByBasket(tx, basket);
  if (party?.offered_until && party.offered_until < until) await setOfferExpiry(tx, party.id, until);
}

/** Restores an offer's earlier end after its payment has failed. */
export async function restoreOfferExpiry(tx: DbTransaction, basket: Id, until: Instant): Promise<void> {
  const party = await findPartyByBasket(tx, basket);
  if (party?.offered_until) await setOfferExpiry(tx, party.id, until);
}

/** Ends the wait of the party whose offered places a basket holds. Does nothing if the basket holds no offer. */
export async function endPartyWaitByBasket(
  tx: DbTransaction,
  basket: Id,
  outcome: Extract<WaitOutcome, 'booked' | 'declined' | 'removed'>,
): Promise<void> {
  const party = await findPartyByBasket(tx, basket);
  if (party) await endPartyWait(tx, party, outcome);
}

/** Returns true if a basket holds an offer that was sent to this email address. */
export async function isOfferOwner(db: DbReader, basket: Id, email: string): Promise<boolean> {
  const party = await findPartyByBasket(db, basket);
  return party !== undefined && normaliseEmail(party.email) === normaliseEmail(email);
}

/** Counts the places of each performance that are offered now, with or without those already in parties' baskets. */
export async function countOfferedPlaces(
  db: DbReader,
  performances: readonly Id[],
  now: Instant,
  { inBaskets = true } = {},
): Promise<Map<Id, number>> {
  if (performances.length === 0) return new Map();
  const rows = await db
    .selectFrom('waiting_party')
    .select(['performance_id', 'size'])
    .where('status', '=', 'offered')
    .where('offered_until', '>', now)
    .where('performance_id', 'in', performances)
    .$if(!inBaskets, (offers) => offers.where('basket_id', '=', ''))
    .execute();
  const byPerformance = Map.groupBy(rows, ({ performance_id }) => performance_id);
  return new Map([...byPerformance].map(([id, own]) => [id, own.reduce((sum, { size }) => sum + size, 0)]));
}

/**
 * The numbers of further tickets that visitors can get within the limits of a performance's ticket types. A number is
 * negative if more tickets are offered to waiting parties than the limits leave.
 */
export interface TicketsLeft {
  total: number;
  /** The tickets that can be bought without another ticket (all except companion tickets). */
  alone: number;
  /** Those of `alone` that cost something, so that companions can come with them. */
  paid: number;
}

/**
 * Counts how many more tickets visitors can get within the limits of each performance's ticket types. A performance is
 * left out if it has an unlimited type that can be bought without another ticket. Places that are offered and not yet
 * in a basket count as taken.
 */
export async function countTicketsLeft(
  db: DbReader,
  performances: readonly PerformanceWithPublicTypes[],
  now: Instant,
): Promise<Map<Id, TicketsLeft>> {
  const limited = performances.filter(({ types }) =>
    types.every(({ most, needs_paying_ticket }) => most !== null || needs_paying_ticket === 1),
  );
  const ids = limited.map(({ id }) => id);
  const [countTaken, offered] = await Promise.all([
    loadTicketCountLookup(db, ids, now),
    countOfferedPlaces(db, ids, now, { inBaskets: false }),
  ]);
  return new Map(
    limited.map(({ id, types }) => {
      const sum = (counted: typeof types) =>
        counted.reduce(
          (total, type) => total + Math.max(0, (type.most ?? Number.POSITIVE_INFINITY) - countTaken(id, type)),
          0,
        );
      const alone = types.filter((type) => type.needs_paying_ticket === 0);
      const accompanied = types.filter((type) => type.needs_paying_ticket === 1);
      const promised = offered.get(id) ?? 0;
      const aloneLeft = sum(alone) - promised;
      // Parties may use all the paid tickets that are offered to them, so these bring no places for other people's
      // companions
      const paid = sum(alone.filter(({ pence }) => pence > 0)) - promised;
      const companions = Math.min(sum(accompanied), Math.max(0, paid));
      return [id, { total: aloneLeft + companions, alone: aloneLeft, paid }];
    }),
  );
}

/** The places that are left for visitors at a performance. */
interface PlacesLeft {
  left: number;
  /**
   * The places that any party can take, whichever tickets it needs. Those that only companions can have are left out,
   * because it isn't known whether a party has any.
   */
  leftForAnyParty: number;
  /** The places in unpaid baskets, without those offered to parties. */
  inBaskets: number;
}

/**
 * Counts the places left at each of these performances, without house seats, and no more than the ticket types allow.
 */
export async function countPlacesLeft(
  db: DbReader,
  performances: readonly PerformanceWithPublicTypes[],
  now: Instant,
): Promise<Map<Id, PlacesLeft>> {
  const ids = performances.map(({ id }) => id);
  const places = await countPlaces(db, ids, now);
  const houseSeats = await countEmptyHouseSeats(db, performances, now);
  const offered = await countOfferedPlaces(db, ids, now);
  const tickets = await countTicketsLeft(db, performances, now);
  return new Map(
    [...places].map(([id, { total, sold, held }]) => {
      const free = total - sold - held - (houseSeats.get(id) ?? 0);
      const limitTo = (most = Number.POSITIVE_INFINITY) => Math.max(0, Math.min(free, most));
      return [
        id,
        {
          left: limitTo(tickets.get(id)?.total),
          leftForAnyParty: limitTo(tickets.get(id)?.alone),
          inBaskets: Math.max(0, held - (offered.get(id) ?? 0)),
        },
      ];
    }),
  );
}
