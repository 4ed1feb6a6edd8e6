import { manualSourcePhrases, sourceNames } from '#features/money/ledger/entry.ts';
import {
  findEntry,
  findPayerName,
  findPayingUserId,
  getChargeBalance,
  type ListedEntry,
  loadLaterYear,
  postEntry,
} from '#features/money/ledger/server/index.ts';
import type { PaidYear } from '#features/money/payments/contract.ts';
import { formatRefundRefusal } from '#features/money/payments/declines.ts';
import { formatCard } from '#features/money/payments/format-card.ts';
import { disputedReason } from '#features/money/payments/refund-issues.ts';
import {
  findCardsByCharge,
  findChargeNames,
  formatRefundAttempt,
  listRefundsSince,
  refundCharge,
  refuseDisputed,
  sumDisputedAtSquare,
  sumPendingRefunds,
} from '#features/money/payments/server/index.ts';
import {
  endPaidYear,
  findCurrentYears,
  hasRefundEmail,
  sendRefundEmail,
} from '#features/money/subscriptions/server/index.ts';
import { isActiveAccount } from '#features/society/accounts/sign-in-status.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseFields } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import type { Access } from '#platform/server/http/request/access.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { describeTelling } from '#platform/server/mail/index.ts';
import { addDays, type CalendarDate, formatDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { type RefundStatus, refundPayment } from '../contract.ts';

type Charge = NonNullable<Awaited<ReturnType<typeof findEntry>>>;

/** Payments for tickets are refunded by people who manage bookings. */
export const mayRefund: Access<Pick<Charge, 'about'>> = {
  name: 'get_subs; of tickets, bookings',
  members: true,
  allows: (visitor, { about }) => visitor.may[about === 'tickets' ? 'bookings' : 'get_subs'] === true,
};

/** The state of earlier refunds of a payment that no card made. */
const attemptByHand = (refunded: number) => `refunded ${refunded}`;

/** Finds the refunds of each payment since a day, and its refund options. */
export async function loadRefundStatuses(
  db: DbReader,
  { environment, square, all }: Pick<Services, 'environment' | 'square' | 'all'>,
  {
    paid,
    from,
    today,
    visitor,
  }: { paid: readonly ListedEntry[]; from: CalendarDate } & Pick<PageRequest, 'today' | 'visitor'>,
): Promise<(entry: ListedEntry) => RefundStatus> {
  const byCard = paid.filter(({ source, kind }) => source === 'card' && kind === 'charge').map(({ id }) => id);
  const cards = await findCardsByCharge(db, byCard);
  // Refunds of a day's payments are made on that day or later; a day's margin covers the time zones
  const since = `${addDays(from, -1)}T00:00:00.000Z`;
  const refunds = Map.groupBy(await listRefundsSince(db, environment, since), ({ charge_id }) => charge_id);
  const underWay = await sumPendingRefunds(db, byCard);
  const disputed = await sumDisputedAtSquare(db, byCard);
  const running = await findCurrentYears(db, today);
  const pages = await pagesOfCharges(db, all, paid);
  const laterYear = await loadLaterYear(db, environment, today);
  return (entry) => {
    const { id, source, amount, day } = entry;
    const year = laterYear('refund', day);
    const pending = refunds.get(id) ?? [];
    const refunded = 0 - Number(entry.refunds);
    // By us, or at Square and not recorded yet
    const being_refunded = underWay.get(id) ?? 0;
    const last = pending.at(-1);
    const refused = (last?.status === 'declined' || last?.status === 'abandoned') && last.resolution === '';
    const said = {
      refunded,
      being_refunded,
      refund_refused: refused ? formatRefundRefusal(last.declined_because) : '',
    };
    const left = amount - refunded - being_refunded;
    const card = cards.get(id);
    const isTaken = entry.kind !== 'charge' || entry.corrects !== null || Boolean(entry.was_corrected);
    if (isTaken || left <= 0 || pages.has(id) || !mayRefund.allows(visitor, entry)) return { ...said, refund: null };
    const paid_year = running.get(id) ?? null;
    const ends = paid_year !== null;
    // For tickets paid by card, the box office sends the refund email
    const told = isTold(entry) && (source !== 'card' || entry.about === 'subscription');
    if (source !== 'card') {
      const attempt = attemptByHand(refunded);
      return {
        ...said,
        refund: {
          left,
          way: manualSourcePhrases[source],
          by_hand: true,
          attempt,
          ends,
          paid_year,
          told,
          block: '',
          year,
        },
      };
    }
    if (!card || !square) return { ...said, refund: null };
    const way = `to ${formatCard(card) || 'the card'}`;
    return {
      ...said,
      refund: {
        left,
        way,
        by_hand: false,
        attempt: formatRefundAttempt(pending),
        ends,
        paid_year,
        told,
        block: disputed.has(id) ? disputedReason : '',
        year,
      },
    };
  };
}

export function registerRefundCalls({ call }: Platform, services: Services): void {
  const load = async ({ db, params: { id = '' } }: { db: DbReader; params: Record<string, string> }) => {
    const entry = await findEntry(db, id, services.environment);
    return entry?.kind === 'charge' && entry.corrects === null ? entry : undefined;
  };

  call(refundPayment, { access: mayRefund, grave: true, load }, refund(services));
}

const refund =
  (services: Services): CallHandler<typeof refundPayment, Charge> =>
  async ({ body, subject: charge, once, ...request }) => {
    const page = await pageOfCharge(request.db, services, charge.id);
    if (page) return once(async () => throughItsOrder('refunded', page, request.visitor));
    const { amount: pence, attempt, reason } = body;
    const { today: on, now: at } = request;
    const ends = body.subscription === 'end';
    const year = (await loadLaterYear(request.db, services.environment, on))('refund', charge.day);
    const counts = year === '' ? '' : ` It counts today, in ${year}.`;
    const paidYear = ends ? (await findCurrentYears(request.db, on)).get(charge.id) : undefined;
    const ended = paidYear ? formatEnd(paidYear) : '';
    const payer = await findPayerName(request.db, charge.id);
    const audit = {
      ...auditContextFrom(request, 'payment.refunded'),
      subject: charge.id,
      detail: `${formatMoney(pence)} of ${formatMoney(charge.amount)}, ${[sourceNames[charge.source], charge.label, payer].filter(Boolean).join(', ')}. ${reason}`,
    };
    const { source } = charge;
    if (source !== 'card') {
      const id = newId();
      return once(async (tx) => {
        const left = await getChargeBalance(tx, charge.id);
        if (attempt !== attemptByHand(charge.amount - left)) refuseOutdated();
        if (pence > left) refuseTooMuch();
        await postEntry(tx, {
          id,
          at,
          kind: 'refund',
          charge_id: charge.id,
          pence,
          note: { reason, by: request.visitor.id },
        });
        const endsOn = ends ? await endPaidYear(tx, { chargeId: charge.id, refundId: id }, { on, at }) : undefined;
        const userId = await findPayingUserId(tx, charge.id);
        const { label } = charge;
        const given = {
          id,
          label,
          pence,
          source,
          card: '',
          paid: { pence: charge.amount, on: charge.day },
          reason,
          ends: endsOn,
        };
        if (userId) await sendRefundEmail(tx, { ...given, userId }, at);
        await recordAudit(tx, audit);
        return ok(
          `Refunded ${formatMoney(pence)} for ${label} ${manualSourcePhrases[source]}.${ended}${counts}${await told(tx, id, services.mailTransport)}`,
        );
      });
    }
    await refuseDisputed(request.db, [charge.id]);
    const outcome = await refundCharge(
      services,
      { chargeId: charge.id, attempt, pence, reason, by: request.visitor.id, ends },
      (tx) => recordAudit(tx, audit),
    );
    if (outcome === 'outdated') return refuseOutdated();
    if (outcome === 'too much') return refuseTooMuch();
    if (outcome === 'none')
      return refuse(
        409,
        'This card can’t be refunded here: paying by card is off, or this payment was made in practice or for another account with Square.',
      );
    const { id, status, code } = outcome;
    if (status === 'declined' || status === 'abandoned') {
      return refuse(409, `Nothing was refunded. ${formatRefundRefusal(code)}`);
    }
    const what = `${formatMoney(pence)} for ${charge.label}`;
    return once(async (tx) =>
      status === 'open'
        ? ok(`Square has been asked to refund ${what}. This page shows when it is done.${counts}`)
        : ok(
            `Refunded ${what}. It should reach the cardholder’s bank within ten days.${ended}${counts}${await told(tx, id, services.mailTransport)}`,
          ),
    );
  };

/** Returns the pages of the orders that payments belong to, by the ids of their entries. */
export async function pagesOfCharges(
  db: DbReader,
  all: Services['all'],
  paid: readonly Pick<ListedEntry, 'id' | 'charge_id'>[],
): Promise<Map<string, string>> {
  const names = await findChargeNames(
    all('chargeNames'),
    db,
    paid.map(({ id, charge_id }) => charge_id ?? id),
  );
  const found = new Map<string, string>();
  for (const { id, charge_id } of paid) {
    const name = names.get(charge_id ?? id);
    if (name) found.set(id, name.link);
  }
  return found;
}

/** Returns the page of the order that a charge has paid for; undefined for any other charge. */
export async function pageOfCharge(
  db: DbReader,
  { all }: Pick<Services, 'all'>,
  chargeId: string,
): Promise<string | undefined> {
  return (await findChargeNames(all('chargeNames'), db, [chargeId])).get(chargeId)?.link;
}

/** Returns the response to an attempt to change an order's payment separately from its tickets. */
export function throughItsOrder(
  done: 'refunded' | 'corrected',
  link: string,
  { may }: PageRequest['visitor'],
): { code: 409; msg: string; link: string } {
  const who =
    may.bookings === true ? 'Open the order to do it.' : 'Ask somebody who looks after bookings to do it there.';
  return { code: 409, msg: `A payment for tickets is ${done} on its order, so that the tickets follow. ${who}`, link };
}

const formatEnd = ({ from, has_begun }: PaidYear): string =>
  has_begun
    ? ' Their subscription ends today.'
    : ` Their subscription ends on ${formatDate(addDays(from, -1), 'day')}.`;

const isTold = ({ user_status }: ListedEntry): boolean =>
  user_status !== null && isActiveAccount({ status: user_status });

const told = async (db: DbReader, refundId: string, mail: Services['mailTransport']) =>
  (await hasRefundEmail(db, refundId)) ? ` ${describeTelling(mail, 'They have been told by email.', {})}` : '';

function refuseOutdated(): never {
  return refuse(409, 'Some of this payment was refunded since you opened it. Look at what is left, then try again.');
}

function refuseTooMuch(): never {
  return refuseFields({ amount: 'That’s more than you can still refund on this payment.' });
}
