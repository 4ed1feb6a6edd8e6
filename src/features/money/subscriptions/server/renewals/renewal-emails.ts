import { composeEmail, type EmailContent } from '#platform/server/mail/index.ts';
import { addDays, type CalendarDate, formatLocalDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { formatSubscriptionName, type OwnerEmailContext } from '../store/emails.ts';

export interface RenewalEmailContext extends OwnerEmailContext {
  pence: number;
  /** The first day after the paid time. */
  renewsOn: CalendarDate;
  /** The page on which the renewal is paid or cancelled, or the card replaced. */
  link: string;
  /** True if that page takes card payments. */
  byCard: boolean;
}

const formatPaidUntil = (
  { renewsOn, ...owner }: Pick<RenewalEmailContext, 'renewsOn' | 'plan' | 'name'>,
  verb: 'is' | 'was',
) =>
  `Your subscription (${formatSubscriptionName(owner)}) ${verb} paid until ${formatLocalDate(addDays(renewsOn, -1))}.`;

/** Formats the ways to pay: through the treasurer and, if the page takes card payments, by card. */
const formatWaysToPay = ({ byCard, link }: Pick<RenewalEmailContext, 'byCard' | 'link'>) =>
  byCard
    ? {
        link: { label: 'Pay by card', href: link },
        after: ['Or pay the treasurer, in cash, by bank transfer or by cheque.'],
      }
    : { after: ['Please pay the treasurer, in cash, by bank transfer or by cheque.'] };

/** Composes the email that reminds a member of a renewal that will be charged to the member's card. */
export const composeRenewalReminderEmail = ({
  firstname,
  siteName,
  chargedOn,
  card,
  expired,
  link,
  ...owner
}: RenewalEmailContext & {
  chargedOn: CalendarDate;
  /** "Visa ending in 1111". */
  card: string;
  /** True if the card will have expired by the renewal. */
  expired: boolean;
}): EmailContent =>
  composeEmail({
    subject: `Your membership of ${siteName} renews on ${formatLocalDate(chargedOn)}`,
    firstname,
    before: [
      formatPaidUntil(owner, chargedOn > owner.renewsOn ? 'was' : 'is'),
      `On ${formatLocalDate(chargedOn)} it renews for a year, and we’ll charge ${formatMoney(owner.pence)} to your ${card}.${expired ? '' : ' You don’t need to do anything.'}`,
      ...(expired ? ['That card will have expired by then, so please give us another one first.'] : []),
    ],
    link: { label: 'Change card or cancel', href: link },
    siteName,
  });

/** Reminds a member of a renewal that they have to pay themselves. `isLate` is true from the renewal day on. */
export const composeRenewalPaymentReminderEmail = ({
  firstname,
  siteName,
  isLate,
  ...owner
}: RenewalEmailContext & { isLate: boolean }): EmailContent =>
  composeEmail({
    subject: `Your membership of ${siteName} is due${isLate ? '' : ` on ${formatLocalDate(owner.renewsOn)}`}`,
    firstname,
    before: [
      formatPaidUntil(owner, isLate ? 'was' : 'is'),
      `The next year costs ${formatMoney(owner.pence)}, and ${isLate ? 'has been due since' : 'is due on'} ${formatLocalDate(owner.renewsOn)}.${owner.byCard ? ' We don’t have a card to charge for it.' : ''}`,
    ],
    ...formatWaysToPay(owner),
    siteName,
  });

/** Asks a member to pay a renewal that is due. `until` is the last day to pay. */
export const composePaymentDueEmail = ({
  firstname,
  siteName,
  until,
  ...owner
}: RenewalEmailContext & { until: CalendarDate }): EmailContent =>
  composeEmail({
    subject: `Your membership of ${siteName} is due`,
    firstname,
    before: [
      formatPaidUntil(owner, 'was'),
      `The next year costs ${formatMoney(owner.pence)}. Please pay by ${formatLocalDate(until)}, or the membership will lapse.`,
    ],
    ...formatWaysToPay(owner),
    siteName,
  });

/**
 * Says when the card is charged again, if it is, and names the last day to pay. Without card payments, names only the
 * last day to pay.
 */
function formatNextCardAttempt({
  byCard,
  next,
  until,
}: Pick<RenewalEmailContext, 'byCard'> & { next: CalendarDate | undefined; until: CalendarDate }): string {
  const lastDay = formatLocalDate(until);
  if (!byCard) return `Please pay for the year by ${lastDay}, or the membership will lapse.`;
  return next
    ? `We’ll try this card again on ${formatLocalDate(next)}. You can pay with another card at any time up to ${lastDay}. After that the membership will lapse.`
    : `We won’t try this card again. Please pay with another one by ${lastDay}, or the membership will lapse.`;
}

/** Tells a member that their card was declined, and what happens next. */
export const composeCardDeclinedEmail = ({
  firstname,
  siteName,
  card,
  reason,
  next,
  until,
  ...owner
}: RenewalEmailContext & {
  card: string;
  /** The bank's reason, as a sentence. */
  reason: string;
  /** The day of the next try; undefined after the last try. */
  next: CalendarDate | undefined;
  until: CalendarDate;
}): EmailContent =>
  composeEmail({
    subject: `Your membership of ${siteName} couldn’t be renewed`,
    firstname,
    before: [
      `We tried to renew your subscription (${formatSubscriptionName(owner)}) by charging ${formatMoney(owner.pence)} to your ${card}. ${owner.byCard ? reason : 'Your card was declined.'}`,
      formatNextCardAttempt({ byCard: owner.byCard, next, until }),
    ],
    ...formatWaysToPay(owner),
    siteName,
  });

/** Tells a member that a membership has lapsed, and how to renew it. */
export const composeMembershipLapsedEmail = ({
  firstname,
  siteName,
  until,
  today,
  isPlanOpen,
  ...owner
}: RenewalEmailContext & {
  /** False if the plan takes no new members, so that nobody can start it again. */
  isPlanOpen: boolean;
  /** The last day on which the same year can still be paid; undefined if it can't be paid any more. */
  until: CalendarDate | undefined;
  today: CalendarDate;
}): EmailContent =>
  composeEmail({
    subject: `Your membership of ${siteName} has lapsed`,
    firstname,
    before: [
      `${formatPaidUntil(owner, 'was')} It hasn’t been renewed, so it has lapsed. Nothing will be charged.`,
      until
        ? `If you’d like to stay a member, please pay for the year by ${until === today ? 'the end of today, ' : ''}${formatLocalDate(until)}.`
        : `If you’d like to rejoin, ${owner.byCard && isPlanOpen ? 'you can start it again under Manage Membership in your account settings' : 'please ask the treasurer'}.`,
    ],
    ...(until ? formatWaysToPay(owner) : {}),
    siteName,
  });
