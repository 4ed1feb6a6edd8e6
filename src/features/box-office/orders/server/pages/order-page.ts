import { findShowSummary } from '#features/archive/shows/server/index.ts';
import { listPerformancesForStaff } from '#features/box-office/performances/server/index.ts';
import { accountingPath } from '#features/money/accounting/paths.ts';
import { findCorrectionYears, listRefundsOfCharges } from '#features/money/ledger/server/index.ts';
import { formatRefundRefusal } from '#features/money/payments/cards.ts';
import { disputedPaymentReason, formatDisputeReason } from '#features/money/payments/refund-issues.ts';
import {
  createRefundTodo,
  listExternalRefundsOfCharges,
  listRefundIssues,
  listRefusedRefundsOfCharges,
} from '#features/money/payments/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import {
  createAuditActionFormatter,
  createAuditContext,
  listAuditEntriesAbout,
  recordAudit,
} from '#platform/server/audit/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, write } from '#platform/server/database/index.ts';
import type { AdminTodoSource, Services } from '#platform/server/feature/feature.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { type OrderPayment, ticketEmailDescriptions } from '../../contract.ts';
import { bookingIssuesPath, formatAccessNeeds, type OrderSource, orderPath } from '../../order.ts';
import {
  arePerformancesOver,
  formatPaymentPhrase,
  hasDispute,
  includesCardRefund,
  planRefund,
} from '../../order-account.ts';
import { type BookingIssues, dismissRefusedTicketEmail, type OrderContent } from '../../order-page-contract.ts';
import { groupTickets, sumTicketPrices } from '../../tickets.ts';
import { toNeedsAndSeatingRequests } from '../changes/order-page-calls.ts';
import { buildBuyerOrderPath } from '../emails/issued-tickets.ts';
import { canSendConfirmation, formatBoxOfficeContact } from '../emails/order-emails.ts';
import {
  dismissRefusedEmail,
  findEmailsAboutOrder,
  listDisabledEmailKinds,
  listRefusedEmails,
} from '../emails/ticket-emails.ts';
import { findSellers, formatSeller, listAmountsToSettle } from '../refunds/amounts-to-settle.ts';
import { listUndecidedRefunds } from '../refunds/refund-calls.ts';
import { listOrderCharges, loadOrderAccount } from '../store/order-accounts.ts';
import { findOrderWithTickets, type OrderWithTickets, requireOrder } from '../store/orders.ts';
import { listReturnedTickets, loadSeatsAndCheckIns } from '../store/tickets.ts';

type HistoryEntry = OrderContent['history'][number];

/**
 * Loads an order's history at Square and at banks: refused refunds, refunds made in Square's dashboard, and disputes.
 */
async function loadRefundHistory(db: DbReader, charges: ReadonlySet<Id>): Promise<HistoryEntry[]> {
  const ids = [...charges];
  const refused = (await listRefusedRefundsOfCharges(db, ids)).map(
    ({ pence, declined_because, settled_at, created_at }) => ({
      at: settled_at ?? created_at,
      who: 'Square',
      what: `refused to refund ${formatMoney(pence)}`,
      detail: formatRefundRefusal(declined_because),
    }),
  );
  const external = (await listExternalRefundsOfCharges(db, ids)).flatMap((row): HistoryEntry[] => {
    const { kind, pence, state, reason, happened_at, closed_at, lost_at } = row;
    const amount = formatMoney(pence);
    if (kind === 'refund') {
      const what = `refunded ${amount}, as requested in its dashboard`;
      const made = { at: happened_at, who: 'Square', what, detail: '' };
      return closed_at
        ? [made, { at: closed_at, who: 'Square', what: `refused that refund of ${amount}`, detail: '' }]
        : [made];
    }
    const why = formatDisputeReason(reason);
    const opened = {
      ...{ at: happened_at, who: 'The cardholder', what: `disputed ${amount} at their bank` },
      detail: why && `${why.replace(/^./, (first) => first.toUpperCase())}.`,
    };
    if (lost_at) {
      const lost =
        state === 'ACCEPTED'
          ? { who: 'Somebody at Square', what: `accepted the dispute: ${amount} went back to the cardholder` }
          : { who: 'The bank', what: `decided the dispute for the cardholder, who gets ${amount}` };
      return [opened, { at: lost_at, ...lost, detail: '' }];
    }
    return closed_at
      ? [opened, { at: closed_at, who: 'The bank', what: 'ended the dispute: the society keeps the money', detail: '' }]
      : [opened];
  });
  return [...refused, ...external];
}

/** A to-do about ticket refunds on which somebody has to decide. */
export const ticketRefundTodo: AdminTodoSource = createRefundTodo(
  { tool: accountingPath, item: 'bookings', link: bookingIssuesPath },
  (purpose) => purpose === 'tickets',
);

async function loadRefusedEmails({ db }: Pick<PageRequest, 'db'>): Promise<BookingIssues['refused_letters']> {
  const { timeZone } = await readSettings(db);
  const letters: BookingIssues['refused_letters'] = [];
  for (const { id, orderId, kind, to, at } of await listRefusedEmails(db)) {
    const order = await findOrderWithTickets(db, orderId);
    const letter = ticketEmailDescriptions[kind].name;
    const about = { ref: order?.ref ?? 0, order_link: order ? orderPath(order.id) : '' };
    const can_resend = order !== undefined && (await canSendConfirmation(db, order));
    letters.push({ id, letter, to, at: formatIsoWithOffset(at, timeZone), ...about, can_resend });
  }
  return letters;
}

export function registerBookingIssueCalls(registry: RouteRegistry): void {
  const { call } = registry;

  call(dismissRefusedTicketEmail, { access: mayUse('bookings') }, dismissEmailOfOrder(registry));
}

const dismissEmailOfOrder =
  ({ db }: Pick<RouteRegistry, 'db'>): CallHandler<typeof dismissRefusedTicketEmail> =>
  async (request) => {
    const { id } = request.params;
    const letter = (await listRefusedEmails(request.db)).find((one) => one.id === id) ?? refuseNotFound();
    const audit = { ...createAuditContext(request, 'order.email_dismissed'), subject: letter.orderId };
    await write(db, async (tx) => {
      if (await dismissRefusedEmail(tx, letter.id))
        await recordAudit(tx, { ...audit, detail: ticketEmailDescriptions[letter.kind].name });
    });
    return ok('Dismissed.');
  };

/** The number of log entries about an order that are shown at first, and added by each “Show older entries”. */
const historyPageLength = 200;

type PageServices = Pick<Services, 'encryption' | 'all' | 'environment'>;

export function registerOrderPages({ page }: RouteRegistry, services: PageServices): void {
  const access = mayUse('bookings');
  page(bookingIssuesPath, { type: 'booking_issues', access }, (visit) => loadBookingIssues(visit, services));
  page(orderPath(':id'), { type: 'order', access, query: ['history'] }, (visit) => loadOrderPage(visit, services));
}

const loadBookingIssues = async (visit: PageRequest, services: PageServices): Promise<BookingIssues> => ({
  type: 'booking_issues',
  title: 'Bookings that need attention',
  emails_off: await listDisabledEmailKinds(visit.db),
  refund_issues: await listRefundIssues(visit, services, { purposes: ['tickets'] }),
  undecided_refunds: await listUndecidedRefunds(visit, services),
  refunds_due: await listAmountsToSettle(visit.db, services),
  refused_letters: await loadRefusedEmails(visit),
});

async function loadOrderPage(
  visit: PageRequest,
  { encryption, all, environment }: PageServices,
): Promise<OrderContent> {
  const { db, now, params, query, home } = visit;
  const order = await requireOrder(db, params.id ?? '');
  const { siteName, timeZone, boxOfficeMail } = await readSettings(db);
  const { id, ref, name, email, phone, note, status, source, paid_by, reason, version, promo, tickets } = order;
  const pageTickets = tickets.map(({ order_id: _, given_back_at: __, complimentary, ...ticket }) => ({
    ...ticket,
    complimentary: complimentary === 1,
  }));
  const account = await loadOrderAccount(db, order);
  const show = await findShowSummary(db, order.show_id);
  const charges = new Set((await listOrderCharges(db, [id])).map(({ entry_id }) => entry_id));
  const issues = await listRefundIssues(visit, { environment, all }, { charges });
  const manualRefunds = (await listRefundsOfCharges(db, [...charges])).filter((refund) => refund.source !== 'card');
  const performances = await listPerformancesForStaff(db, order.show_id, { timeZone, now });
  const ticketed = new Set(tickets.map(({ performance_id }) => performance_id));
  return {
    type: 'order',
    title: `Order ${ref}`,
    emails_off: await listDisabledEmailKinds(db),
    order: {
      ...{ id, ref, name, email, phone, note, status, source, paid_by, reason, version, promo },
      needs: formatAccessNeeds(order.needs),
      asks: toNeedsAndSeatingRequests(order),
      created_at: formatIsoWithOffset(order.created_at, timeZone),
    },
    show: { id: order.show_id, title: show?.title ?? '', archived: Boolean(show?.archived_at) },
    site_name: siteName,
    link: buildBuyerOrderPath(encryption, order),
    ask: formatBoxOfficeContact({ boxOfficeMail, home }),
    // Sorted as in their groups, because the form field of a group is named after the group's first ticket
    tickets: groupTickets(await loadSeatsAndCheckIns(db, pageTickets, { all })).flatMap((group) => group.tickets),
    performances: performances.map((one) => ({ ...one, cancelled: one.cancelled || show?.cancelled === 1 })),
    is_over: arePerformancesOver(
      performances.filter((performance) => ticketed.has(performance.id)).map(({ date }) => date),
      { today: visit.today, timeZone },
    ),
    money: { worth: account.sold, paid: account.held, due: account.due, back: account.owed },
    account,
    by_card: includesCardRefund(planRefund(account, account.held)),
    refund_issues: issues,
    refund_block: hasDispute(account)
      ? disputedPaymentReason
      : issues.some(({ kind }) => kind === 'refused')
        ? settleRefusedRefundFirst
        : '',
    undecided_refunds: order.undecided === 1 ? await listUndecidedRefunds(visit, { all }, id) : [],
    refunds_due: await listAmountsToSettle(db, { all }, id),
    seller:
      order.source === 'import' ? formatSeller((await findSellers(db, [id], { all })).get(id), { isLong: true }) : '',
    sold_elsewhere: order.source === 'import' ? sumTicketPrices(await listReturnedTickets(db, [id])) : 0,
    correction_years: await findCorrectionYears(
      db,
      [...account.payments, ...manualRefunds].map((entry) => entry.id),
      { environment, today: visit.today },
    ),
    manual_refunds: manualRefunds.map((refund) => ({
      id: refund.id,
      amount: refund.pence,
      on: formatIsoWithOffset(refund.at, timeZone),
      reason: refund.reason,
    })),
    ...(await loadHistory(db, order, {
      ...{ timeZone, charges, payments: account.payments, all },
      length: parseHistoryLength(query.get('history')),
    })),
  };
}

const settleRefusedRefundFirst = 'A refund was refused: settle it first, at the top of this page.';

const saleLabels: Partial<Record<OrderSource, string>> = {
  online: 'sold the tickets',
  import: 'imported the order from another shop’s list',
};

/** Parses the number of log entries to show. */
const parseHistoryLength = (requested: string | null): number =>
  Math.max(historyPageLength, /^\d{1,6}$/.test(requested ?? '') ? Number(requested) : 0);

/**
 * Loads the history of an order, with its emails and refunds, latest first. If the log has more than `length` entries
 * about the order, everything older than the latest `length` of them is left out.
 */
async function loadHistory(
  db: DbReader,
  order: OrderWithTickets,
  {
    timeZone,
    charges,
    payments,
    all,
    length,
  }: { timeZone: string; charges: ReadonlySet<string>; payments: readonly OrderPayment[]; length: number } & Pick<
    Services,
    'all'
  >,
): Promise<Pick<OrderContent, 'history' | 'older_history'>> {
  const { id, source, created_at } = order;
  const formatAction = createAuditActionFormatter(all('auditActions'));
  const logged = await listAuditEntriesAbout(db, id, { count: length + 1 });
  const hasOlder = logged.length > length;
  const latest = logged.slice(0, length);
  const start = hasOlder ? (latest.at(-1)?.at ?? '') : '';
  const acts = latest.map(({ at, actor_name: who, action, detail }) => ({
    ...{ at, who, what: formatAction(action), detail },
  }));
  const letters = (await findEmailsAboutOrder(db, id)).map(({ kind, at, kept }) => ({
    ...{ at, who: '', what: `wrote the email “${ticketEmailDescriptions[kind].name}”` },
    detail: kept ? 'It wasn’t sent, because the site had no mail server. It is kept in the mail log.' : '',
  }));
  const advice = (await canSendConfirmation(db, order))
    ? 'Check the email address, then send the confirmation again or contact the buyer.'
    : 'Tell the buyer in another way.';
  const refused = (await listRefusedEmails(db, id)).map(({ kind, to, at }) => ({
    ...{ at, who: '', what: `couldn’t deliver the email “${ticketEmailDescriptions[kind].name}” to ${to}` },
    detail: advice,
  }));
  // The log only has entries for sales by the box office, so other sales are added here
  const sold = saleLabels[source];
  const [online] = payments.filter((payment) => payment.source === 'card');
  const detail = online ? `${formatMoney(online.amount)} ${formatPaymentPhrase(online)}` : '';
  const sale = sold ? [{ at: created_at, who: '', what: sold, detail }] : [];
  const history = [...acts, ...letters, ...refused, ...(await loadRefundHistory(db, charges)), ...sale]
    .filter(({ at }) => at >= start)
    .sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
    .map(({ at, ...done }) => ({ at: formatIsoWithOffset(at, timeZone), ...done }));
  return { history, older_history: hasOlder ? `${orderPath(id)}?history=${length + historyPageLength}#history` : '' };
}
