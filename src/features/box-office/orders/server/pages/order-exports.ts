import { selectShowsOnSite } from '#features/archive/shows/server/index.ts';
import { formatPerformanceKey } from '#features/box-office/performances/item-name.ts';
import { findShowToManage, listPerformances } from '#features/box-office/performances/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { csvPhone } from '#platform/server/formats/csv.ts';
import { notFound } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { createCsvResponse, formatCsvDateTime } from '#platform/server/http/response/csv-response.ts';
import type { CallHandler } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { parseIsoDateTime } from '#platform/shared/dates/iso-date-time.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatPounds } from '#platform/shared/money.ts';
import { parseTableQuery, tableKeys } from '#platform/shared/tables/table.ts';
import { fold } from '#platform/shared/text/text.ts';
import * as contract from '../../contract.ts';
import {
  countTicketsByType,
  formatAccessNeeds,
  formatTicketCounts,
  formatWishes,
  isLive,
  orderSourceLabels,
  orderStatusLabel,
  parseAccessNeeds,
  parseRefs,
  parseWishes,
} from '../../order.ts';
import { filterOrders, ordersTable } from '../../order-table.ts';
import { findShowOrders, type StoredOrder } from '../store/find-orders.ts';
import type { TicketTable } from '../store/tables.ts';
import { listOrders, loadRefundReasons } from './order-list.ts';

const access = mayUse('bookings');

const columnHeadings = [
  'ref',
  'name',
  'performance',
  'tickets',
  'count',
  'price',
  'status',
  'source',
  'sold on',
  'note',
  'email',
  'phone',
  'refund due',
  'refunded',
  'being refunded',
  'reasons of refunds',
  'needs',
  'seating wishes',
  'reason for cancelling',
  'refunded for valid tickets',
  'retained',
  'waits for the bank',
  'to settle with the seller',
  'paid',
  'to pay',
];

/** Registers a show's orders for the seating planner, for other programs and as a spreadsheet. */
export function registerOrderExports({ call, resource }: Platform, services: Pick<Services, 'all'>): void {
  call(contract.ordersOfShow, { access }, listShowOrders);
  call(contract.ordersOfPerformance, { access }, async ({ db, params }) =>
    listPerformanceOrders(db, await requirePerformanceByName(db, params)),
  );
  const query = tableKeys(ordersTable);
  resource('/members/bookings/orders.csv', { access, query, grave: true }, exportOrders(services));
}

const listShowOrders: CallHandler<typeof contract.ordersOfShow> = async ({ db, params }) => {
  const show = (await findShowByName(db, params.showName)) ?? notFound();
  const dates = await loadPerformanceDates(db, show.id);
  const answer: Record<string, Record<string, contract.PerformanceOrder>> = {};
  for (const order of (await findShowOrders(db, show.id)).toReversed()) {
    for (const listed of splitByPerformance(order, dates)) {
      answer[listed.date] ??= {};
      Object.assign(answer[listed.date] ?? {}, { [order.id]: listed });
    }
  }
  return answer;
};

const exportOrders =
  ({ all }: Pick<Services, 'all'>) =>
  async ({ db, query: params, today, now }: PageRequest) => {
    const wanted = params.get('show') || (await findShowToManage(db, { today, now }));
    if (wanted === undefined) return createCsvResponse('orders.csv', [columnHeadings]);
    const show = (await findShowByName(db, wanted)) ?? notFound();
    const { timeZone } = await readSettings(db);
    const dates = await loadPerformanceDates(db, show.id);
    const asks = new Map((await findShowOrders(db, show.id)).map((order) => [order.id, order]));
    const tableRequest = parseTableQuery(ordersTable, params);
    const orders = filterOrders(await listOrders(db, show.id, { timeZone, all }), tableRequest);
    const reasons = await loadRefundReasons(
      db,
      orders.map(({ id }) => id),
    );
    const lines = orders.flatMap((order) =>
      listCsvParts(order, tableRequest.filters.night).map(({ id, tickets, total, refunded }, at) => [
        `${order.ref}`,
        order.name,
        formatCsvDateTime(dates.get(id)?.local ?? ''),
        formatTicketCounts(tickets),
        `${Object.values(tickets).reduce((sum, count) => sum + count, 0)}`,
        formatPounds(total),
        orderStatusLabel(order),
        orderSourceLabels[order.source],
        order.created_at.slice(0, 10),
        order.note,
        order.email,
        csvPhone(order.phone),
        // For the whole order, so in its first line alone: a column adds up
        formatPounds(at === 0 ? order.back - order.back_disputed : 0),
        formatPounds(at === 0 ? order.refunded : 0),
        formatPounds(at === 0 ? order.refund_pending : 0),
        at === 0 ? (reasons.get(order.id) ?? '') : '',
        formatAccessNeeds(asks.get(order.id)?.needs ?? '').join(', '),
        formatWishes({
          wishes: parseWishes(asks.get(order.id)?.seat_wishes ?? ''),
          next_to: parseRefs(asks.get(order.id)?.next_to ?? ''),
        }),
        at === 0 ? (asks.get(order.id)?.cancel_reason ?? '') : '',
        formatPounds(refunded),
        formatPounds(at === 0 ? order.retained : 0),
        formatPounds(at === 0 ? order.back_disputed : 0),
        formatPounds(at === 0 ? order.elsewhere : 0),
        formatPounds(at === 0 ? order.paid + order.refunded + order.refund_pending : 0),
        formatPounds(at === 0 ? order.due : 0),
      ]),
    );
    return createCsvResponse('orders.csv', [columnHeadings, ...lines]);
  };

/**
 * The lines of an order in a spreadsheet: one for each performance, or for the requested one only. If all its tickets
 * were returned it still has a line, since money for them may be owed.
 */
function listCsvParts({ performances }: contract.ListedOrder, night: string): contract.ListedOrder['performances'] {
  if (performances.length === 0) return [{ id: '', tickets: {}, given_away: 0, total: 0, refunded: 0, arrived: 0 }];
  return performances.filter(({ id }) => night === '' || id === night);
}

/** Lists the orders of people who come to a performance, the earliest first. */
export async function listPerformanceOrders(
  db: DbReader,
  { show, performance }: { show: string; performance: string },
): Promise<contract.PerformanceOrder[]> {
  const dates = await loadPerformanceDates(db, show);
  return (await findShowOrders(db, show))
    .toReversed()
    .flatMap((order) =>
      splitByPerformance({ ...order, tickets: order.tickets.filter(isForPerformance(performance)) }, dates),
    );
}

/**
 * Finds a performance by show and date, as other programs name them: by its id, by formatted text, or as an instant in
 * any form of ISO 8601.
 */
export async function requirePerformanceByName(
  db: DbReader,
  { showName, date }: { showName: string; date: string },
): Promise<{ show: string; performance: string }> {
  const show = (await findShowByName(db, showName)) ?? notFound();
  const dates = await loadPerformanceDates(db, show.id);
  const moment = parseIsoDateTime(date);
  const found = [...dates].find(([id, named]) =>
    moment === undefined
      ? id === date || named.key === date
      : 'instant' in moment
        ? Date.parse(named.moment) === Date.parse(moment.instant)
        : named.local === moment.local,
  );
  const [performance] = found ?? notFound();
  return { show: show.id, performance };
}

const isForPerformance = (performance: string) => (ticket: TicketTable) => ticket.performance_id === performance;

/** A show by its id, or the newest with that title. */
async function findShowByName(db: DbReader, name: string): Promise<{ id: string; title: string } | undefined> {
  const byId = await selectShowsOnSite(db).where('id', '=', name).executeTakeFirst();
  if (byId) return byId;
  const shows = await selectShowsOnSite(db).orderBy('date', 'desc').orderBy('id').execute();
  return shows.find(({ title }) => fold(title) === fold(name));
}

interface PerformanceDate {
  /** "Sat 7th Feb 7:30pm" */
  key: string;
  /** `2027-02-07T19:30`, as the society's clocks show it. */
  local: string;
  /** The same with its offset. */
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

/** Returns the part of an order for each of its performances; none once it has ended. */
function splitByPerformance(
  order: StoredOrder,
  dates: ReadonlyMap<string, PerformanceDate>,
): contract.PerformanceOrder[] {
  if (!isLive(order.status)) return [];
  return [...Map.groupBy(order.tickets, ({ performance_id }) => performance_id)].map(([id, tickets]) => ({
    ref: order.ref,
    name: order.name,
    tickets_count: tickets.length,
    note: order.note,
    needs: parseAccessNeeds(order.needs),
    wishes: parseWishes(order.seat_wishes),
    next_to: parseRefs(order.next_to),
    ignored_suggestions: order.ignored_suggestions.split(',').filter(Boolean),
    tickets: countTicketsByType(tickets),
    email: order.email,
    order_id: order.id,
    show_id: order.show_id,
    date: dates.get(id)?.key ?? '',
    status: order.status,
  }));
}
