import { formatDecline } from '#features/money/payments/declines.ts';
import {
  type Cardholder,
  findIntent,
  type NewCard,
  recordCard,
  removeCard,
  restoreCardRateLimit,
  type Square,
  type StoredCard,
  storeCardAtSquare,
  submitIntent,
} from '#features/money/payments/server/index.ts';
import { findUser } from '#features/society/accounts/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, TooManyRequests } from '#platform/server/http/errors/http-error.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

/** A card from its form. */
interface GivenCard {
  card_nonce: string;
  verification_token: string;
}

/** A payment with a member's new card. */
interface Paying<Hindrance> {
  /** The charge, by the card's token: a second press continues the first. */
  intent: Id;
  /**
   * The reason why it can't be paid. Checked before the card is stored, and by `open` again in the transaction that
   * writes.
   */
  hindrance: (db: DbReader) => Promise<Hindrance | undefined>;
  /** Records the charge. */
  open: (tx: DbTransaction, by: { card: StoredCard; square: Square }) => Promise<Hindrance | undefined>;
  refuse: (hindrance: Hindrance) => never;
}

/**
 * Stores a member's card and charges it. "open" if the result isn't known yet.
 * @throws Refusal if nothing was charged
 */
export async function payWithNewCard<Hindrance>(
  services: Pick<Services, 'db' | 'clock' | 'all'> & { square: Square },
  { userId, network, body, now }: Pick<Cardholder, 'userId' | 'network'> & { body: GivenCard; now: Instant },
  { intent, hindrance, open, refuse: refuseIt }: Paying<Hindrance>,
): Promise<'open' | 'settled'> {
  const { db, square } = services;
  const isFirst = !(await findIntent(db.read, intent));
  if (isFirst) {
    const before = await hindrance(db.read);
    if (before !== undefined) refuseIt(before);
    const given = await storeCardFromForm(services, { userId, network }, body);
    const since = await write(db, async (tx) => {
      // After a double click, the first request may have recorded the charge, or been refused and removed the card
      const here = (await findIntent(tx, intent)) ? undefined : await hindrance(tx);
      if (here !== undefined) {
        await removeCard(tx, (await recordCard(tx, given)).id, now);
        return here;
      }
      const card = await recordUsableCard(tx, given);
      const found = await open(tx, { card, square });
      if (found !== undefined) await removeCard(tx, card.id, now);
      return found;
    });
    if (since !== undefined) refuseIt(since);
  }
  const { status, code } = await submitIntent(services, intent);
  if (status === 'declined') return refuseCard(code);
  if (status === 'abandoned') {
    return refuse(409, 'The payment didn’t go through and nothing was charged. Please enter your card again.');
  }
  // The account's own attempt is restored with the settled charge
  if (isFirst && status === 'settled' && network !== undefined)
    await write(db, (tx) => restoreCardRateLimit(tx, { userId, network }));
  return status;
}

/** @throws Refusal with the bank's reason, next to the card */
function refuseCard(code: string): never {
  const msg = formatDecline(code);
  return refuse(400, `${msg} Nothing was charged.`, { card_nonce: msg });
}

/**
 * Stores the card from a member's form at Square.
 * @throws Refusal if that can't be done, or there have been too many
 */
export async function storeCardFromForm(
  { db, clock, square }: Pick<Services, 'db' | 'clock'> & { square: Square },
  { userId, network }: Pick<Cardholder, 'userId' | 'network'>,
  { card_nonce, verification_token }: GivenCard,
): Promise<NewCard> {
  const user = (await findUser(db.read, userId)) ?? refuse(401, 'Please sign in, then you can continue from here.');
  const { firstname: givenName, lastname: familyName, email } = user;
  const stored = await storeCardAtSquare(
    { db, clock, square },
    { userId, givenName, familyName, email, network },
    { token: card_nonce, verification: verification_token },
  );
  if ('card' in stored) return stored.card;
  if ('waitMs' in stored) throw new TooManyRequests(stored.waitMs);
  if (stored.refused.isFinal) refuseCard(stored.refused.code);
  return refuse(
    503,
    'We couldn’t reach our card payment service. Nothing was charged. Please try again in a few minutes.',
  );
}

/**
 * Records that card, in the transaction of its use.
 * @throws Refusal if it has been removed in the meantime
 */
export async function recordUsableCard(tx: DbTransaction, given: NewCard): Promise<StoredCard> {
  const card = await recordCard(tx, given);
  return card.removed_at === null ? card : refuseCard('CARD_TOKEN_USED');
}
