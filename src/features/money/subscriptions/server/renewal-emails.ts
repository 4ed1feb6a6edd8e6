import { composeEmail, type EmailContent } from '#platform/server/mail/index.ts';
import { addDays, type CalendarDate, formatDateOfInstant } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { OwnerEmailContext } from './email-owner.ts';
import { formatSubscriptionName } from './emails.ts';

/** The common content of all emails about a renewal. */
export interface RenewalEmailContext extends OwnerEmailContext {
  pence: number;
  /** Its paid time ends the day before. */
  renewsOn: CalendarDate;
  /** The page to pay or cancel it, and to replace its card. */
  link: string;
  /** True if it can be paid by card there. */
  byCard: boolean;
}

const paidUntil = (
  { renewsOn, ...told }: Pick<RenewalEmailContext, 'renewsOn' | 'plan' | 'name'>,
  verb: 'is' | 'was',
) =>
  `Your subscription (${formatSubscriptionName(told)}) ${verb} paid until ${formatDateOfInstant(addDays(renewsOn, -1))}.`;

/** Describes the way to pay: a link, or other ways if it can't be paid by card. */
const wayToPay = ({ byCard, link }: Pick<RenewalEmailContext, 'byCard' | 'link'>) =>
  byCard
    ? {
        link: { label: 'Pay by card', href: link },
        after: ['Or pay the treasurer, in cash, by bank transfer or by cheque.'],
      }
    : { after: ['Please pay the treasurer, in cash, by bank transfer or by cheque.'] };

/** Reminds a member of a renewal that a card pays. */
export const renderRenewalReminderEmail = ({
  firstname,
  siteName,
  chargedOn,
  card,
  expired,
  link,
  ...told
}: RenewalEmailContext & {
  chargedOn: CalendarDate;
  /** "Visa ending in 1111". */
  card: string;
  /** True if the card will have expired by then. */
  expired: boolean;
}): EmailContent =>
  composeEmail({
    subject: `Your membership of ${siteName} renews on ${formatDateOfInstant(chargedOn)}`,
    firstname,
    before: [
      paidUntil(told, chargedOn > told.renewsOn ? 'was' : 'is'),
      `On ${formatDateOfInstant(chargedOn)} it renews for a year, and we’ll charge ${formatMoney(told.pence)} to your ${card}. You don’t need to do anything.`,
      ...(expired ? ['That card will have expired by then, so please give us another one first.'] : []),
    ],
    link: { label: 'Change card or cancel', href: link },
    siteName,
  });

/** Reminds a member of a renewal that they have to pay themselves; late if the program didn't run before. */
export const renderDueSoonEmail = ({
  firstname,
  siteName,
  isLate,
  ...told
}: RenewalEmailContext & { isLate: boolean }): EmailContent =>
  composeEmail({
    subject: `Your membership of ${siteName} is due${isLate ? '' : ` on ${formatDateOfInstant(told.renewsOn)}`}`,
    firstname,
    before: [
      paidUntil(told, isLate ? 'was' : 'is'),
      `The next year costs ${formatMoney(told.pence)}, and ${isLate ? 'has been due since' : 'is due on'} ${formatDateOfInstant(told.renewsOn)}. We don’t have a card to charge for it.`,
    ],
    ...wayToPay(told),
    siteName,
  });

/** Asks a member to pay the amount due. */
export const renderPaymentDueEmail = ({
  firstname,
  siteName,
  until,
  ...told
}: RenewalEmailContext & { until: CalendarDate }): EmailContent =>
  composeEmail({
    subject: `Your membership of ${siteName} is due`,
    firstname,
    before: [
      paidUntil(told, 'was'),
      `The next year costs ${formatMoney(told.pence)}. Please pay by ${formatDateOfInstant(until)}, or the membership will lapse.`,
    ],
    ...wayToPay(told),
    siteName,
  });

/** Tells a member that their card was declined, and the next step. */
export const renderCardDeclinedEmail = ({
  firstname,
  siteName,
  card,
  why,
  next,
  until,
  ...told
}: RenewalEmailContext & {
  card: string;
  /** The bank's reason, as displayed. */
  why: string;
  /** The day of the next attempt; undefined if there is none. */
  next: CalendarDate | undefined;
  until: CalendarDate;
}): EmailContent =>
  composeEmail({
    subject: `Your membership of ${siteName} couldn’t be renewed`,
    firstname,
    before: [
      `We tried to renew your subscription (${formatSubscriptionName(told)}) by charging ${formatMoney(told.pence)} to your ${card}. ${why}`,
      next
        ? `We’ll try this card again on ${formatDateOfInstant(next)}. You can pay with another card at any time up to ${formatDateOfInstant(until)}. After that the membership will lapse.`
        : `We won’t try this card again. Please pay with another one by ${formatDateOfInstant(until)}, or the membership will lapse.`,
    ],
    ...wayToPay(told),
    siteName,
  });

/** Tells a member that a membership has lapsed, and how to renew it. */
export const renderLapsedEmail = ({
  firstname,
  siteName,
  until,
  ...told
}: RenewalEmailContext & {
  /** The last day on which the same year can still be paid; undefined if it is too late. */
  until: CalendarDate | undefined;
}): EmailContent =>
  composeEmail({
    subject: `Your membership of ${siteName} has lapsed`,
    firstname,
    before: [
      `${paidUntil(told, 'was')} It hasn’t been renewed, so it has lapsed. Nothing will be charged.`,
      until
        ? `If you’d like to stay a member, please pay for the year by ${formatDateOfInstant(until)}.`
        : 'If you’d like to rejoin, you can start it again under Manage Membership in your account settings.',
    ],
    ...(until ? wayToPay(told) : {}),
    siteName,
  });
