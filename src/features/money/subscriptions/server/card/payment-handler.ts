import { formatCard, isCardDecline } from '#features/money/payments/cards.ts';
import {
  type ClosedIntent,
  type PaymentHandler,
  recordRefund,
  removeCard,
  restoreCardRateLimit,
} from '#features/money/payments/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { deriveId } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import { queueJob } from '#platform/server/jobs/job-store.ts';
import { type Instant, toCalendarDate } from '#platform/shared/dates/dates.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { composeCardNotChargedEmail, composeCardReceiptEmail, queueOwnerEmail } from '../store/emails.ts';
import {
  activateSubscription,
  deleteOrLapsePendingSubscription,
  findSubscription,
  recordRenewalProgress,
  setRenewalCard,
} from '../store/store.ts';
import type { SubscriptionTable } from '../store/tables.ts';
import { createSubscriptionYear, extendSubscriptionByYear, onSubscriptionRefunded } from '../store/years.ts';
import {
  formatRenewalChargeSubject,
  isFirstYearChargeSubject,
  parseCardAttempt,
  parseSubscriptionId,
} from './charges.ts';

/** A decline within this time is shown to the member, who is still waiting. A later decline is emailed. */
const responseTimeMs = minute;

/** The kind of the jobs that email a member when the card was declined at an automatic renewal. */
export const declineEmailJobKind = 'renewal-declined';

/**
 * Starts a subscription when its first charge is settled, and extends it by its next year with each later charge.
 * Handles declines and refunds too.
 */
export const subscriptionPaymentHandler: PaymentHandler = {
  purpose: 'subscription',
  onSettled: async (tx, charge, at) => {
    const paid = isFirstYearChargeSubject(charge.subject) ? await start(tx, charge) : await renew(tx, charge, at);
    await (paid ? sendReceipt(tx, { paid, charge, at }) : refundWhole(tx, charge, at));
  },
  onDeclined: async (tx, charge, at) => {
    if (isFirstYearChargeSubject(charge.subject)) return deleteUnpaid(tx, charge, at);
    const held = await findSubscription(tx, parseSubscriptionId(charge.subject));
    const newCardId = parseCardAttempt(charge.attempt);
    if (newCardId === undefined) return held && countTry(tx, { held, charge, at });
    await removeCard(tx, newCardId, at);
    if (held) await emailNotCharged(tx, { held, charge, at });
  },
  onRefunded: onSubscriptionRefunded,
};

async function start(tx: DbTransaction, charge: ClosedIntent): Promise<SubscriptionTable | undefined> {
  const started = await activateSubscription(tx, parseSubscriptionId(charge.subject));
  if (!started) return undefined;
  await restoreCardRateLimit(tx, { userId: started.user_id });
  const { id: subscription_id, started_on: begins_on, renews_on } = started;
  const { id, pence: amount } = charge;
  await createSubscriptionYear(tx, { id, subscription_id, begins_on, renews_on, amount, source: 'card', entry_id: id });
  return started;
}

/**
 * Adds the paid year, even if the subscription has changed since the charge was made. If the member paid with a new
 * card, later renewals are charged to that card.
 */
async function renew(tx: DbTransaction, charge: ClosedIntent, at: Instant): Promise<SubscriptionTable | undefined> {
  const held = await findSubscription(tx, parseSubscriptionId(charge.subject));
  if (!held) return undefined;
  const cardId = parseCardAttempt(charge.attempt);
  if (cardId !== undefined) {
    await setRenewalCard(tx, held, { cardId, at });
    await restoreCardRateLimit(tx, { userId: held.user_id });
  }
  return extendSubscriptionByYear(tx, held, { amount: charge.pence, source: 'card', entry_id: charge.id });
}

async function deleteUnpaid(tx: DbTransaction, charge: ClosedIntent, at: Instant): Promise<void> {
  const held = await deleteOrLapsePendingSubscription(tx, parseSubscriptionId(charge.subject));
  if (!held) return;
  if (held.card_id) await removeCard(tx, held.card_id, at);
  await emailNotCharged(tx, { held, charge, at });
}

/**
 * Counts a decline by the bank as a try, and queues the email about it. Other failures aren't counted, and the charge
 * is tried again on the next day.
 */
async function countTry(tx: DbTransaction, { held, charge, at }: ChargeOutcome): Promise<void> {
  if (charge.subject !== formatRenewalChargeSubject(held) || !isCardDecline(charge.declined_because)) return;
  const { timeZone } = await readSettings(tx);
  await recordRenewalProgress(tx, held.id, { tries: held.tries + 1, tried_on: toCalendarDate(at, timeZone) });
  const payload = { charge: charge.id, card: held.card_id ?? '' };
  await queueJob(tx, { kind: declineEmailJobKind, key: charge.id, payload, due: at, at });
}

/** Refunds a charge whose subscription no longer exists. */
async function refundWhole(
  tx: DbTransaction,
  { id: chargeId, pence, environment, attempt }: ClosedIntent,
  at: Instant,
) {
  const newCardId = parseCardAttempt(attempt);
  if (newCardId !== undefined) await removeCard(tx, newCardId, at);
  const reason = 'The subscription that was paid for had already ended.';
  await recordRefund(tx, { chargeId, pence, reason }, { id: deriveId(`nothing for ${chargeId}`), environment, at });
}

interface ChargeOutcome {
  held: SubscriptionTable;
  charge: ClosedIntent;
  at: Instant;
}

async function emailNotCharged(tx: DbTransaction, { held, charge, at }: ChargeOutcome): Promise<void> {
  if (Date.parse(at) - Date.parse(charge.created_at) < responseTimeMs) return;
  const isRenewal = !isFirstYearChargeSubject(charge.subject);
  const key = `${charge.id} ${charge.status}`;
  await queueOwnerEmail(tx, held, { plan: charge.label, key, at }, (owner) =>
    composeCardNotChargedEmail({ ...owner, isRenewal }),
  );
}

async function sendReceipt(
  tx: DbTransaction,
  { paid, charge, at }: { paid: SubscriptionTable; charge: ClosedIntent; at: Instant },
): Promise<void> {
  await queueOwnerEmail(
    tx,
    paid,
    { plan: charge.label, key: `${charge.id} ${charge.status}`, at },
    ({ timeZone, ...owner }) =>
      composeCardReceiptEmail({
        ...owner,
        pence: charge.pence,
        card: formatCard(charge),
        paidOn: toCalendarDate(charge.created_at, timeZone),
        amount: paid.amount,
        renewsOn: paid.renews_on,
        cancelled: paid.cancelled_at !== null,
      }),
  );
}
