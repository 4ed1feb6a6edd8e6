import {
  createChargeIntent,
  listCharges,
  type PaymentProvider,
  type StoredCard,
} from '#features/money/payments/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';
import type { SubscriptionTable } from '../store/tables.ts';

/** Formats the subject of a subscription's first charge, which is stored with the payment. */
export const formatFirstYearChargeKey = (id: Id) => `${id} first`;

export const isFirstYearChargeKey = (subject: string): boolean => subject.endsWith(' first');

/** Formats the subject of a later charge, which names the first day of the year it pays for. */
export const formatRenewalChargeKey = ({ id, renews_on }: { id: Id; renews_on: CalendarDate }) => `${id} ${renews_on}`;

/** Returns the id of the subscription that a charge's subject names. */
export const parseSubscriptionId = (subject: string): Id => subject.split(' ')[0] ?? '';

const cardPrefix = 'card ';

/** Formats the attempt of a charge that the owner makes with a new card. */
export const formatCardAttempt = (cardId: Id) => `${cardPrefix}${cardId}`;

/** Returns the id of the new card with which an attempt was made; undefined for an automatic renewal. */
export const parseCardAttempt = (attempt: string): Id | undefined =>
  attempt.startsWith(cardPrefix) ? attempt.slice(cardPrefix.length) : undefined;

/** The card to charge, and the Square account that charges it. */
export interface CardPayment {
  card: StoredCard;
  paymentProvider: Pick<PaymentProvider, 'environment' | 'locationId'>;
}

/** Records the intent to charge a card for a subscription, before Square is called. */
export const createSubscriptionCharge = (
  tx: DbTransaction,
  charge: {
    id: Id;
    plan: { id: Id; name: string };
    subject: string;
    attempt: string;
    userId: Id;
    pence: number;
    at: Instant;
  },
  { card, paymentProvider }: CardPayment,
) => {
  const { id, plan, at, ...some } = charge;
  return createChargeIntent(
    tx,
    {
      ...some,
      about: { about: 'subscription', plan_id: plan.id, label: plan.name },
      source: { card: card.provider_id, customer: card.customer },
      note: plan.name,
    },
    { id, environment: paymentProvider.environment, locationId: paymentProvider.locationId, at },
  );
};

/** Returns true while Square's response to a charge for the subscription's next year is unknown. */
export const isRenewalBeingPaid = async (db: DbReader, held: SubscriptionTable): Promise<boolean> =>
  (await listCharges(db, 'subscription', formatRenewalChargeKey(held))).some(({ status }) => status === 'open');
