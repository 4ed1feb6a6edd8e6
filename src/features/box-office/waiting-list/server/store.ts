import { createHash } from 'node:crypto';
import {
  findPerformances,
  isPerformanceCancelled,
  type PerformanceWithShow,
  releasePlacesAndSeats,
  selectPerformanceStarts,
} from '#features/box-office/performances/server/index.ts';
import { normaliseEmail } from '#features/society/accounts/contract.ts';
import { deriveId, type Id } from '#platform/server/crypto/ids.ts';
import { isSameSecret } from '#platform/server/crypto/secrets.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { buildEmailLikePattern } from '#platform/server/feature/personal-data.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { day, subtractMs } from '#platform/shared/dates/durations.ts';
import { offerPath, parseRequestedChange, type WaitOutcome, waitingPartyPath } from '../party.ts';
import type { WaitingPartyTable } from './tables.ts';

export type StoredParty = WaitingPartyTable;

/** A party with the performances that would suit it, the earliest first. */
export interface PartyWithDates extends StoredParty {
  dates: Id[];
  isConfirmed: boolean;
}

/** Returns the hash that identifies an email address on a show's waiting list, where each address waits once. */
const hashPartyEmail = (email: string, show: Id) =>
  createHash('sha256')
    .update(JSON.stringify([normaliseEmail(email), show]))
    .digest('base64url');

/** Returns the ids under which a party's offered places are held. They never change, so that no place is held twice. */
export const toOfferedPlaceIds = ({ id, size }: Pick<StoredParty, 'id' | 'size'>): Id[] =>
  Array.from({ length: size }, (_, at) => deriveId(`offered ${id} ${at}`));

export const findParty = (db: DbReader, id: Id): Promise<StoredParty | undefined> =>
  db.selectFrom('waiting_party').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Finds the party with this address that waits for a show or has an offer. The addresses themselves are compared, because
 * the hashes of older parties were made in another way.
 */
export async function findPartyByEmail(
  db: DbReader,
  { show, email }: { show: Id; email: string },
): Promise<StoredParty | undefined> {
  const parties = await selectPartiesInOrder(db)
    .where('show_id', '=', show)
    .where('status', '<>', 'over')
    .where(({ fn }) => fn<string>('lower', ['email']), 'like', buildEmailLikePattern(email))
    .execute();
  return parties.find((party) => normaliseEmail(party.email) === normaliseEmail(email));
}

/** Finds the performances that would suit each party, the earliest first. */
export async function findPartyPerformances(db: DbReader, parties: readonly Id[]): Promise<Map<Id, Id[]>> {
  if (parties.length === 0) return new Map();
  const rows = await db
    .selectFrom('waiting_date')
    .innerJoin(selectPerformanceStarts(db).as('played'), 'played.id', 'waiting_date.performance_id')
    .select(['waiting_date.party_id', 'waiting_date.performance_id'])
    .where('waiting_date.party_id', 'in', parties)
    .orderBy('played.starts_at')
    .orderBy('played.id')
    .execute();
  const byParty = Map.groupBy(rows, ({ party_id }) => party_id);
  return new Map([...byParty].map(([party, own]) => [party, own.map(({ performance_id }) => performance_id)]));
}

export const selectPartiesInOrder = (db: DbReader) =>
  db.selectFrom('waiting_party').selectAll('waiting_party').orderBy('created_at').orderBy('id');

export async function loadPartiesWithDates(db: DbReader, parties: readonly StoredParty[]): Promise<PartyWithDates[]> {
  const dates = await findPartyPerformances(
    db,
    parties.map(({ id }) => id),
  );
  return parties.map((party) => ({
    ...party,
    dates: dates.get(party.id) ?? [],
    isConfirmed: party.confirmed_at !== null,
  }));
}

/** Finds the parties that wait for one of these performances and have no offer, in their order. */
export async function findWaitingParties(db: DbReader, performances: readonly Id[]): Promise<PartyWithDates[]> {
  if (performances.length === 0) return [];
  const parties = await selectPartiesInOrder(db)
    .where('status', '=', 'waiting')
    .where('id', 'in', (within) =>
      within.selectFrom('waiting_date').select('party_id').where('performance_id', 'in', performances),
    )
    .execute();
  return loadPartiesWithDates(db, parties);
}

/** Finds the parties that asked for a performance and whose wait isn't over, in their order. */
export async function findPartyIdsOfPerformance(db: DbReader, performance: Id): Promise<Id[]> {
  const parties = await selectPartiesInOrder(db)
    .where('status', '<>', 'over')
    .where('id', 'in', (within) =>
      within.selectFrom('waiting_date').select('party_id').where('performance_id', '=', performance),
    )
    .execute();
  return parties.map(({ id }) => id);
}

/**
 * Records the time at which a show was marked as cancelled with all its parties whose wait isn't over; null if the show
 * is no longer cancelled.
 */
export async function setShowCancelledAtOfParties(tx: DbTransaction, show: Id, at: Instant | null): Promise<void> {
  await tx
    .updateTable('waiting_party')
    .set({ show_cancelled_at: at })
    .where('show_id', '=', show)
    .where('status', '<>', 'over')
    .execute();
}

/** Finds the parties whose wait isn't over and that asked for at least one upcoming performance of a show. */
export async function findPartyIdsOfShow(db: DbReader, show: Id, now: Instant): Promise<Id[]> {
  const parties = await selectPartiesInOrder(db)
    .where('show_id', '=', show)
    .where('status', '<>', 'over')
    .where('id', 'in', (within) =>
      within
        .selectFrom('waiting_date')
        .innerJoin(selectPerformanceStarts(db).as('played'), 'played.id', 'waiting_date.performance_id')
        .select('waiting_date.party_id')
        .where('played.starts_at', '>', now),
    )
    .execute();
  return parties.map(({ id }) => id);
}

/** Finds the performances that parties without an offer are waiting for. */
export async function findAwaitedPerformanceIds(db: DbReader): Promise<Id[]> {
  const rows = await db
    .selectFrom('waiting_date')
    .innerJoin('waiting_party', 'waiting_party.id', 'waiting_date.party_id')
    .select('waiting_date.performance_id')
    .distinct()
    .where('waiting_party.status', '=', 'waiting')
    .execute();
  return rows.map(({ performance_id }) => performance_id);
}

/** Counts the confirmed parties that wait for a show or have an offer. */
export async function countConfirmedParties(db: DbReader, show: Id): Promise<number> {
  const { count } = await db
    .selectFrom('waiting_party')
    .select(({ fn, cast }) => cast<string>(fn.countAll(), 'text').as('count'))
    .where('show_id', '=', show)
    .where('status', '<>', 'over')
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

type NewParty = Pick<StoredParty, 'id' | 'show_id' | 'name' | 'email' | 'size' | 'created_at' | 'confirmed_at'>;

export async function insertWaitingParty(tx: DbTransaction, party: NewParty, dates: readonly Id[]): Promise<void> {
  const none = { status: 'waiting', outcome: '', performance_id: '', basket_id: '', requested_change: '' } as const;
  await tx
    .insertInto('waiting_party')
    .values({
      ...party,
      ...none,
      offered_at: null,
      offered_until: null,
      show_cancelled_at: null,
      wish: hashPartyEmail(party.email, party.show_id),
    })
    .execute();
  await recordDates(tx, party.id, dates);
}

const recordDates = (tx: DbTransaction, party_id: Id, dates: readonly Id[]) =>
  tx
    .insertInto('waiting_date')
    .values(dates.map((performance_id) => ({ party_id, performance_id })))
    .execute();

/** Confirms a party, even if it has an offer. Returns false if it was confirmed before, or its wait is over. */
export async function setPartyConfirmed(tx: DbTransaction, id: Id, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('waiting_party')
    .set({ confirmed_at: at })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .where('status', '<>', 'over')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Changes a party's size and dates, and its name if one is given; a requested change is then settled. Returns false if
 * the party is no longer waiting, or has an offer.
 */
export async function changeParty(
  tx: DbTransaction,
  id: Id,
  { dates, ...change }: Pick<PartyWithDates, 'size' | 'dates'> & { name?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('waiting_party')
    .set({ ...change, requested_change: '' })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx.deleteFrom('waiting_date').where('party_id', '=', id).execute();
  await recordDates(tx, id, dates);
  return true;
}

/** Records the change that a confirmed party, or one with an offer, has asked for; "" for none. */
export async function setRequestedChange(tx: DbTransaction, id: Id, requested_change: string): Promise<void> {
  await tx.updateTable('waiting_party').set({ requested_change }).where('id', '=', id).execute();
}

/**
 * Counts, for each performance, the offers to unconfirmed parties since the last offer to a confirmed party. Offers
 * made at the same time as that offer count too, because unconfirmed parties get their offers after all others.
 */
export async function countConsecutiveUnconfirmedOffers(
  db: DbReader,
  performances: readonly Id[],
): Promise<Map<Id, number>> {
  if (performances.length === 0) return new Map();
  const offered = await db
    .selectFrom('waiting_party')
    .select(['performance_id', 'confirmed_at', 'offered_at'])
    .where('performance_id', 'in', performances)
    .where('offered_at', 'is not', null)
    .orderBy('offered_at', 'desc')
    .execute();
  const byPerformance = Map.groupBy(offered, ({ performance_id }) => performance_id);
  return new Map(
    [...byPerformance].map(([id, own]) => {
      const lastConfirmed = own.find(({ confirmed_at }) => confirmed_at !== null)?.offered_at ?? '';
      return [id, own.filter((one) => one.confirmed_at === null && (one.offered_at ?? '') >= lastConfirmed).length];
    }),
  );
}

/** Records an offer to a party. Returns false if the party already has an offer, or is no longer waiting. */
export async function recordPartyOffer(
  tx: DbTransaction,
  id: Id,
  offer: { performance_id: Id; offered_at: Instant; offered_until: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('waiting_party')
    .set({ ...offer, status: 'offered' })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Finds the parties with an offer, in the order of the waiting list. */
export const findPartiesWithOffer = (db: DbReader): Promise<StoredParty[]> =>
  selectPartiesInOrder(db).where('status', '=', 'offered').execute();

/** Withdraws a party's offer. The party waits again, at its former position. */
export async function requeueParty(tx: DbTransaction, party: Pick<StoredParty, 'id' | 'size'>): Promise<void> {
  const waits = { status: 'waiting', basket_id: '' } as const;
  const offered = tx.updateTable('waiting_party').set(waits).where('id', '=', party.id).where('status', '=', 'offered');
  const { numUpdatedRows } = await offered.executeTakeFirst();
  if (numUpdatedRows > 0n) await releasePlacesAndSeats(tx, toOfferedPlaceIds(party));
}

export const findPartiesWithExpiredOffer = (db: DbReader, now: Instant): Promise<StoredParty[]> =>
  selectPartiesInOrder(db).where('status', '=', 'offered').where('offered_until', '<=', now).execute();

const erasedFields = { name: '', email: '', wish: '', requested_change: '' };

/**
 * Ends a party's wait: deletes its name, email address, wish and requested change, and releases its offered places,
 * except those in a basket. Returns false if the wait had ended before.
 */
export async function endPartyWait(
  tx: DbTransaction,
  party: Pick<StoredParty, 'id' | 'size'>,
  outcome: WaitOutcome,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('waiting_party')
    .set({ ...erasedFields, status: 'over', outcome })
    .where('id', '=', party.id)
    .where('status', '<>', 'over')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await releasePlacesAndSeats(tx, toOfferedPlaceIds(party));
  return true;
}

/** Finds the party whose offered places a basket holds. */
export const findPartyByBasket = (db: DbReader, basket: Id): Promise<StoredParty | undefined> =>
  db
    .selectFrom('waiting_party')
    .selectAll()
    .where('basket_id', '=', basket)
    .where('status', '=', 'offered')
    .executeTakeFirst();

/** Records the basket that now holds the offered places. */
export async function setPartyBasket(tx: DbTransaction, id: Id, basket: Id): Promise<void> {
  await tx.updateTable('waiting_party').set({ basket_id: basket }).where('id', '=', id).execute();
}

export async function setOfferExpiry(tx: DbTransaction, id: Id, offered_until: Instant): Promise<void> {
  await tx.updateTable('waiting_party').set({ offered_until }).where('id', '=', id).execute();
}

/** The time in milliseconds for which parties are stored after the last of their performances has begun. */
export const waitingPartyRetentionMs = day;

/** Deletes parties a day after the last of their performances has begun, and those whose performances were deleted. */
export async function purgePastWaitingParties({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = subtractMs(clock(), waitingPartyRetentionMs);
  await write(db, (tx) =>
    tx
      .deleteFrom('waiting_party')
      .where(
        'id',
        'not in',
        tx
          .selectFrom('waiting_date')
          .innerJoin(selectPerformanceStarts(tx).as('played'), 'played.id', 'waiting_date.performance_id')
          .select('waiting_date.party_id')
          .where('played.starts_at', '>=', before),
      )
      .execute(),
  );
}

/** A change that the box office can confirm. */
interface ConfirmableChange {
  size: number;
  /** The performances to come that aren't cancelled, even if their show is archived. */
  performances: PerformanceWithShow[];
}

/**
 * Finds the changes that these parties have asked for by joining again, by party. Performances that have since been
 * cancelled or deleted, or have begun, are left out, so that a change may have none.
 */
export async function findRequestedChanges(
  db: DbReader,
  parties: readonly Pick<StoredParty, 'id' | 'requested_change'>[],
  now: Instant,
): Promise<Map<Id, ConfirmableChange>> {
  const changes = parties.flatMap(({ id, requested_change }) => {
    const change = parseRequestedChange(requested_change);
    return change ? [{ id, ...change }] : [];
  });
  const found = await findPerformances(
    db,
    changes.flatMap(({ dates }) => dates),
    { includesArchived: true },
  );
  const toConfirmable = ({ size, dates }: (typeof changes)[number]): ConfirmableChange => ({
    size,
    performances: dates
      .flatMap((date) => found.get(date) ?? [])
      .filter((performance) => performance.starts_at > now && !isPerformanceCancelled(performance)),
  });
  return new Map(changes.map((change) => [change.id, toConfirmable(change)]));
}

type Encryption = Services['encryption'];

const hashPartyKey = (encryption: Encryption, id: Id) => encryption.hash(id, 'waiting list');

/**
 * Builds the path of a party's page. The key in the path isn't stored with the party: it is derived from the party's id
 * and the site's data key.
 */
export const buildPartyPath = (encryption: Encryption, id: Id): string =>
  waitingPartyPath({ id, key: hashPartyKey(encryption, id) });

/** Builds the path of the page on which a party accepts its offer. */
export const buildOfferPath = (encryption: Encryption, id: Id): string =>
  offerPath({ id, key: hashPartyKey(encryption, id) });

/** Returns true if the key belongs to this party's link. */
export function isPartyKey(encryption: Encryption, { id, key }: { id: Id; key: string }): boolean {
  return isSameSecret(key, hashPartyKey(encryption, id));
}
