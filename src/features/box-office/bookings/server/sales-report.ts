import { findShowSummary } from '#features/archive/shows/server/index.ts';
import { isLiveOrder } from '#features/box-office/orders/order.ts';
import { splitRefundAmongTickets } from '#features/box-office/orders/order-account.ts';
import {
  findShowOrders,
  loadOrderAccounts,
  loadRetainedMoneyByPerformance,
} from '#features/box-office/orders/server/index.ts';
import { formatItemName } from '#features/box-office/performances/performance-rules.ts';
import { findShowIdToManage, listPerformancesForStaff } from '#features/box-office/performances/server/index.ts';
import { sumShowEntries } from '#features/money/ledger/server/index.ts';
import { calculateTotals, type EntrySum } from '#features/money/ledger/totals.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { createCsvResponse, formatCsvDateTime } from '#platform/server/http/response/csv-response.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { formatPounds } from '#platform/shared/money.ts';
import { getShowSales, type SalesResults } from '../contract.ts';
import { retainedLabel, type SalesReportTicket, summarisePerformanceSales } from '../performance-sales.ts';

/** Loads all sales of a show; undefined if there is no such show. */
async function loadSalesResults(
  db: DbReader,
  showId: Id,
  { environment, now }: { now: Instant } & Pick<Services, 'environment'>,
): Promise<SalesResults | undefined> {
  const show = await findShowSummary(db, showId);
  if (!show) return undefined;
  const { timeZone } = await readSettings(db);
  const orders = await findShowOrders(db, showId);
  const accounts = await loadOrderAccounts(db, orders);
  const tickets = orders.flatMap((order): SalesReportTicket[] => {
    const status = order.status as SalesReportTicket['status'];
    const elsewhere = order.source === 'import';
    const refunds = splitRefundAmongTickets(order.tickets, accounts.get(order.id)?.refunded_valid ?? 0);
    return isLiveOrder(order.status)
      ? order.tickets.map((ticket, index) => ({ ...ticket, status, elsewhere, refunded: refunds[index] ?? 0 }))
      : [];
  });
  const retainedAt = await loadRetainedMoneyByPerformance(db, orders, accounts);
  const byPerformance = Map.groupBy(tickets, ({ performance_id }) => performance_id);
  const performances = (await listPerformancesForStaff(db, showId, { timeZone, now })).map((performance) => {
    const { id, date, date_text, cancelled, capacity } = performance;
    const retained = retainedAt.get(id) ?? 0;
    return {
      id,
      date,
      date_text,
      cancelled,
      capacity,
      ...summarisePerformanceSales(byPerformance.get(id) ?? []),
      retained,
    };
  });
  const sums: SalesResults['sums'] = {};
  for (const { date, lines } of performances) {
    for (const { type, pence, count: amount, discounts } of lines) {
      const item = formatItemName(show.title, date, type);
      // A cancelled performance and its replacement can have the same start, and so the same item name
      const { amount: before, discounts: less } = sums[item]?.[pence] ?? { amount: 0, discounts: 0 };
      sums[item] = { ...sums[item], [pence]: { amount: before + amount, discounts: less + discounts } };
    }
  }
  const entries = await sumShowEntries(db, showId, environment);
  const { paid, cash, fees, refunds, net } = sumMoney(entries, 'tickets');
  const sumOf = (key: 'owed' | 'owed_disputed' | 'retained') =>
    [...accounts.values()].reduce((sum, account) => sum + account[key], 0);
  return {
    showTitle: show.title,
    sums,
    totals: {
      paid,
      cash,
      fees,
      expected_refunds: sumOf('owed'),
      disputed_refunds: sumOf('owed_disputed'),
      actual_refunds: refunds,
      retained: sumOf('retained'),
      net,
    },
    foh_totals: sumMoney(entries, 'front_of_house'),
    performances,
  };
}

/** Sums a show's payments, refunds and fees for tickets, or for front of house, in pence. */
function sumMoney(entries: readonly EntrySum[], about: EntrySum['about']): SalesResults['foh_totals'] {
  const own = entries.filter((entry) => entry.about === about);
  const { fees, refunds, net } = calculateTotals(own);
  const cash = calculateTotals(own.filter(({ source }) => source === 'cash')).total;
  return { paid: calculateTotals(own).total - cash, refunds, cash, fees, net };
}

const access = mayUse('bookings');

/**
 * Refuses a request about an unknown show.
 * @throws 404, with a message for the field
 */
const refuseUnknownShow = (field = 'showID') =>
  refuse(404, 'There is no such show. Choose one from the list.', { [field]: 'There is no show with this id.' });

/** Registers the call and the spreadsheet that report a show's sales. */
export function registerSalesCalls({ call, resource }: RouteRegistry, services: Services): void {
  call(getShowSales, { access }, loadShowSales(services));
  resource('/members/bookings/sales.csv', { access, query: ['show'] }, exportSales(services));
}

const loadShowSales =
  ({ environment }: Services): CallHandler<typeof getShowSales> =>
  async ({ body, db, now }) => {
    const results = (await loadSalesResults(db, body.showID, { environment, now })) ?? refuseUnknownShow();
    return ok(`Sales for ${results.showTitle}.`, { results });
  };

type ReportedPerformance = SalesResults['performances'][number];
type CsvLine = Omit<ReportedPerformance, 'lines'> & { line: ReportedPerformance['lines'][number] };

const csvColumns: readonly (readonly [heading: string, cell: (csvLine: CsvLine) => string])[] = [
  ['performance', ({ date }) => formatCsvDateTime(date)],
  ['type', ({ line }) => line.type],
  ['price', ({ line }) => formatPounds(line.pence)],
  ['quantity', ({ line }) => `${line.count}`],
  ['discounts', ({ line }) => formatPounds(line.discounts)],
  ['total', ({ line }) => formatPounds(line.total)],
  ['seats', ({ capacity }) => `${capacity}`],
  ['reserved', ({ kept }) => `${kept}`],
  ['refunds', ({ line }) => formatPounds(line.refunds)],
  ['retained', ({ retained }) => formatPounds(retained)],
  ['given away', ({ comps }) => `${comps}`],
  ['sold elsewhere', ({ elsewhere }) => formatPounds(elsewhere)],
];

const exportSales =
  ({ environment }: Services) =>
  async ({ db, query, today, now }: PageRequest) => {
    const headings = csvColumns.map(([heading]) => heading);
    const showId = query.get('show') || (await findShowIdToManage(db, { today, now }));
    if (showId === undefined) return createCsvResponse('sales.csv', [headings]);
    const { performances } = (await loadSalesResults(db, showId, { environment, now })) ?? refuseUnknownShow('show');
    const lines = performances.flatMap(({ lines: ofTypes, ...performance }): CsvLine[] => {
      const retainedLine = { type: retainedLabel, pence: 0, count: 0, discounts: 0, refunds: 0, total: 0 };
      return [
        ...ofTypes.map((line) => ({ ...performance, line, retained: 0 })),
        ...(performance.retained > 0 ? [{ ...performance, line: retainedLine }] : []),
      ];
    });
    return createCsvResponse('sales.csv', [headings, ...lines.map((line) => csvColumns.map(([, cell]) => cell(line)))]);
  };
