import type { Id } from '#platform/server/crypto/ids.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';

/** Formats the purpose of a subscription's first charge, among payments. */
export const formatFirstYearSubject = (id: Id) => `${id} first`;

/** Formats the subject of a later charge: each year by the day on which it begins. */
export const formatRenewalSubject = ({ id, renews_on }: { id: Id; renews_on: CalendarDate }) => `${id} ${renews_on}`;

/** Parses the subscription that a charge is for. */
export const parseSubscriptionId = (subject: string): Id => subject.split(' ')[0] ?? '';

export const isFirstYearSubject = (subject: string): boolean => subject.endsWith(' first');

const byCard = 'card ';

/** Formats an attempt by its owner, with a new card. */
export const formatCardAttempt = (cardId: Id) => `${byCard}${cardId}`;

/** Parses the new card of an attempt; undefined for an attempt of our own. */
export const parseCardAttempt = (attempt: string): Id | undefined =>
  attempt.startsWith(byCard) ? attempt.slice(byCard.length) : undefined;
