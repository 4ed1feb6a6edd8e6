import { manualPaymentSourcePhrases, paymentSourceLabels } from '#features/money/ledger/entry.ts';
import {
  findEntry,
  findPayerName,
  findPayingUserId,
  getChargeBalance,
  type ListedEntry,
  loadLaterYearLookup,
  postEntry,
} from '#features/money/ledger/server/index.ts';
import { formatCard, formatRefundRefusal } from '#features/money/payments/cards.ts';
import type { PaidYear } from '#features/money/payments/contract.ts';
import { disputedPaymentReason } from '#features/money/payments/refund-issues.ts';
import {
  assertChargesNotDisputed,
  findCardsByCharge,
  findChargedOrders,
  formatRefundAttempt,
  listCardRefundsByCharge,
  refundCharge,
  sumOpenDisputes,
  sumPendingRefunds,
} from '#features/money/payments/server/index.ts';
import {
  endPaidYear,
  findEndableYears,
  hasRefundEmail,
  queueRefundEmail,
} from '#features/money/subscriptions/server/index.ts';
import { isActiveAccount } from '#features/society/accounts/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseFields } from '#platform/server/http/errors/http-error.ts';
import type { AccessRule } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { describeQueuedEmailToPerson } from '#platform/server/mail/index.ts';
import { addDays, formatDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { type RefundStatus, refundPayment } from '../contract.ts';

type Charge = NonNullable<Awaited<ReturnType<typeof findEntry>>>;

/** Users with Manage Bookings refund payments for tickets; users with Get Subs refund all others. */
export const mayRefundPayment: AccessRule<Pick<Charge, 'about'>> = {
  name: 'get_subs; of tickets, bookings',
  members: true,
  allows: (visitor, { about }) => visitor.may[about === 'tickets' ? 'bookings' : 'get_subs'] === true,
};

/**
 * Formats the state of a payment's earlier manual refunds. If two refund requests have the same state, only one refund
 * is made.
 */
const formatManualAttempt = (refunded: number) => `refunded ${refunded}`;

/** Loads the refunds of payments. Returns a function that gives the status and the options of a payment's refunds. */
export async function loadRefundStatusLookup(
  db: DbReader,
  { environment, paymentProvider, all }: Pick<Services, 'environment' | 'paymentProvider' | 'all'>,
  { paid, today, visitor }: { paid: readonly ListedEntry[] } & Pick<PageRequest, 'today' | 'visitor'>,
): Promise<(entry: ListedEntry) => RefundStatus> {
  const byCard = paid.filter(({ source, kind }) => source === 'card' && kind === 'charge').map(({ id }) => id);
  const cards = await findCardsByCharge(db, byCard);
  const refunds = await listCardRefundsByCharge(db, byCard);
  const pendingPence = await sumPendingRefunds(db, byCard);
  const disputed = await sumOpenDisputes(db, byCard);
  const paidYears = await findEndableYears(db, today);
  const pages = await findOrderLinks(db, all, paid);
  const getLaterYear = await loadLaterYearLookup(db, environment, today);
  return (entry) => {
    const { id, source, amount, day } = entry;
    const cardRefunds = refunds.get(id) ?? [];
    const refunded = 0 - Number(entry.refunds);
    // Refunds that are under way, and refunds at Square and lost disputes that aren't recorded yet
    const being_refunded = pendingPence.get(id) ?? 0;
    const refused = cardRefunds.findLast(
      ({ status, resolution }) => (status === 'declined' || status === 'abandoned') && resolution === '',
    );
    const status = {
      ...{ refunded, being_refunded },
      refund_refused: refused ? formatRefundRefusal(refused.declined_because) : '',
    };
    const left = amount - refunded - being_refunded;
    const isRefundable = entry.kind === 'charge' && entry.corrects === null && !entry.was_corrected;
    if (!isRefundable || left <= 0 || pages.has(id) || !mayRefundPayment.allows(visitor, entry))
      return { ...status, refund: null };
    const paid_year = paidYears.get(id) ?? null;
    const common = {
      ...{ left, paid_year, ends: paid_year !== null, year: getLaterYear('refund', day) },
      // Orders' refunds aren't made here. Nobody is emailed about a card refund of tickets without an order
      told: hasActivePayer(entry) && (source !== 'card' || entry.about === 'subscription'),
    };
    if (source !== 'card') {
      const attempt = formatManualAttempt(refunded);
      return {
        ...status,
        refund: { ...common, way: manualPaymentSourcePhrases[source], by_hand: true, attempt, block: '' },
      };
    }
    const card = cards.get(id);
    if (!card || !paymentProvider) return { ...status, refund: null };
    const [way, attempt] = [`to ${formatCard(card) || 'the card'}`, formatRefundAttempt(cardRefunds)];
    const block = disputed.has(id) ? disputedPaymentReason : '';
    return { ...status, refund: { ...common, way, by_hand: false, attempt, block } };
  };
}

export function registerRefundPaymentCall({ call }: RouteRegistry, services: Services): void {
  const load = async ({ db, params: { id = '' } }: { db: DbReader; params: Record<string, string> }) => {
    const entry = await findEntry(db, id, services.environment);
    return entry?.kind === 'charge' && entry.corrects === null ? entry : undefined;
  };

  call(refundPayment, { access: mayRefundPayment, requiresReauthentication: true, load }, refund(services));
}

const refund =
  (services: Services): CallHandler<typeof refundPayment, Charge> =>
  async ({ body, subject: charge, once, ...request }) => {
    const page = await findOrderLink(request.db, services, charge.id);
    if (page) return once(async () => respondWithOrderLink('refunded', page, request.visitor));
    const { amount: pence, attempt, reason } = body;
    const { today: on, now: at } = request;
    const ends = body.subscription === 'end';
    const year = (await loadLaterYearLookup(request.db, services.environment, on))('refund', charge.day);
    const yearNote = year === '' ? '' : ` It counts today, in ${year}.`;
    const paidYear = ends ? (await findEndableYears(request.db, on)).get(charge.id) : undefined;
    const endNote = paidYear ? formatEnd(paidYear) : '';
    const payer = await findPayerName(request.db, charge.id);
    const audit = {
      ...createAuditContext(request, 'payment.refunded'),
      subject: charge.id,
      detail: `${formatMoney(pence)} of ${formatMoney(charge.amount)}, ${[paymentSourceLabels[charge.source], charge.label, payer].filter(Boolean).join(', ')}. ${reason}`,
    };
    const by = request.visitor.id;
    const { source, label } = charge;
    if (source !== 'card') {
      const id = newId();
      return once(async (tx) => {
        const left = await getChargeBalance(tx, charge.id);
        if (attempt !== formatManualAttempt(charge.amount - left)) refuseOutdated();
        if (pence > left) refuseTooMuch();
        await postEntry(tx, { id, at, kind: 'refund', charge_id: charge.id, pence, note: { reason, by } });
        const endsOn = ends ? await endPaidYear(tx, { chargeId: charge.id, refundId: id }, { on, at }) : undefined;
        const userId = await findPayingUserId(tx, charge.id);
        const details = {
          ...{ id, label, pence, source, card: '', reason, ends: endsOn },
          paid: { pence: charge.amount, on: charge.day },
        };
        if (userId) await queueRefundEmail(tx, { ...details, userId }, at);
        await recordAudit(tx, audit);
        return ok(
          `Refunded ${formatMoney(pence)} for ${label} ${manualPaymentSourcePhrases[source]}.${endNote}${yearNote}${await formatEmailed(tx, id, services.mailTransport)}`,
        );
      });
    }
    await assertChargesNotDisputed(request.db, [charge.id]);
    const outcome = await refundCharge(services, { chargeId: charge.id, attempt, pence, reason, by, ends }, (tx) =>
      recordAudit(tx, audit),
    );
    if (outcome === 'outdated') return refuseOutdated();
    if (outcome === 'too much') return refuseTooMuch();
    if (outcome === 'none')
      return refuse(
        409,
        'This payment can’t be refunded here: card payments are off, or it was made in practice mode or through another Square account.',
      );
    const { id, status, code } = outcome;
    if (status === 'declined' || status === 'abandoned') {
      return refuse(409, `Nothing was refunded. ${formatRefundRefusal(code)}`);
    }
    const what = `${formatMoney(pence)} for ${label}`;
    return once(async (tx) =>
      status === 'open'
        ? ok(`Square has been asked to refund ${what}. This page shows when it is done.${yearNote}`)
        : ok(
            `Refunded ${what}. It should reach the cardholder’s bank within ten days.${endNote}${yearNote}${await formatEmailed(tx, id, services.mailTransport)}`,
          ),
    );
  };

/** Maps the ids of ledger entries to the pages of their orders. Entries that belong to no order are left out. */
export async function findOrderLinks(
  db: DbReader,
  all: Services['all'],
  paid: readonly Pick<ListedEntry, 'id' | 'charge_id'>[],
): Promise<Map<string, string>> {
  const names = await findChargedOrders(
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

/** Finds the page of the order that a charge paid for; undefined for any other charge. */
export async function findOrderLink(
  db: DbReader,
  { all }: Pick<Services, 'all'>,
  chargeId: string,
): Promise<string | undefined> {
  return (await findChargedOrders(all('chargeNames'), db, [chargeId])).get(chargeId)?.link;
}

/**
 * Refuses to refund or correct an order's payment without its tickets. The response has the link to the order's page.
 */
export function respondWithOrderLink(
  done: 'refunded' | 'corrected',
  link: string,
  { may }: PageRequest['visitor'],
): { code: 409; msg: string; link: string } {
  const who = may.bookings === true ? 'Open the order.' : 'Ask somebody who looks after bookings to open the order.';
  return {
    code: 409,
    msg: `A payment for tickets is ${done} on the page of its order, together with the tickets. ${who}`,
    link,
  };
}

const formatEnd = ({ from, has_begun }: PaidYear): string =>
  has_begun ? ' The subscription has ended.' : ` The subscription ends on ${formatDate(addDays(from, -1), 'day')}.`;

const hasActivePayer = ({ user_status }: ListedEntry): boolean =>
  user_status !== null && isActiveAccount({ status: user_status });

const formatEmailed = async (db: DbReader, refundId: string, mail: Services['mailTransport']) =>
  (await hasRefundEmail(db, refundId)) ? ` ${describeQueuedEmailToPerson(mail, 'We’ve emailed the payer.', {})}` : '';

function refuseOutdated(): never {
  return refuse(
    409,
    'Some of this payment has been refunded, or it was corrected, since you opened it. Check how much is left, then try again.',
  );
}

function refuseTooMuch(): never {
  return refuseFields({ amount: 'That’s more than you can still refund on this payment.' });
}
