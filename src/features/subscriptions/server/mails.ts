import { type Letter, letter } from '#platform/server/mail/index.ts';
import { addDays, type CalendarDate, dayInWords } from '#platform/shared/dates.ts';
import { asMoney } from '#platform/shared/money.ts';

interface Told {
  firstname: string;
  siteName: string;
  /** The plan's name. */
  plan: string;
  /** Whom it is for; "" for the member who pays. */
  name: string;
}

const what = ({ plan, name }: Pick<Told, 'plan' | 'name'>) => (name ? `${plan} for ${name}` : plan);

/** What a member has paid, until when, and what comes then. */
export const receiptMail = ({
  firstname,
  siteName,
  pence,
  card,
  paidOn,
  amount,
  renewsOn,
  ...told
}: Told & {
  pence: number;
  /** "Visa ending in 1111". */
  card: string;
  paidOn: CalendarDate;
  /** Pence of a whole year. */
  amount: number;
  renewsOn: CalendarDate;
}): Letter =>
  letter({
    subject: `Your receipt from ${siteName}`,
    firstname,
    before: [
      `Thank you. You paid ${asMoney(pence)} on ${dayInWords(paidOn)} with your ${card}: ${what(told)}, until ${dayInWords(addDays(renewsOn, -1))}.`,
      `On ${dayInWords(renewsOn)} it renews with the same card, for ${asMoney(amount)} a year as the plan is now. We write to you before. You can cancel it under Manage Membership in your account settings.`,
    ],
    siteName,
  });

/** Tells a member, who was told that it is being found out, that nothing was charged. */
export const notChargedMail = ({ firstname, siteName, ...told }: Told): Letter =>
  letter({
    subject: `Your card wasn’t charged by ${siteName}`,
    firstname,
    before: [
      `We couldn’t charge your card for ${what(told)}, so nothing was paid and the subscription hasn’t started. You can start it again under Manage Membership in your account settings.`,
    ],
    siteName,
  });
