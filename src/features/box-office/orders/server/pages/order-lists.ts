import { isOnSite } from '#features/archive/shows/paths.ts';
import { findShowSummary, newestFirstSql, selectShowsOnSite } from '#features/archive/shows/server/index.ts';
import { formatPerformanceKey } from '#features/box-office/performances/performance-rules.ts';
import { findShowIdToManage, listPerformances } from '#features/box-office/performances/server/index.ts';
import { listRefundsOfCharges } from '#features/money/ledger/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { formatCsvPhone } from '#platform/server/formats/csv.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import { createCsvResponse, formatCsvDateTime } from '#platform/server/http/response/csv-response.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { CallHandler } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { parseIsoDateTime } from '#platform/shared/dates/iso-date-time.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatMoney, formatPounds } from '#platform/shared/money.ts';
import { listTableQueryKeys, parseTableQuery } from '#platform/shared/tables/table.ts';
import { joinLabels } from '#platform/shared/text/join-labels.ts';
import { foldText } from '#platform/shared/text/text.ts';
import type { ListedOrder, OrderAccount } from '../../contract.ts';
import * as contract from '../../contract.ts';
import {
  countTicketsByType,
  formatAccessNeeds,
  formatOrderStatus,
  formatSeatingRequests,
  formatTicketCountsByType,
  isLiveOrder,
  orderSourceLabels,
  parseAccessNeeds,
  parseOrderReferences,
  parseSeatingWishes,
} from '../../order.ts';
import { calculateFullRefund, formatRefund, planRefund, splitRefundAmongTickets } from '../../order-account.ts';
import { filterAndSortOrders, ordersTable } from '../../order-table.ts';
import { isGivenAwayTicket, sumTicketPrices } from '../../tickets.ts';
import { listOrderCharges, loadOrderAccounts } from '../store/order-accounts.ts';
import { findShowIdsWithOrders, findShowOrders, type OrderWithTickets } from '../store/orders.ts';
import { loadCheckedInPredicate } from '../store/tickets.ts';

/** Loads the reasons for refunds of orders, by the orders' ids, each with its amount: "£12.50: Ill". */
async function loadRefundReasons(db: DbReader, orderIds: readonly Id[]): Promise<Map<Id, string>> {
  const charges = await listOrderCharges(db, orderIds);
  const orderOf = new Map(charges.map(({ entry_id, order_id }) => [entry_id, order_id]));
  const refunds = await listRefundsOfCharges(db, [...orderOf.keys()]);
  const reasons = new Map<Id, string[]>();
  for (const { charge_id, pence, reason } of refunds) {
    const order = orderOf.get(charge_id) ?? '';
    reasons.set(order, [...(reasons.get(order) ?? []), [formatMoney(pence), reason].filter(Boolean).join(': ')]);
  }
  return new Map([...reasons].map(([order, all]) => [order, all.join('; ')]));
}

/** Lists the orders of a show for the box office, latest first. */
export async function listShowOrdersForBoxOffice(
  db: DbReader,
  showId: Id,
  { timeZone, all }: { timeZone: string } & Pick<Services, 'all'>,
): Promise<ListedOrder[]> {
  const orders = await findShowOrders(db, showId);
  const accounts = await loadOrderAccounts(db, orders);
  const performances = orders.flatMap(({ tickets }) => tickets.map(({ performance_id }) => performance_id));
  const isIn = await loadCheckedInPredicate(db, performances, { all });
  return orders.map(({ tickets, ...order }) => {
    const account = accounts.get(order.id);
    if (!account) throw new Error('Every order has an account.');
    const shares = splitRefundAmongTickets(tickets, account.refunded_valid);
    const refundOf = new Map(tickets.map(({ id }, index) => [id, shares[index] ?? 0]));
    return {
      ...{ id: order.id, ref: order.ref, name: order.name, email: order.email, phone: order.phone, note: order.note },
      ...{ status: order.status, source: order.source, paid_by: order.paid_by, reason: order.reason },
      created_at: formatIsoWithOffset(order.created_at, timeZone),
      ...toListedMoney(account),
      elsewhere: order.elsewhere_pence ?? 0,
      performances: [...Map.groupBy(tickets, ({ performance_id }) => performance_id)].map(([id, own]) => ({
        id,
        tickets: countTicketsByType(own),
        given_away: own.filter((ticket) =>
          isGivenAwayTicket({ ...ticket, status: order.status, elsewhere: order.source === 'import' }),
        ).length,
        total: sumTicketPrices(own),
        refunded: own.reduce((sum, ticket) => sum + (refundOf.get(ticket.id) ?? 0), 0),
        arrived: own.filter(isIn).length,
      })),
    };
  });
}

function toListedMoney(account: OrderAccount) {
  const { sold, held, owed, owed_disputed, due, refunded, refund_pending, refunded_valid, retained } = account;
  return {
    ...{ total: sold, paid: held, back: owed, back_disputed: owed_disputed, due },
    ...{ refunded, refund_pending, refunded_valid, retained },
    refund_of_all: formatRefund(planRefund(account, calculateFullRefund(account))),
  };
}

const access = mayUse('bookings');

/** Registers the calls that list a show's orders for other programs, and the spreadsheet of the orders. */
export function registerOrderListRoutes({ call, resource }: RouteRegistry, services: Pick<Services, 'all'>): void {
  call(contract.listOrdersOfShow, { access }, listShowOrders);
  call(contract.listOrdersOfPerformance, { access }, async ({ db, params }) =>
    listPerformanceOrders(db, await requirePerformanceByShowAndDate(db, params)),
  );
  const query = listTableQueryKeys(ordersTable);
  resource('/members/bookings/orders.csv', { access, query, requiresReauthentication: true }, exportOrders(services));
}

const listShowOrders: CallHandler<typeof contract.listOrdersOfShow> = async ({ db, params }) => {
  const show = (await findShowByName(db, params.showName)) ?? refuseNotFound();
  const dates = await loadPerformanceDates(db, show.id);
  const orders: Record<string, Record<string, contract.PerformanceOrder>> = {};
  for (const order of (await findShowOrders(db, show.id)).toReversed()) {
    for (const listed of splitByPerformance(order, dates)) {
      orders[listed.date] ??= {};
      Object.assign(orders[listed.date] ?? {}, { [order.id]: listed });
    }
  }
  return orders;
};

/** One line of the spreadsheet: an order, or its part for one performance. */
interface CsvLine {
  order: contract.ListedOrder;
  stored: OrderWithTickets | undefined;
  part: contract.ListedOrder['performances'][number];
  /** The performance's start in the society's local time, `2027-02-06T19:30`; "" without a performance. */
  performance: string;
  /** The reasons for the order's refunds. */
  reasons: string;
  /**
   * True for the first line of an order. Sums of the whole order are only in this line, so that the total of a column
   * is right.
   */
  isFirst: boolean;
}

const csvColumns: readonly (readonly [heading: string, cell: (line: CsvLine) => string])[] = [
  ['ref', ({ order }) => `${order.ref}`],
  ['name', ({ order }) => order.name],
  ['performance', ({ performance }) => formatCsvDateTime(performance)],
  ['tickets', ({ part }) => formatTicketCountsByType(part.tickets)],
  ['count', ({ part }) => `${Object.values(part.tickets).reduce((sum, count) => sum + count, 0)}`],
  ['price', ({ part }) => formatPounds(part.total)],
  ['status', ({ order }) => formatOrderStatus(order)],
  ['source', ({ order }) => orderSourceLabels[order.source]],
  ['sold on', ({ order }) => order.created_at.slice(0, 10)],
  ['note', ({ order }) => order.note],
  ['email', ({ order }) => order.email],
  ['phone', ({ order }) => formatCsvPhone(order.phone)],
  ['refund due', (line) => formatOrderSum(line, line.order.back - line.order.back_disputed)],
  ['refunded', (line) => formatOrderSum(line, line.order.refunded)],
  ['being refunded', (line) => formatOrderSum(line, line.order.refund_pending)],
  ['reasons of refunds', ({ reasons, isFirst }) => (isFirst ? reasons : '')],
  ['needs', ({ stored }) => joinLabels(formatAccessNeeds(stored?.needs ?? ''))],
  [
    'seating wishes',
    ({ stored }) =>
      formatSeatingRequests({
        wishes: parseSeatingWishes(stored?.seat_wishes ?? ''),
        next_to: parseOrderReferences(stored?.next_to ?? ''),
      }),
  ],
  ['reason for cancelling', ({ stored, isFirst }) => (isFirst ? (stored?.cancel_reason ?? '') : '')],
  ['refunded for valid tickets', ({ part }) => formatPounds(part.refunded)],
  ['retained', (line) => formatOrderSum(line, line.order.retained)],
  ['waits for the bank', (line) => formatOrderSum(line, line.order.back_disputed)],
  ['to settle with the seller', (line) => formatOrderSum(line, line.order.elsewhere)],
  ['paid', (line) => formatOrderSum(line, line.order.paid + line.order.refunded + line.order.refund_pending)],
  ['to pay', (line) => formatOrderSum(line, line.order.due)],
];

const formatOrderSum = ({ isFirst }: CsvLine, pence: number): string => formatPounds(isFirst ? pence : 0);

const exportOrders =
  ({ all }: Pick<Services, 'all'>) =>
  async ({ db, query, today, now }: PageRequest) => {
    const headings = csvColumns.map(([heading]) => heading);
    const showName = query.get('show') || (await findShowIdToManage(db, { today, now }));
    if (showName === undefined) return createCsvResponse('orders.csv', [headings]);
    const show = (await findShowByName(db, showName)) ?? refuseNotFound();
    const { timeZone } = await readSettings(db);
    const dates = await loadPerformanceDates(db, show.id);
    const stored = new Map((await findShowOrders(db, show.id)).map((order) => [order.id, order]));
    const tableRequest = parseTableQuery(ordersTable, query);
    const orders = filterAndSortOrders(await listShowOrdersForBoxOffice(db, show.id, { timeZone, all }), tableRequest);
    const reasons = await loadRefundReasons(
      db,
      orders.map(({ id }) => id),
    );
    const lines = orders.flatMap((order) =>
      listCsvParts(order, tableRequest.filters.night).map(
        (part, index): CsvLine => ({
          ...{ order, part, stored: stored.get(order.id), isFirst: index === 0 },
          performance: dates.get(part.id)?.local ?? '',
          reasons: reasons.get(order.id) ?? '',
        }),
      ),
    );
    return createCsvResponse('orders.csv', [
      headings,
      ...lines.map((line) => csvColumns.map(([, cell]) => cell(line))),
    ]);
  };

/**
 * Lists an order's lines in the spreadsheet: one for each performance or, if one was requested, only the line for that
 * performance. An order without valid tickets still has a line, because money may be owed for it.
 */
function listCsvParts({ performances }: contract.ListedOrder, night: string): contract.ListedOrder['performances'] {
  if (performances.length === 0) return [{ id: '', tickets: {}, given_away: 0, total: 0, refunded: 0, arrived: 0 }];
  return performances.filter(({ id }) => night === '' || id === night);
}

/** Lists the orders with valid tickets for a performance, the earliest first. */
export async function listPerformanceOrders(
  db: DbReader,
  { show, performance }: { show: string; performance: string },
): Promise<contract.PerformanceOrder[]> {
  const dates = await loadPerformanceDates(db, show);
  return (await findShowOrders(db, show))
    .toReversed()
    .flatMap((order) =>
      splitByPerformance(
        { ...order, tickets: order.tickets.filter((ticket) => ticket.performance_id === performance) },
        dates,
      ),
    );
}

/**
 * Finds a performance as other programs identify it: by its show, and by the performance's id, formatted date or ISO
 * 8601 time.
 * @throws 404 if there is none
 */
export async function requirePerformanceByShowAndDate(
  db: DbReader,
  { showName, date }: { showName: string; date: string },
): Promise<{ show: string; performance: string }> {
  const show = (await findShowByName(db, showName)) ?? refuseNotFound();
  const dates = await loadPerformanceDates(db, show.id);
  const moment = parseIsoDateTime(date);
  const found = [...dates].find(([id, named]) =>
    moment === undefined
      ? id === date || named.key === date
      : 'instant' in moment
        ? Date.parse(named.moment) === Date.parse(moment.instant)
        : named.local === moment.local,
  );
  const [performance] = found ?? refuseNotFound();
  return { show: show.id, performance };
}

/**
 * Finds a show by its id, or the newest show with that title. An archived show is found only by id, if it has orders.
 */
async function findShowByName(db: DbReader, name: string): Promise<{ id: string; title: string } | undefined> {
  const byId = await findShowSummary(db, name);
  if (byId && (isOnSite(byId) || (await findShowIdsWithOrders(db, [byId.id])).has(byId.id))) return byId;
  const shows = await selectShowsOnSite(db).orderBy(newestFirstSql).execute();
  return shows.find(({ title }) => foldText(title) === foldText(name));
}

interface PerformanceDate {
  /** The performance's key: "Sat 6th Feb 7:30pm". */
  key: string;
  /** The performance's start in the society's local time, `2027-02-06T19:30`. */
  local: string;
  /** The performance's start, with its UTC offset. */
  moment: string;
}

async function loadPerformanceDates(db: DbReader, showId: string): Promise<Map<string, PerformanceDate>> {
  const { timeZone } = await readSettings(db);
  return new Map(
    (await listPerformances(db, showId)).map(({ id, starts_at }) => {
      const moment = formatIsoWithOffset(starts_at, timeZone);
      return [id, { key: formatPerformanceKey(moment), local: moment.slice(0, 16), moment }];
    }),
  );
}

/** Splits an order into one entry for each of its performances; none if the order was cancelled or refunded. */
function splitByPerformance(
  order: OrderWithTickets,
  dates: ReadonlyMap<string, PerformanceDate>,
): contract.PerformanceOrder[] {
  if (!isLiveOrder(order.status)) return [];
  return [...Map.groupBy(order.tickets, ({ performance_id }) => performance_id)].map(([id, tickets]) => ({
    ref: order.ref,
    name: order.name,
    tickets_count: tickets.length,
    note: order.note,
    needs: parseAccessNeeds(order.needs),
    wishes: parseSeatingWishes(order.seat_wishes),
    next_to: parseOrderReferences(order.next_to),
    ignored_suggestions: order.ignored_suggestions.split(',').filter(Boolean),
    tickets: countTicketsByType(tickets),
    email: order.email,
    order_id: order.id,
    show_id: order.show_id,
    date: dates.get(id)?.key ?? '',
    status: order.status,
  }));
}
