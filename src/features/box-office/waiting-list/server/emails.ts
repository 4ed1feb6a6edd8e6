import { findShow, findShowSummary } from '#features/archive/shows/server/index.ts';
import {
  type EmailPerformance,
  formatBoxOfficeContact,
  queueTicketEmail,
} from '#features/box-office/orders/server/index.ts';
import { getDoorTime, listPerformances } from '#features/box-office/performances/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { formatDateTime, type Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatEndDateTime } from '#platform/shared/dates/short-dates.ts';
import { formatPlaces, formatRequestedChange, type RequestedChange, requestedChangeQueryKey } from '../party.ts';
import { buildOfferPath, buildPartyPath, type StoredParty } from './store.ts';

/** The data that emails to parties take from the request or job that sends them. */
export interface PartyEmailContext extends Pick<Services, 'encryption'> {
  /** The origin of the site for links. "" if none is set. */
  home: string;
  now: Instant;
}

/** Queues an email to a waiting party, in the transaction of the change it reports. */
async function queuePartyEmail(
  tx: DbTransaction,
  { encryption, home, now }: PartyEmailContext,
  {
    kind,
    party,
    dates,
    news = () => [],
    about = now,
    change,
  }: {
    kind: 'waiting' | 'offer' | 'offer_over' | 'waiting_over';
    party: StoredParty;
    dates: readonly Id[];
    news?: (format: (moment: Instant) => string) => string[];
    /** Distinguishes the email from the party's other emails of the same kind, so that it is sent only once. */
    about?: string;
    /** The change that a confirmed party has asked for by joining again. */
    change?: RequestedChange | undefined;
  },
): Promise<void> {
  const { siteName, timeZone, boxOfficeMail } = await readSettings(tx);
  const show = await findShow(tx, party.show_id);
  const title = show?.title ?? (await findShowSummary(tx, party.show_id))?.title;
  if (title === undefined) return;
  const ofShow = await listPerformances(tx, party.show_id);
  const findStarts = (ids: readonly Id[]) => ofShow.filter(({ id }) => ids.includes(id));
  const format = (moment: Instant) => formatDateTime(formatIsoWithOffset(moment, timeZone));
  const performances = findStarts(dates).map(
    (performance): EmailPerformance => ({
      ...{ show: title, venue: show?.venue ?? '', kept_until: '', seats: '', tickets: formatPlaces(party.size) },
      ...{
        starts_at: formatIsoWithOffset(performance.starts_at, timeZone),
        doors_at: getDoorTime(performance, timeZone),
      },
    }),
  );
  const path = {
    waiting: `${buildPartyPath(encryption, party.id)}${change ? `?${requestedChangeQueryKey}=${formatRequestedChange(change)}` : ''}`,
    offer: buildOfferPath(encryption, party.id),
    offer_over: '/tickets',
    waiting_over: '/tickets',
  };
  const data = {
    ...{ ref: 0, due: 0, paid: 0, refunded: 0, refund_pending: 0, siteName },
    // If the performances were deleted, the email names only the show
    performances: performances.length > 0 ? performances : [{ ...unknownPerformance, show: title }],
    news: news((moment) => formatEndDateTime(formatIsoWithOffset(moment, timeZone))),
    asked_since:
      change &&
      formatChange(
        change.size,
        findStarts(change.dates).map(({ starts_at }) => format(starts_at)),
      ),
    link: `${home}${path[kind]}`,
    ask: formatBoxOfficeContact({ boxOfficeMail, home }),
  };
  await queueTicketEmail(tx, kind, { orderId: party.id, email: party.email, about, data, at: now });
}

const unknownPerformance = { venue: '', starts_at: '', doors_at: '', kept_until: '', tickets: '', seats: '' };

/** Formats the change that a confirmed party has requested by joining again, and how the party makes it. */
const formatChange = (size: number, dates: readonly string[]): string => {
  const on = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(dates);
  return `You’ve just asked for ${formatPlaces(size).toLowerCase()} on ${on} instead. If you want that, open the page below and press “Save changes”: you keep your place on the list. If it wasn’t you, ignore this email, and nothing changes.`;
};

/** Emails a party the link to its page, after it has joined a list for the first time or again. */
export const queueJoinedPartyEmail = (
  tx: DbTransaction,
  context: PartyEmailContext,
  { party, dates, change }: { party: StoredParty; dates: readonly Id[]; change: RequestedChange | undefined },
): Promise<void> =>
  queuePartyEmail(tx, context, {
    ...{ kind: 'waiting', party, dates, change },
    news: () =>
      party.confirmed_at === null
        ? [
            'Open the page below and press the button to confirm. Until then, free places are offered first to people who have confirmed.',
            'If you didn’t ask for this, ignore this email.',
          ]
        : [],
  });

export const queueOfferEmail = (
  tx: DbTransaction,
  context: PartyEmailContext,
  { party, performance, until }: { party: StoredParty; performance: Id; until: Instant },
): Promise<void> =>
  queuePartyEmail(tx, context, {
    ...{ kind: 'offer', party, dates: [performance] },
    news: (format) => [
      `We are holding them for you until ${format(until)}. Book by then: after that, others can have them.`,
    ],
  });

export const queueExpiredOfferEmail = (
  tx: DbTransaction,
  context: PartyEmailContext,
  party: StoredParty,
): Promise<void> => queuePartyEmail(tx, context, { kind: 'offer_over', party, dates: [party.performance_id] });

/** Tells a party that all performances that it asked for are cancelled or deleted; only once for the same `about`. */
export const queuePartyCancellationEmail = (
  tx: DbTransaction,
  context: PartyEmailContext,
  { party, dates, about }: { party: StoredParty; dates: readonly Id[]; about: string },
): Promise<void> => queuePartyEmail(tx, context, { kind: 'waiting_over', party, dates, about });
