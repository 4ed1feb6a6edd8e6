import { type ManualSource, manualSourcePhrases, type PaymentSource } from '#features/money/ledger/entry.ts';
import { composeEmail, type EmailContent } from '#platform/server/mail/index.ts';
import { addDays, type CalendarDate, formatDateOfInstant } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { OwnerEmailContext } from './email-owner.ts';

/** "Full member for Pip". */
export const formatSubscriptionName = ({ plan, name }: Pick<OwnerEmailContext, 'plan' | 'name'>): string =>
  name ? `${plan} for ${name}` : plan;

const staysCancelled =
  'It is still cancelled, so it ends after that. You can undo the cancellation under Manage Membership in your account settings.';

/** Renders the email about a member's payment, its duration, and the next step. */
export const renderReceiptEmail = ({
  firstname,
  siteName,
  pence,
  card,
  paidOn,
  amount,
  renewsOn,
  cancelled,
  ...told
}: OwnerEmailContext & {
  pence: number;
  /** "Visa ending in 1111". */
  card: string;
  paidOn: CalendarDate;
  /** Pence of a whole year. */
  amount: number;
  renewsOn: CalendarDate;
  cancelled: boolean;
}): EmailContent =>
  composeEmail({
    subject: `Your receipt from ${siteName}`,
    firstname,
    before: [
      `Thank you. You paid ${formatMoney(pence)} on ${formatDateOfInstant(paidOn)} with your ${card}. Your subscription (${formatSubscriptionName(told)}) is paid until ${formatDateOfInstant(addDays(renewsOn, -1))}.`,
      cancelled
        ? staysCancelled
        : `On ${formatDateOfInstant(renewsOn)} it renews with the same card, at ${formatMoney(amount)} a year if the plan’s price stays as it is now. We’ll email you beforehand. You can cancel it under Manage Membership in your account settings.`,
    ],
    siteName,
  });

/** A manual payment, as on its receipt: a donation paid with it is a separate sum. */
interface PaidByHand {
  /** Pence for the subscription. */
  pence: number;
  /** Pence that were paid with it, as a donation. */
  donation: number;
  /** Pence that were paid in part before. */
  partPaid?: number;
  by: ManualSource;
  paidOn: CalendarDate;
}

/** "Thank you. You paid £30.00 in cash on 21 November 2026: £25.00 for Full member, …, and £5.00 as a donation." */
function formatPaidByHand({ pence, donation, by, paidOn }: PaidByHand, subscription: string): string {
  const paid = `Thank you. You paid ${formatMoney(pence + donation)} ${manualSourcePhrases[by]} on ${formatDateOfInstant(paidOn)}`;
  return donation > 0
    ? `${paid}: ${formatMoney(pence)} for ${subscription}, and ${formatMoney(donation)} as a donation.`
    : `${paid}: ${subscription}.`;
}

/** Renders the receipt for a manual part payment; `owed` is the rest of the year's price. */
export const partReceiptLetter = ({
  firstname,
  siteName,
  owed,
  pence,
  by,
  paidOn,
  ...told
}: OwnerEmailContext & Omit<PaidByHand, 'donation'> & { owed: number }): EmailContent =>
  composeEmail({
    subject: `Your receipt from ${siteName}`,
    firstname,
    before: [
      formatPaidByHand({ pence, donation: 0, by, paidOn }, `a part payment for ${formatSubscriptionName(told)}`),
      `${formatMoney(owed)} is still to pay. The membership is extended once all of it is paid.`,
    ],
    siteName,
  });

/** The same for a payment that the treasurer has recorded. */
export const renderOfflineReceiptEmail = ({
  firstname,
  siteName,
  renewsOn,
  byCard = false,
  partPaid = 0,
  cancelled,
  ...told
}: OwnerEmailContext &
  PaidByHand & {
    renewsOn: CalendarDate;
    /** True if the next year is charged to a card on file. */
    byCard?: boolean;
    cancelled: boolean;
  }): EmailContent =>
  composeEmail({
    subject: `Your receipt from ${siteName}`,
    firstname,
    before: [
      [
        formatPaidByHand(told, `${formatSubscriptionName(told)}, until ${formatDateOfInstant(addDays(renewsOn, -1))}`),
        ...(partPaid > 0
          ? [`With ${formatMoney(partPaid)} paid in part before, that is ${formatMoney(partPaid + told.pence)}.`]
          : []),
      ].join(' '),
      cancelled
        ? staysCancelled
        : byCard
          ? `On ${formatDateOfInstant(renewsOn)} it renews with the card you have given us. We write to you before.`
          : `It is due again on ${formatDateOfInstant(renewsOn)}. We’ll email you beforehand.`,
    ],
    siteName,
  });

/** Confirms that a member, or the membership secretary for them (`bySociety`), has cancelled a renewal. */
export const cancelledLetter = ({
  firstname,
  siteName,
  renewsOn,
  isOver,
  bySociety = false,
  ...told
}: OwnerEmailContext & { renewsOn: CalendarDate; isOver: boolean; bySociety?: boolean }): EmailContent => {
  const paidUntil = formatDateOfInstant(addDays(renewsOn, -1));
  const cancelled = bySociety
    ? `We have cancelled the renewal of ${formatSubscriptionName(told)}`
    : `You have cancelled ${formatSubscriptionName(told)}`;
  return composeEmail({
    subject: `Your membership of ${siteName} is cancelled`,
    firstname,
    before: isOver
      ? [`${cancelled}. It was paid until ${paidUntil}, and nothing more is charged.`]
      : [
          `${cancelled}. It lasts until ${paidUntil}, and isn’t renewed. Nothing more is charged.`,
          'Until then you can press “Undo cancellation” under Manage Membership in your account settings.',
        ],
    siteName,
  });
};

/** Confirms that a member's subscriptions renew with another card. */
export const newCardLetter = ({ firstname, siteName, card }: OwnerEmailContext & { card: string }): EmailContent =>
  composeEmail({
    subject: `A new card for your membership of ${siteName}`,
    firstname,
    before: [
      `Your subscriptions renew with your ${card} from now on. Nothing was charged.`,
      'If that wasn’t you, change your password and tell us.',
    ],
    siteName,
  });

/** Tells a member whose charge was uncertain that nothing was charged. */
export const renderNotChargedEmail = ({
  firstname,
  siteName,
  isRenewal,
  ...told
}: OwnerEmailContext & { isRenewal: boolean }): EmailContent =>
  composeEmail({
    subject: `Your card wasn’t charged by ${siteName}`,
    firstname,
    before: [
      isRenewal
        ? `We couldn’t charge your card for your subscription (${formatSubscriptionName(told)}), so nothing has been paid. You can pay under Manage Membership in your account settings.`
        : `We couldn’t charge your card for your subscription (${formatSubscriptionName(told)}), so nothing has been paid and it hasn’t started. You can start it again under Manage Membership in your account settings.`,
    ],
    siteName,
  });

const formatEnd = (ends: CalendarDate, on: CalendarDate) =>
  ends > on
    ? `The subscription won’t renew, but what you had already paid for lasts until ${formatDateOfInstant(addDays(ends, -1))}.`
    : 'The subscription ended with this refund and won’t renew.';

/** Tells a member of a refund, the way it is paid, and the reason. */
export const renderRefundEmail = ({
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
}: {
  firstname: string;
  siteName: string;
  label: string;
  pence: number;
  source: PaymentSource;
  card: string;
  paid: { pence: number; on: CalendarDate };
  reason: string;
  /** The first day after the subscription, if the refund ends it; undefined otherwise. */
  ends: CalendarDate | undefined;
  on: CalendarDate;
}): EmailContent => {
  const comes = {
    card: `It goes to your ${card || 'card'} and should arrive within ten days.`,
    card_machine: 'We refund it to your card, on our card machine.',
    cash: 'We pay it to you in cash.',
    transfer: 'It will be paid into your bank account.',
    cheque: 'You will receive a cheque.',
  };
  const how = pence === paid.pence ? formatMoney(pence) : `${formatMoney(pence)} of the ${formatMoney(paid.pence)}`;
  return composeEmail({
    subject: `A refund from ${siteName}`,
    firstname,
    before: [
      `We have refunded ${how} that you paid on ${formatDateOfInstant(paid.on)}: ${label}. ${comes[source]}`,
      ...(reason === '' ? [] : [`Reason: ${reason}`]),
      ...(ends === undefined ? [] : [formatEnd(ends, on)]),
    ],
    siteName,
  });
};
