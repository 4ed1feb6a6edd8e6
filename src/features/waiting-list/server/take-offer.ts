import { freePlaces } from '#features/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading, Writing } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { notFound } from '#platform/server/http/refusal.ts';
import type { Instant } from '#platform/shared/dates.ts';
import type { Outcome } from '../party.ts';
import { isPartyKey } from './link.ts';
import { endParty, findParty, offeredPlaces, partyOfBasket, setBasket, setOfferedUntil } from './store.ts';

/** What a party is offered, or was. */
export interface Offered {
  party: Id;
  /** How many places, at most. */
  size: number;
  performance: Id;
  until: Instant;
  /** Whether it can be taken now. */
  isOpen: boolean;
  /** The basket that the places are in already; "" for none. */
  basket: Id | '';
}

/**
 * What the party whose link this is was offered.
 * @throws Refusal 404 where it is nobody's link, or nothing was offered yet
 */
export async function offeredTo(
  db: Reading,
  { id = '', key = '' }: Readonly<Record<string, string>>,
  { sealing, now }: Pick<Services, 'sealing'> & { now: Instant },
): Promise<Offered> {
  const party = (isPartyKey(sealing, { id, key }) ? await findParty(db, id) : undefined) ?? notFound();
  const { size, performance_id: performance, offered_until: until, basket_id: basket } = party;
  if (until === null) return notFound();
  return { party: id, size, performance, until, basket, isOpen: party.status === 'offered' && until > now };
}

/** Lets go of the offered places, which their basket takes in the same transaction. */
export async function passOn(tx: Writing, { party, size }: Offered, basket: Id): Promise<void> {
  await freePlaces(tx, offeredPlaces({ id: party, size }));
  await setBasket(tx, party, basket);
}

/** Whether what a basket holds was offered to a party that waited. */
export const holdsOffer = async (db: Reading, basket: Id): Promise<boolean> =>
  (await partyOfBasket(db, basket)) !== undefined;

/** An offer stays good while its basket is being paid. */
export async function keepOffer(tx: Writing, basket: Id, until: Instant): Promise<void> {
  const party = await partyOfBasket(tx, basket);
  if (party?.offered_until && party.offered_until < until) await setOfferedUntil(tx, party.id, until);
}

/** Ends the wait of whoever has paid for the offered places, or put them back. */
export async function endOffer(
  tx: Writing,
  basket: Id,
  outcome: Extract<Outcome, 'booked' | 'declined'>,
): Promise<void> {
  const party = await partyOfBasket(tx, basket);
  if (party) await endParty(tx, party, outcome);
}
