import { isCardDecline } from '#features/money/payments/declines.ts';
import { formatCard } from '#features/money/payments/format-card.ts';
import {
  type Payment,
  type PaymentHandler,
  removeCard,
  restoreCardRateLimit,
  scheduleRefund,
} from '#features/money/payments/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { deterministicId } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import { queueJob } from '#platform/server/jobs/job-store.ts';
import { type Instant, toCalendarDate } from '#platform/shared/dates/dates.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { formatRenewalSubject, isFirstYearSubject, parseCardAttempt, parseSubscriptionId } from './charge-subjects.ts';
import { emailOwner } from './email-owner.ts';
import { renderNotChargedEmail, renderReceiptEmail } from './emails.ts';
import { onSubscriptionRefunded } from './refunds.ts';
import { activate, deletePending, findSubscription, recordProgress, setRenewalCard } from './store.ts';
import type { SubscriptionTable } from './tables.ts';
import { addYear, createSubscriptionYear } from './years.ts';

/** Longer than a member waits for a response. Later declines are reported by email. */
const answeredWithin = minute;

/** The kind of the jobs that tell members that their card was declined when we charged it. */
export const declineEmailJobKind = 'renewal-declined';

/** Begins a subscription once its first charge is settled, and prolongs it for a year with each later one. */
export const subscriptionPaymentHandler: PaymentHandler = {
  purpose: 'subscription',
  onSettled: async (tx, charge, at) => {
    const paid = isFirstYearSubject(charge.subject) ? await begun(tx, charge) : await renewed(tx, charge, at);
    await (paid ? tellPaid(tx, { paid, charge, at }) : giveBackAll(tx, charge, at));
  },
  onDeclined: async (tx, charge, at) => {
    if (isFirstYearSubject(charge.subject)) return neverBegun(tx, charge, at);
    const held = await findSubscription(tx, parseSubscriptionId(charge.subject));
    const given = parseCardAttempt(charge.attempt);
    if (given === undefined) return held && countTry(tx, { held, charge, at });
    await removeCard(tx, given, at);
    if (held) await tellNotCharged(tx, { held, charge, at });
  },
  onRefunded: onSubscriptionRefunded,
};

async function begun(tx: DbTransaction, charge: Payment): Promise<SubscriptionTable | undefined> {
  const started = await activate(tx, parseSubscriptionId(charge.subject));
  if (!started) return undefined;
  await restoreCardRateLimit(tx, { userId: started.user_id });
  const { id: subscription_id, started_on: begins_on, renews_on } = started;
  const { id, pence: amount } = charge;
  await createSubscriptionYear(tx, { id, subscription_id, begins_on, renews_on, amount, source: 'card', entry_id: id });
  return started;
}

/** Every successful charge adds a year, even if the subscription has changed in the meantime. */
async function renewed(tx: DbTransaction, charge: Payment, at: Instant): Promise<SubscriptionTable | undefined> {
  const held = await findSubscription(tx, parseSubscriptionId(charge.subject));
  if (!held) return undefined;
  const cardId = parseCardAttempt(charge.attempt);
  if (cardId !== undefined) {
    await setRenewalCard(tx, held, { cardId, at });
    await restoreCardRateLimit(tx, { userId: held.user_id });
  }
  return addYear(tx, held, { amount: charge.pence, source: 'card', entry_id: charge.id });
}

async function neverBegun(tx: DbTransaction, charge: Payment, at: Instant): Promise<void> {
  const held = await deletePending(tx, parseSubscriptionId(charge.subject));
  if (!held) return;
  if (held.card_id) await removeCard(tx, held.card_id, at);
  await tellNotCharged(tx, { held, charge, at });
}

/**
 * A decline by the bank counts as an attempt, and the owner is emailed. After an error of our own we retry the next
 * day.
 */
async function countTry(
  tx: DbTransaction,
  { held, charge, at }: { held: SubscriptionTable; charge: Payment; at: Instant },
): Promise<void> {
  if (charge.subject !== formatRenewalSubject(held) || !isCardDecline(charge.declined_because)) return;
  const { timeZone } = await readSettings(tx);
  await recordProgress(tx, held.id, { tries: held.tries + 1, tried_on: toCalendarDate(at, timeZone) });
  const payload = { charge: charge.id, card: held.card_id ?? '' };
  await queueJob(tx, { kind: declineEmailJobKind, key: charge.id, payload, due: at, at });
}

/** Refunds a charge whose subscription was removed in the meantime, or deleted with its owner's account. */
async function giveBackAll(tx: DbTransaction, { id: chargeId, pence, environment, attempt }: Payment, at: Instant) {
  const given = parseCardAttempt(attempt);
  if (given !== undefined) await removeCard(tx, given, at);
  const reason = 'The subscription it was for had already ended.';
  await scheduleRefund(
    tx,
    { chargeId, pence, reason },
    { id: deterministicId(`nothing for ${chargeId}`), environment, at },
  );
}

interface About {
  held: SubscriptionTable;
  charge: Payment;
  at: Instant;
}

async function tellNotCharged(tx: DbTransaction, { held, charge, at }: About): Promise<void> {
  if (Date.parse(at) - Date.parse(charge.created_at) < answeredWithin) return;
  const isRenewal = !isFirstYearSubject(charge.subject);
  const key = `${charge.id} ${charge.status}`;
  await emailOwner(tx, held, { plan: charge.label, key, at }, (told) => renderNotChargedEmail({ ...told, isRenewal }));
}

async function tellPaid(
  tx: DbTransaction,
  { paid, charge, at }: { paid: SubscriptionTable; charge: Payment; at: Instant },
): Promise<void> {
  await emailOwner(
    tx,
    paid,
    { plan: charge.label, key: `${charge.id} ${charge.status}`, at },
    ({ timeZone, ...told }) =>
      renderReceiptEmail({
        ...told,
        pence: charge.pence,
        card: formatCard(charge),
        paidOn: toCalendarDate(charge.created_at, timeZone),
        amount: paid.amount,
        renewsOn: paid.renews_on,
        cancelled: paid.cancelled_at !== null,
      }),
  );
}
