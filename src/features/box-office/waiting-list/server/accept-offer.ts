import { releasePlaces } from '#features/box-office/performances/server/index.ts';
import { normaliseEmail } from '#features/society/accounts/email.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { WaitOutcome } from '../party.ts';
import { isPartyKey } from './link.ts';
import {
  confirmParty,
  endPartyWait,
  findParty,
  findPartyByBasket,
  setOfferedUntil,
  setPartyBasket,
  toOfferedPlaceIds,
} from './store.ts';

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
  await releasePlaces(tx, toOfferedPlaceIds({ id: party, size }));
  // The link was in the party's email, so using it confirms the address
  await confirmParty(tx, party, now);
  await setPartyBasket(tx, party, basket);
}

/** Returns true if a basket holds an offer to a party from the waiting list. */
export const hasOffer = async (db: DbReader, basket: Id): Promise<boolean> =>
  (await findPartyByBasket(db, basket)) !== undefined;

/** Extends the offer in a basket that is being paid for, or waits for a confirmation. */
export async function extendOffer(tx: DbTransaction, basket: Id, until: Instant): Promise<void> {
  const party = await findPartyByBasket(tx, basket);
  if (party?.offered_until && party.offered_until < until) await setOfferedUntil(tx, party.id, until);
}

/** Restores an offer's earlier end after its payment has failed. */
export async function restoreOffer(tx: DbTransaction, basket: Id, until: Instant): Promise<void> {
  const party = await findPartyByBasket(tx, basket);
  if (party?.offered_until) await setOfferedUntil(tx, party.id, until);
}

/** Ends the wait of the party whose offered places a basket holds. Does nothing if the basket holds no offer. */
export async function endOffer(
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
