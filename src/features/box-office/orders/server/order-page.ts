import { findShowInShort } from '#features/archive/shows/server/index.ts';
import { performanceView } from '#features/box-office/performances/server/index.ts';
import { lettersOf, refusedLetters } from '#features/box-office/ticket-emails/server/index.ts';
import { ticketEmailLabels } from '#features/box-office/ticket-emails/ticket-email-kinds.ts';
import { findCorrectionYears, refundsOfCharges } from '#features/money/ledger/server/index.ts';
import { disputedReason } from '#features/money/payments/external-refunds.ts';
import { listRefundIssues } from '#features/money/payments/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { auditAbout, createActionFormatter } from '#platform/server/audit/index.ts';
import type { Reading } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { notFound } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatIsoWithOffset } from '#platform/shared/local-time.ts';
import { formatAccessNeeds, type OrderSource } from '../order.ts';
import { planRefund, refundsCard } from '../order-account.ts';
import type { BookingIssues, OrderPage } from '../order-page-contract.ts';
import { bookingIssuesPath, orderPath } from '../paths.ts';
import { groupTickets } from '../ticket-groups.ts';
import { worthOf } from '../ticket-price.ts';
import { loadSeatsAndCheckIns } from './arrivals.ts';
import { listRefusedLetters } from './booking-issues.ts';
import { loadOrderAccount } from './order-accounts.ts';
import { formatBoxOfficeContact } from './order-emails.ts';
import { buildOrderPath } from './order-link.ts';
import { refundHistory } from './refund-history.ts';
import { listRefundsDue } from './refunds-due.ts';
import { findSellers, formatSeller } from './sellers.ts';
import { chargesOfOrders, findOrderWithTickets, type StoredOrder, ticketsReturnedOf } from './store.ts';
import { listUndecidedRefunds } from './undecided-refunds.ts';
import { asksOf } from './wishes-calls.ts';

/** More than anybody reads about one order. */
const mostHistory = 200;

type Known = Pick<Services, 'encryption' | 'all' | 'environment'>;

export function orderPages({ page }: Platform, services: Known): void {
  page(
    bookingIssuesPath,
    { type: 'booking_issues', access: mayUse('bookings') },
    async (visit): Promise<BookingIssues> => ({
      type: 'booking_issues',
      title: 'Bookings that need attention',
      refund_issues: await listRefundIssues(visit, services, { purposes: ['tickets'] }),
      undecided_refunds: await listUndecidedRefunds(visit, services),
      refunds_due: await listRefundsDue(visit.db, services),
      refused_letters: await listRefusedLetters(visit),
    }),
  );
  page(orderPath(':id'), { type: 'order', access: mayUse('bookings') }, (visit) => orderPage(visit, services));
}

async function orderPage(visit: PageRequest, { encryption, all, environment }: Known): Promise<OrderPage> {
  const { db, now, params, home } = visit;
  const order = (await findOrderWithTickets(db, params.id ?? '')) ?? notFound();
  const { siteName, timeZone, boxOfficeMail } = await readSettings(db);
  const { id, ref, name, email, phone, note, status, source, paid_by, reason, version, promo, tickets } = order;
  const held = tickets.map(({ order_id: _, given_back_at: __, complimentary, ...ticket }) => ({
    ...ticket,
    complimentary: complimentary === 1,
  }));
  const account = await loadOrderAccount(db, order);
  const title = (await findShowInShort(db, order.show_id))?.title ?? '';
  const charges = new Set((await chargesOfOrders(db, [id])).map(({ entry_id }) => entry_id));
  const issues = await listRefundIssues(visit, { environment, all }, { charges });
  const manualRefunds = (await refundsOfCharges(db, [...charges])).filter((refund) => refund.source !== 'card');
  const corrigible = [...account.payments.filter((payment) => payment.source !== 'card'), ...manualRefunds];
  const isDisputed = account.payments.some(({ disputed }) => disputed > 0);
  return {
    type: 'order',
    title: `Order ${ref}`,
    order: {
      ...{ id, ref, name, email, phone, note, status, source, paid_by, reason, version, promo },
      needs: formatAccessNeeds(order.needs),
      asks: asksOf(order),
      created_at: formatIsoWithOffset(order.created_at, timeZone),
    },
    show: { id: order.show_id, title },
    site_name: siteName,
    link: buildOrderPath(encryption, order),
    ask: formatBoxOfficeContact({ boxOfficeMail, home }),
    // Grouped, so that the first ticket listed of a group names its field
    tickets: groupTickets(await loadSeatsAndCheckIns(db, held, { all })).flatMap((group) => group.tickets),
    performances: await performanceView(db, order.show_id, { timeZone, now }),
    money: { worth: account.sold, paid: account.held, due: account.due, back: account.owed },
    account,
    by_card: refundsCard(planRefund(account, account.held)),
    refund_issues: issues,
    refund_block: isDisputed ? disputedReason : issues.some(({ kind }) => kind === 'refused') ? settleFirst : '',
    undecided_refunds: order.undecided === 1 ? await listUndecidedRefunds(visit, { all }, id) : [],
    refunds_due: await listRefundsDue(db, { all }, id),
    seller:
      order.source === 'import' ? formatSeller((await findSellers(db, [id], { all })).get(id), { isLong: true }) : '',
    sold_elsewhere: order.source === 'import' ? worthOf(await ticketsReturnedOf(db, [id])) : 0,
    correction_years: await findCorrectionYears(
      db,
      corrigible.map((entry) => entry.id),
      { environment, today: visit.today },
    ),
    manual_refunds: manualRefunds.map((refund) => ({
      id: refund.id,
      amount: refund.pence,
      on: formatIsoWithOffset(refund.at, timeZone),
      reason: refund.reason,
    })),
    history: await historyOf(db, order, { timeZone, charges, all }),
  };
}

const settleFirst = 'A refund was refused: settle it first, at the top of this page.';

const soldBySite: Partial<Record<OrderSource, string>> = {
  online: 'sold the tickets',
  import: 'imported the order from another shop’s list',
};

/** Returns the history of an order and the emails about it, the latest first. */
async function historyOf(
  db: Reading,
  { id, source, created_at }: StoredOrder,
  { timeZone, charges, all }: { timeZone: string; charges: ReadonlySet<string> } & Pick<Services, 'all'>,
): Promise<OrderPage['history']> {
  const formatAction = createActionFormatter(all('auditActions'));
  const acts = (await auditAbout(db, id, { count: mostHistory })).map(({ at, actor_name: who, action, detail }) => ({
    ...{ at, who, what: formatAction(action), detail },
  }));
  const letters = (await lettersOf(db, id)).map(({ kind, at }) => ({
    ...{ at, who: '', what: `wrote: ${ticketEmailLabels[kind].name}`, detail: '' },
  }));
  const refused = (await refusedLetters(db, id)).map(({ kind, to, at }) => ({
    ...{ at, who: 'The mail server', what: `refused the mail “${ticketEmailLabels[kind].name}” to ${to}` },
    detail: 'Check the address, then send the confirmation again.',
  }));
  // The log has no entry of an order that nobody at the box office sold
  const sold = soldBySite[source];
  const sale = sold ? [{ at: created_at, who: '', what: sold, detail: '' }] : [];
  return [...acts, ...letters, ...refused, ...(await refundHistory(db, charges)), ...sale]
    .sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
    .map(({ at, ...done }) => ({ at: formatIsoWithOffset(at, timeZone), ...done }));
}
