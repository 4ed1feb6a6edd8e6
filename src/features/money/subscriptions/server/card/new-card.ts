import { formatDecline } from '#features/money/payments/cards.ts';
import {
  type Cardholder,
  findIntent,
  type NewCard,
  type PaymentProvider,
  recordCard,
  removeCard,
  restoreCardRateLimit,
  type StoredCard,
  storeCard,
  submitIntent,
} from '#features/money/payments/server/index.ts';
import { findUser } from '#features/society/accounts/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, TooManyRequestsError } from '#platform/server/http/errors/http-error.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { CardAndProvider } from './charges.ts';

/** A card as its form sends it. */
interface SubmittedCard {
  card_nonce: string;
  verification_token: string;
}

/** A payment with a member's new card. */
interface NewCardPayment<Reason> {
  /**
   * The charge's id. It is derived from the card's token, so that a second press of the button continues the first
   * attempt.
   */
  intent: Id;
  /** Returns the reason why the payment isn't possible; undefined if it is. */
  findReason: (db: DbReader) => Promise<Reason | undefined>;
  /**
   * Records the charge, unless it is recorded already. Returns the reason if the payment is no longer possible; nothing
   * is recorded then.
   */
  recordCharge: (tx: DbTransaction, payment: CardAndProvider) => Promise<Reason | undefined>;
  refuse: (reason: Reason) => never;
}

/**
 * Stores a member's new card and charges it. Returns "open" if the result isn't known yet.
 * @throws HttpError if nothing was charged
 */
export async function payWithNewCard<Reason>(
  services: Pick<Services, 'db' | 'clock' | 'all'> & { paymentProvider: PaymentProvider },
  { userId, network, body, now }: Pick<Cardholder, 'userId' | 'network'> & { body: SubmittedCard; now: Instant },
  { intent, findReason, recordCharge, refuse: refusePayment }: NewCardPayment<Reason>,
): Promise<'open' | 'settled'> {
  const { db, paymentProvider } = services;
  // If the button was clicked twice, the other request may record this charge at any moment, and the charge would then be
  // a reason to refuse itself. So the reason is looked up first, and is ignored if the charge has been recorded by then
  const reasonBefore = await findReason(db.read);
  const isFirst = !(await findIntent(db.read, intent));
  if (isFirst) {
    if (reasonBefore !== undefined) refusePayment(reasonBefore);
    const given = await storeCardFromForm(services, { userId, network }, body);
    const reason = await write(db, async (tx) => {
      // If the button was clicked twice, the first request may have recorded the charge, or been refused and removed
      // the card
      const card = await recordCard(tx, given);
      const found = await recordCharge(tx, { card, paymentProvider });
      if (found === undefined) requireUsableCard(card);
      else await removeCard(tx, card.id, now);
      return found;
    });
    if (reason !== undefined) refusePayment(reason);
  }
  const { status, code } = await submitIntent(services, intent);
  if (status === 'declined') return refuseCard(code);
  if (status === 'abandoned') {
    return refuse(409, 'The payment didn’t go through and nothing was charged. Please enter your card again.');
  }
  // Settling the charge restores only the account's rate limit for cards, not the limit of the network address
  if (isFirst && status === 'settled' && network !== undefined)
    await write(db, (tx) => restoreCardRateLimit(tx, { userId, network }));
  return status;
}

/** @throws HttpError 400 with the bank's reason, for the card's field */
function refuseCard(code: string): never {
  const msg = formatDecline(code);
  return refuse(400, `${msg} Nothing was charged.`, { card_nonce: msg });
}

/**
 * Stores at Square the card that a member has entered in a form.
 *
 * @throws HttpError if Square refuses the card or can't be reached, or after too many attempts
 */
export async function storeCardFromForm(
  { db, clock, paymentProvider }: Pick<Services, 'db' | 'clock'> & { paymentProvider: PaymentProvider },
  { userId, network }: Pick<Cardholder, 'userId' | 'network'>,
  { card_nonce, verification_token }: SubmittedCard,
): Promise<NewCard> {
  const user = (await findUser(db.read, userId)) ?? refuse(401, 'Please sign in, then you can continue from here.');
  const { firstname: givenName, lastname: familyName, email } = user;
  const stored = await storeCard(
    { db, clock, paymentProvider },
    { userId, givenName, familyName, email, network },
    { token: card_nonce, verification: verification_token },
  );
  if ('card' in stored) return stored.card;
  if ('waitMs' in stored) throw new TooManyRequestsError(stored.waitMs);
  if (stored.refused.isFinal) refuseCard(stored.refused.code);
  return refuse(
    503,
    'We couldn’t reach our card payment service. Nothing was charged. Please try again in a few minutes.',
  );
}

/**
 * Records a stored card in the transaction that uses it.
 * @throws HttpError 400 if it has been removed in the meantime
 */
export async function recordUsableCard(tx: DbTransaction, given: NewCard): Promise<StoredCard> {
  const card = await recordCard(tx, given);
  requireUsableCard(card);
  return card;
}

/** @throws HttpError 400 if the card has been removed */
function requireUsableCard({ removed_at }: StoredCard): void {
  if (removed_at !== null) refuseCard('CARD_TOKEN_USED');
}
