import { findShow, findShowSummary } from '#features/archive/shows/server/index.ts';
import {
  type EmailPerformance,
  formatBoxOfficeContact,
  sendTicketEmail,
} from '#features/box-office/orders/server/index.ts';
import { getDoorsTime, listPerformances } from '#features/box-office/performances/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatEndDateTime } from '#platform/shared/dates/short-dates.ts';
import { formatPlaces } from '../party.ts';
import { buildOfferPath, buildPartyPath } from './link.ts';
import type { StoredParty } from './store.ts';

/** The site's data for emails. */
export interface EmailContext extends Pick<Services, 'encryption'> {
  /** The origin of the site for links. "" if none is set. */
  home: string;
  now: Instant;
}

/** Sends an email to a waiting party, in the transaction of the change it reports. */
async function sendPartyEmail(
  tx: DbTransaction,
  { encryption, home, now }: EmailContext,
  {
    kind,
    party,
    dates,
    news = () => [],
    about = now,
  }: {
    kind: 'waiting' | 'offer' | 'offer_over' | 'waiting_over';
    party: StoredParty;
    dates: readonly Id[];
    news?: (format: (moment: Instant) => string) => string[];
    /** Distinguishes the email from the party's other emails of the same kind, so that it is sent only once. */
    about?: string;
  },
): Promise<void> {
  const { siteName, timeZone, boxOfficeMail } = await readSettings(tx);
  const show = await findShow(tx, party.show_id);
  const title = show?.title ?? (await findShowSummary(tx, party.show_id))?.title;
  if (title === undefined) return;
  const chosen = (await listPerformances(tx, party.show_id)).filter(({ id }) => dates.includes(id));
  const performances = chosen.map(
    (performance): EmailPerformance => ({
      ...{ show: title, venue: show?.venue ?? '', kept_until: '', seats: '', tickets: formatPlaces(party.size) },
      ...{
        starts_at: formatIsoWithOffset(performance.starts_at, timeZone),
        doors_at: getDoorsTime(performance, timeZone),
      },
    }),
  );
  const path = {
    waiting: buildPartyPath(encryption, party.id),
    offer: buildOfferPath(encryption, party.id),
    offer_over: '/tickets',
    waiting_over: '/tickets',
  };
  const data = {
    ...{ ref: 0, due: 0, paid: 0, refunded: 0, refund_pending: 0, siteName },
    // If the performances were deleted, the email names only the show
    performances: performances.length > 0 ? performances : [{ ...unknownPerformance, show: title }],
    news: news((moment) => formatEndDateTime(formatIsoWithOffset(moment, timeZone))),
    link: `${home}${path[kind]}`,
    ask: formatBoxOfficeContact({ boxOfficeMail, home }),
  };
  await sendTicketEmail(tx, kind, { orderId: party.id, email: party.email, about, data, at: now });
}

const unknownPerformance = { venue: '', starts_at: '', doors_at: '', kept_until: '', tickets: '', seats: '' };

export const emailJoinedParty = (
  tx: DbTransaction,
  context: EmailContext,
  party: StoredParty,
  dates: readonly Id[],
): Promise<void> =>
  sendPartyEmail(tx, context, {
    ...{ kind: 'waiting', party, dates },
    news: () =>
      party.confirmed_at === null
        ? [
            'Open the page below and press the button to confirm. Until then, free places are offered first to people who have confirmed.',
            'If you didn’t ask for this, ignore this email.',
          ]
        : [],
  });

export const emailOffer = (
  tx: DbTransaction,
  context: EmailContext,
  { party, performance, until }: { party: StoredParty; performance: Id; until: Instant },
): Promise<void> =>
  sendPartyEmail(tx, context, {
    ...{ kind: 'offer', party, dates: [performance] },
    news: (format) => [
      `We are holding them for you until ${format(until)}. Pay by then: after that, others can have them.`,
    ],
  });

export const emailExpiredOffer = (tx: DbTransaction, context: EmailContext, party: StoredParty): Promise<void> =>
  sendPartyEmail(tx, context, { kind: 'offer_over', party, dates: [party.performance_id] });

/** Tells a party that all performances that it asked for are cancelled or deleted; only once for the same `about`. */
export const emailPartyWithoutPerformances = (
  tx: DbTransaction,
  context: EmailContext,
  { party, dates, about }: { party: StoredParty; dates: readonly Id[]; about: string },
): Promise<void> => sendPartyEmail(tx, context, { kind: 'waiting_over', party, dates, about });
