import { composeEmail, type EmailContent } from '#platform/server/mail/index.ts';
import { formatDateTime, formatTime } from '#platform/shared/dates/dates.ts';
import { formatEndTime } from '#platform/shared/dates/short-dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { TicketEmailKind } from '../../contract.ts';

/** A performance for which somebody has, had or waits for tickets. */
export interface EmailPerformance {
  show: string;
  venue: string;
  /**
   * The start of the performance, with the society's UTC offset, like all times here; "" in an email about an order
   * without valid tickets, or a deleted performance.
   */
  starts_at: string;
  /** The time at which the doors open; "" if unknown. */
  doors_at: string;
  /** The time at which reserved tickets are released; "" if the tickets aren't reserved, or won't be released. */
  kept_until: string;
  /** The number of tickets of each type, "2 Adult, 1 Child", or of places; "" for an order without valid tickets. */
  tickets: string;
  /** "Seats C5, C6"; "" if none are assigned. */
  seats: string;
}

/**
 * The data of a ticket email. In emails to the waiting list and about unconfirmed free tickets, `ref` and all amounts
 * are 0. Names are left out, because buyers can type anything as a name.
 */
export interface TicketEmailData {
  ref: number;
  performances: readonly EmailPerformance[];
  /** The amount still to be paid at the door, in pence. */
  due: number;
  /** The amount paid in pence, including any that was refunded since. */
  paid: number;
  refunded: number;
  /**
   * The way in which the money was refunded if it differs from the payment method, with a leading space: " in cash";
   * otherwise "".
   */
  refunded_how?: string;
  /** The amount that is being refunded to a card, in pence. */
  refund_pending: number;
  /** The number of performances that attached entries remove from the buyer's calendar. */
  removed?: number;
  /** Sentences that only this email has, for example about a change, its reason, a refund or a deadline. */
  news: readonly string[];
  /**
   * The sentence about the change that a waiting party requested when it joined the list again; undefined if it
   * requested none.
   */
  asked_since?: string | undefined;
  /** The link in the email; "" if there is none. */
  link: string;
  /** The contact for questions: "the box office at tickets@players.example". */
  ask: string;
  siteName: string;
}

/**
 * Formats a performance for an email: "Blithe Spirit, Wednesday 14 April 2027 at 7.30pm: 2 Adult. Doors open at 7pm.
 * Lanternside Hall."
 */
const formatEmailPerformance = ({ show, venue, starts_at, doors_at, tickets, seats }: EmailPerformance) =>
  [
    `${show}, ${formatDateTime(starts_at)}: ${[tickets, seats].filter(Boolean).join('. ')}.`,
    doors_at && `Doors open at ${formatTime(doors_at)}.`,
    venue && `${venue.replace(/\.$/, '')}.`,
  ]
    .filter(Boolean)
    .join(' ');

/**
 * Formats the amounts paid, refunded, being refunded and still to pay, with the time until which unpaid tickets are
 * reserved. If all are 0, says that there is nothing to pay.
 */
function formatPayments({
  due,
  paid,
  refunded,
  refunded_how = '',
  refund_pending,
  performances,
}: TicketEmailData): string {
  const until = performances.map(({ kept_until }) => kept_until).find((moment) => moment !== '');
  const reserved = until ? ` We’ll reserve them for you until ${formatEndTime(until)} on the day.` : '';
  const sums = [
    paid > 0 && `${formatMoney(paid)} has been paid.`,
    refunded > 0 && `${formatMoney(refunded)} has been refunded${refunded_how}.`,
    refund_pending > 0 && `${formatMoney(refund_pending)} is being refunded.`,
    due > 0 && `${formatMoney(due)} to pay at the door.${paid > 0 ? '' : reserved}`,
  ].filter(Boolean);
  return sums.length > 0 ? sums.join(' ') : 'There is nothing to pay.';
}

const getShowTitle = ({ performances }: TicketEmailData) => performances[0]?.show ?? 'the show';

const formatContactLine = ({ ask }: TicketEmailData) => `If something isn’t right, contact ${ask}.`;

/** Describes the attachments of a confirmation, which `ticketAttachmentProvider` creates. */
const describeAttachments = ({ ref, performances }: TicketEmailData) =>
  `A code for each ticket is attached: show it at the door, on your phone or printed out. Your name or reference ${ref} works just as well. ${performances.length > 1 ? 'The other files are entries' : 'The other file is an entry'} for your calendar.`;

const describeUpdatedEntries = ({ performances, removed = 0 }: TicketEmailData) =>
  [
    performances.length > 1
      ? 'Updated entries for your calendar are attached.'
      : 'An updated entry for your calendar is attached.',
    removed === 1 && 'Another attached entry removes the performance that you no longer have tickets for.',
    removed > 1 && 'Other attached entries remove the performances that you no longer have tickets for.',
  ]
    .filter(Boolean)
    .join(' ');

/** Describes the attached cancellations; nothing if no performance is removed from the buyer's calendar. */
const describeCancelledEntries = ({ removed = 0 }: TicketEmailData) => [
  ...(removed === 1
    ? ['The attached calendar entry is cancelled: open it to remove the performance from your calendar.']
    : []),
  ...(removed > 1
    ? ['The attached calendar entries are cancelled: open them to remove the performances from your calendar.']
    : []),
];

/** Lists the performances for which tickets are still valid. */
const listValidPerformances = ({ performances }: TicketEmailData) =>
  performances.filter(({ tickets }) => tickets !== '');

const formatDoorLine = ({ ref }: TicketEmailData) => `At the door, give your name or the reference ${ref}.`;

const textsByKind: Record<
  TicketEmailKind,
  (data: TicketEmailData) => Pick<Parameters<typeof composeEmail>[0], 'subject' | 'before' | 'after'>
> = {
  confirm_order: (data) => ({
    subject: `Confirm your tickets for ${getShowTitle(data)}`,
    before: [
      ...data.performances.map(formatEmailPerformance),
      'These tickets cost nothing. Open the page below and press the button to confirm that you want them.',
      ...data.news,
    ],
    after: [
      'If you didn’t ask for these tickets, ignore this email: other people can then have them.',
      formatContactLine(data),
    ],
  }),
  not_confirmed: (data) => ({
    subject: `Your tickets for ${getShowTitle(data)} are not booked`,
    before: [
      'The box office couldn’t confirm these tickets, so they are no longer held for you:',
      ...data.performances.map(formatEmailPerformance),
      'They cost nothing, so there is nothing to refund.',
    ],
    after: [formatContactLine(data)],
  }),
  confirmation: (data) => ({
    subject: `Your tickets for ${getShowTitle(data)}`,
    before: [
      `Thank you. Your reference is ${data.ref}.`,
      ...data.performances.map(formatEmailPerformance),
      formatPayments(data),
    ],
    after: [describeAttachments(data), formatContactLine(data)],
  }),
  changed: (data) => ({
    subject: `Your tickets for ${getShowTitle(data)} have changed`,
    before: [
      ...data.news,
      `Your booking, reference ${data.ref}, is now:`,
      ...data.performances.map(formatEmailPerformance),
      formatPayments(data),
    ],
    after: [describeUpdatedEntries(data), formatDoorLine(data), formatContactLine(data)],
  }),
  seats: (data) => ({
    subject: `Your seats for ${getShowTitle(data)} have changed`,
    before: [
      'There has been a change to your seats.',
      ...data.news,
      `Your booking, reference ${data.ref}, is now:`,
      ...data.performances.map(formatEmailPerformance),
    ],
    after: [formatDoorLine(data), formatContactLine(data)],
  }),
  refunded: (data) => ({
    subject: `Your refund for ${getShowTitle(data)}`,
    before: [
      `Your reference is ${data.ref}.`,
      ...data.news,
      ...listValidPerformances(data).map(formatEmailPerformance),
      formatPayments(data),
    ],
    after: [...(listValidPerformances(data).length > 0 ? [formatDoorLine(data)] : []), formatContactLine(data)],
  }),
  cancelled: (data) => ({
    subject: `Your tickets for ${getShowTitle(data)} have been cancelled`,
    before: [`Your reference is ${data.ref}.`, ...data.news],
    after: [...describeCancelledEntries(data), formatContactLine(data)],
  }),
  reminder: (data) => ({
    subject: `Tomorrow: ${getShowTitle(data)}`,
    before: [
      'We look forward to seeing you.',
      ...data.performances.map(formatEmailPerformance),
      ...(data.due > 0 ? [formatPayments(data)] : []),
    ],
    after: [
      formatDoorLine(data),
      `If you can’t come, please contact ${data.ask}: somebody else will be glad of your places.`,
    ],
  }),
  thanks: (data) => ({
    subject: `Thank you for coming to ${getShowTitle(data)}`,
    before: [
      `Thank you for coming to ${getShowTitle(data)}. We hope you enjoyed it. Everyone who worked on it is glad you came.`,
      'See our website for what’s on next. We email you only about your tickets.',
    ],
  }),
  // The sentence that asks for a confirmation is in `news`
  waiting: (data) => ({
    subject:
      data.news.length > 0
        ? `Confirm your place on the waiting list for ${getShowTitle(data)}`
        : `You’re on the waiting list for ${getShowTitle(data)}`,
    before: [
      data.performances.length > 1
        ? 'You asked for places at the first of these performances that has room for all of you:'
        : 'You asked to wait for:',
      ...data.performances.map(formatEmailPerformance),
      ...data.news,
      ...(data.asked_since ? [data.asked_since] : []),
      'As soon as there’s room we’ll hold places for you, and email you to say by when to book them.',
    ],
    after: [formatContactLine(data)],
  }),
  offer: (data) => ({
    subject: `There’s room for you: ${getShowTitle(data)}`,
    before: [
      'You’re on our waiting list, and there’s now room for you:',
      ...data.performances.map(formatEmailPerformance),
      ...data.news,
    ],
    after: [
      'If you don’t want these places any more, say so on the page above, so that others can have them straight away.',
      formatContactLine(data),
    ],
  }),
  offer_over: (data) => ({
    subject: `Our offer of places for ${getShowTitle(data)} has expired`,
    before: [
      'The places we were holding for you weren’t booked in time, so others can have them now, and you’re no longer on the waiting list.',
      'If you’d still like to come, see what’s still available or join the list again.',
    ],
    after: [formatContactLine(data)],
  }),
  waiting_over: (data) => ({
    subject: `We can’t offer you places for ${getShowTitle(data)}`,
    before: [
      'You’re on our waiting list, but what you were waiting for has been cancelled or taken off our programme. We are sorry.',
      ...data.performances
        .filter(({ starts_at }) => starts_at !== '')
        .map((performance) => formatEmailPerformance({ ...performance, doors_at: '', venue: '' })),
      'There is nothing for you to do. If you’d like to come to something else, see what’s on.',
    ],
    after: [formatContactLine(data)],
  }),
};

const linkLabels: Partial<Record<TicketEmailKind, string>> = {
  confirm_order: 'Confirm my tickets',
  thanks: 'What’s on next',
  waiting: 'Your place on the waiting list',
  offer: 'Choose your tickets',
  offer_over: 'Tickets',
  waiting_over: 'Tickets',
};

/** Renders an email to somebody who has, had or waits for tickets. */
export function composeTicketEmail(kind: TicketEmailKind, data: TicketEmailData): EmailContent {
  const { link, siteName } = data;
  return composeEmail({
    ...textsByKind[kind](data),
    ...(link ? { link: { label: linkLabels[kind] ?? 'Your tickets', href: link } } : {}),
    siteName,
  });
}
