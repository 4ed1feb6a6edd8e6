import {
  type ManualPaymentSource,
  manualPaymentSourcePhrases,
  type PaymentSource,
} from '#features/money/ledger/entry.ts';
import { findUser, isActiveAccount } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { deriveId, type Id } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import { composeEmail, type EmailContent, queueEmail } from '#platform/server/mail/index.ts';
import { addDays, type CalendarDate, formatLocalDate, type Instant } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { SubscriptionTable } from './tables.ts';

/** The data that all emails about a subscription need. */
export interface OwnerEmailContext {
  firstname: string;
  siteName: string;
  /** The plan's name. */
  plan: string;
  /** The person that the subscription is for; "" for the member who pays. */
  name: string;
}

/**
 * Queues an email to the member who pays for a subscription, in the same transaction as the change. An email with the
 * same key is sent only once. If the member's account isn't active, sends nothing and returns false.
 */
export async function queueOwnerEmail(
  tx: DbTransaction,
  { user_id, name }: Pick<SubscriptionTable, 'user_id' | 'name'>,
  { plan, key, at }: { plan: string; key: string; at: Instant },
  compose: (owner: OwnerEmailContext & { timeZone: string }) => EmailContent,
): Promise<boolean> {
  const user = await findUser(tx, user_id);
  if (!user || !isActiveAccount(user)) return false;
  const { siteName, timeZone } = await readSettings(tx);
  const { firstname, email } = user;
  const mail = compose({ firstname, siteName, timeZone, plan, name });
  const idempotencyKey = `subscription ${key}`;
  const to = { to: email, fromName: siteName };
  await queueEmail(tx, { ...mail, ...to, id: deriveId(idempotencyKey), idempotencyKey, at });
  return true;
}

/** Formats what is paid for: "Full member for Pip", or "Full member" for the member's own subscription. */
export const formatSubscriptionName = ({ plan, name }: Pick<OwnerEmailContext, 'plan' | 'name'>): string =>
  name ? `${plan} for ${name}` : plan;

const stillCancelled =
  'It is still cancelled, so it ends after that. You can undo the cancellation under Manage Membership in your account settings.';

/** Composes the receipt for a card payment. */
export const composeCardReceiptEmail = ({
  firstname,
  siteName,
  pence,
  card,
  paidOn,
  amount,
  renewsOn,
  cancelled,
  ...owner
}: OwnerEmailContext & {
  pence: number;
  /** "Visa ending in 1111". */
  card: string;
  paidOn: CalendarDate;
  /** The price of a whole year, in pence. */
  amount: number;
  renewsOn: CalendarDate;
  cancelled: boolean;
}): EmailContent =>
  composeEmail({
    subject: `Your receipt from ${siteName}`,
    firstname,
    before: [
      `Thank you. You paid ${formatMoney(pence)} on ${formatLocalDate(paidOn)} with your ${card}. Your subscription (${formatSubscriptionName(owner)}) is paid until ${formatLocalDate(addDays(renewsOn, -1))}.`,
      cancelled
        ? stillCancelled
        : `On ${formatLocalDate(renewsOn)} it renews with the same card, at ${formatMoney(amount)} a year if the plan’s price stays as it is now. We’ll email you beforehand. You can cancel it under Manage Membership in your account settings.`,
    ],
    siteName,
  });

/** A payment that the treasurer recorded, with a donation that was paid together with it. */
interface OfflineReceipt {
  /** Pence for the subscription. */
  pence: number;
  /** Pence paid in addition, as a donation. */
  donation: number;
  /** Pence of earlier part payments for the same year. */
  partPaid?: number;
  by: ManualPaymentSource;
  paidOn: CalendarDate;
}

/**
 * Formats the thanks for a payment: "Thank you. You paid £30.00 in cash on 21 November 2026: £25.00 for Full member, …,
 * and £5.00 as a donation."
 */
function formatOfflinePayment({ pence, donation, by, paidOn }: OfflineReceipt, subscription: string): string {
  const paid = `Thank you. You paid ${formatMoney(pence + donation)} ${manualPaymentSourcePhrases[by]} on ${formatLocalDate(paidOn)}`;
  return donation > 0
    ? `${paid}: ${formatMoney(pence)} for ${subscription}, and ${formatMoney(donation)} as a donation.`
    : `${paid}: ${subscription}.`;
}

/** Composes the receipt for a part payment. `owed` is the rest of the year's price, in pence. */
export const composePartPaymentReceiptEmail = ({
  firstname,
  siteName,
  owed,
  pence,
  by,
  paidOn,
  ...owner
}: OwnerEmailContext & Omit<OfflineReceipt, 'donation'> & { owed: number }): EmailContent =>
  composeEmail({
    subject: `Your receipt from ${siteName}`,
    firstname,
    before: [
      formatOfflinePayment({ pence, donation: 0, by, paidOn }, `a part payment for ${formatSubscriptionName(owner)}`),
      `${formatMoney(owed)} is still to pay. The membership is extended once all of it is paid.`,
    ],
    siteName,
  });

/**
 * Composes the receipt for a payment that the treasurer recorded and that pays for a year, perhaps together with
 * earlier part payments.
 */
export const composeOfflineReceiptEmail = ({
  firstname,
  siteName,
  renewsOn,
  byCard = false,
  hasAccount = true,
  partPaid = 0,
  cancelled,
  ...owner
}: OwnerEmailContext &
  OfflineReceipt & {
    renewsOn: CalendarDate;
    /** True if the next year is charged to a card on file. */
    byCard?: boolean;
    /** False for people without an account, who get no automatic reminders. */
    hasAccount?: boolean;
    cancelled: boolean;
  }): EmailContent =>
  composeEmail({
    subject: `Your receipt from ${siteName}`,
    firstname,
    before: [
      [
        formatOfflinePayment(
          owner,
          `${formatSubscriptionName(owner)}, until ${formatLocalDate(addDays(renewsOn, -1))}`,
        ),
        ...(partPaid > 0
          ? [
              `Together with ${formatMoney(partPaid)} in earlier part payments, that makes ${formatMoney(partPaid + owner.pence)}.`,
            ]
          : []),
      ].join(' '),
      cancelled
        ? stillCancelled
        : byCard
          ? `On ${formatLocalDate(renewsOn)} it renews with the card you’ve given us. We’ll email you beforehand.`
          : `It is due again on ${formatLocalDate(renewsOn)}.${hasAccount ? ' We’ll email you beforehand.' : ''}`,
    ],
    siteName,
  });

/** Confirms a cancelled renewal. `bySociety` is true if the membership secretary cancelled it for the member. */
export const composeCancellationEmail = ({
  firstname,
  siteName,
  renewsOn,
  isOver,
  bySociety = false,
  ...owner
}: OwnerEmailContext & { renewsOn: CalendarDate; isOver: boolean; bySociety?: boolean }): EmailContent => {
  const paidUntil = formatLocalDate(addDays(renewsOn, -1));
  const cancelled = bySociety
    ? `We have cancelled the renewal of your subscription (${formatSubscriptionName(owner)})`
    : `You have cancelled your subscription (${formatSubscriptionName(owner)})`;
  return composeEmail({
    subject: isOver ? `Your membership of ${siteName} has ended` : `Your membership of ${siteName} won’t renew`,
    firstname,
    before: isOver
      ? [`${cancelled}. It was paid until ${paidUntil}, and nothing more will be charged.`]
      : [
          `${cancelled}. It lasts until ${paidUntil} and won’t renew. Nothing more will be charged.`,
          'Until then you can press “Undo cancellation” under Manage Membership in your account settings.',
        ],
    siteName,
  });
};

/** Confirms that a member's subscriptions now renew with another card. */
export const composeNewCardEmail = ({
  firstname,
  siteName,
  card,
}: OwnerEmailContext & { card: string }): EmailContent =>
  composeEmail({
    subject: `A new card for your membership of ${siteName}`,
    firstname,
    before: [
      `From now on, your subscriptions renew with your ${card}. Nothing was charged.`,
      'If that wasn’t you, change your password and tell us.',
    ],
    siteName,
  });

/** Tells a member that a charge whose result was unknown has failed. */
export const composeCardNotChargedEmail = ({
  firstname,
  siteName,
  isRenewal,
  ...owner
}: OwnerEmailContext & { isRenewal: boolean }): EmailContent =>
  composeEmail({
    subject: `Your card wasn’t charged by ${siteName}`,
    firstname,
    before: [
      isRenewal
        ? `We couldn’t charge your card for your subscription (${formatSubscriptionName(owner)}), so nothing has been paid. You can pay under Manage Membership in your account settings.`
        : `We couldn’t charge your card for your subscription (${formatSubscriptionName(owner)}), so nothing has been paid and it hasn’t started. You can start it again under Manage Membership in your account settings.`,
    ],
    siteName,
  });

const formatEnd = (ends: CalendarDate, on: CalendarDate) =>
  ends > on
    ? `The subscription won’t renew, but what you had already paid for lasts until ${formatLocalDate(addDays(ends, -1))}.`
    : 'The subscription ended with this refund and won’t renew.';

/** A refund, its payment and the reason, for the email about it. */
export interface RefundEmailContext {
  /** The refund's id. Each refund sends one email. */
  id: Id;
  userId: Id;
  label: string;
  pence: number;
  source: PaymentSource;
  /** "Visa ending in 1111"; "" for a payment without a card. */
  card: string;
  paid: { pence: number; on: CalendarDate };
  reason: string;
  /** The first day after the subscription, if the refund ends it; undefined otherwise. */
  ends: CalendarDate | undefined;
}

/** Tells a member about a refund: how it is paid, and the reason. */
export const composeRefundEmail = ({
  firstname,
  siteName,
  label,
  pence,
  source,
  card,
  paid,
  reason,
  ends,
  on,
}: Omit<RefundEmailContext, 'id' | 'userId'> & {
  firstname: string;
  siteName: string;
  on: CalendarDate;
}): EmailContent => {
  const arrivals = {
    card: `It goes to your ${card || 'card'} and should arrive within ten days.`,
    card_machine: 'You get the money on your card, through our card machine.',
    cash: 'You get the money in cash.',
    transfer: 'You get the money by bank transfer.',
    cheque: 'You get the money by cheque.',
  };
  const amount = pence === paid.pence ? formatMoney(pence) : `${formatMoney(pence)} of the ${formatMoney(paid.pence)}`;
  return composeEmail({
    subject: `A refund from ${siteName}`,
    firstname,
    before: [
      `We have refunded ${amount} that you paid on ${formatLocalDate(paid.on)} for ${label}. ${arrivals[source]}`,
      ...(reason === '' ? [] : [`Reason: ${reason}`]),
      ...(ends === undefined ? [] : [formatEnd(ends, on)]),
    ],
    siteName,
  });
};
