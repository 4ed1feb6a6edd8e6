import type { z } from 'zod';
import { findShow } from '#features/archive/shows/server/index.ts';
import { formatTicketCountsByType } from '#features/box-office/orders/order.ts';
import {
  buildTicketQrRows,
  computeTicketCode,
  findValidPerformanceTickets,
  isTicketEmailOn,
  listPerformanceOrders,
  requirePerformanceByShowAndDate,
} from '#features/box-office/orders/server/index.ts';
import { isPerformanceCancelled } from '#features/box-office/performances/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import {
  getSeatingByShowAndDate,
  type PrintedTickets,
  type RowLabels,
  type Seating,
  type WallPlan,
} from '../contract.ts';
import { plannerScriptPath, printedTicketsPath, rowLabelsPath, seatingPath, wallPlanPath } from '../paths.ts';
import { findPromisedSeatsByOrder } from './moved-seats.ts';
import { listHeldSeats, loadSeating } from './store.ts';

const access = mayUse('bookings');

/**
 * Registers the planner's page, the call with the same content for embedded planners and for updates of open ones, and
 * the printable pages of a performance's saved seat plan.
 */
export function registerSeatingPages({ page, call, resource }: RouteRegistry, services: Services): void {
  page(seatingPath(':id'), { type: 'seating', access }, (visit) => loadSeatingPage(visit, visit.params.id ?? ''));
  call(getSeatingByShowAndDate, { access }, async (request) =>
    loadSeatingPage(request, (await requirePerformanceByShowAndDate(request.db, request.params)).performance),
  );
  // This script draws the planner in `#seating-plan` of another page, so its URL never changes
  resource(plannerScriptPath, { access: everyone }, () => ({
    status: 200,
    contentType: 'text/javascript; charset=utf-8',
    body: `import ${JSON.stringify(services.getScriptUrl('src/seating-plan.ts'))};\n`,
  }));
  page(printedTicketsPath(':id'), { type: 'printed_tickets', access, query: ['order'] }, printedTicketsPage(services));
  page(wallPlanPath(':id'), { type: 'wall_plan', access }, wallPlanPage);
  page(rowLabelsPath(':id'), { type: 'row_labels', access }, rowLabelsPage);
}

async function loadSeatingPage({ db, now }: Pick<PageRequest, 'db' | 'now'>, id: string): Promise<Seating> {
  const { performance, layout, assignments, marks, ticket_pricing, version } = await loadSeating(db, id);
  const { timeZone } = await readSettings(db);
  const date = formatIsoWithOffset(performance.starts_at, timeZone);
  const show = { id: performance.show_id, title: performance.show_title };
  return {
    type: 'seating',
    title: `${show.title}, ${formatDateTime(date)}`,
    id,
    show,
    showName: show.title,
    authors: (await findShow(db, show.id))?.author ?? '',
    date,
    defaultRowCount: layout.rowCount,
    initialHiddenSeats: layout.hiddenSeats,
    initialAssignment: assignments,
    marks,
    sells_seats: performance.sells_seats === 1,
    held: await listHeldSeats(db, id, now),
    ticket_pricing,
    layout,
    cancelled: isPerformanceCancelled(performance),
    emails_moves: await isTicketEmailOn(db, 'seats'),
    known: await findPromisedSeatsByOrder(db, performance, now),
    orders: await listPerformanceOrders(db, { show: show.id, performance: id }),
    version,
  };
}

const printedTicketsPage =
  ({ encryption }: Pick<Services, 'encryption'>) =>
  async (visit: PageRequest): Promise<z.infer<typeof PrintedTickets>> => {
    const { assignments, shown, show } = await loadPrintedSeating(visit);
    const orders = await listPerformanceOrders(visit.db, { show: show.id, performance: shown.id });
    const codes = new Map(
      // The tickets are processed in reverse, so that each order keeps the code of its first ticket
      (await findValidPerformanceTickets(visit.db, [shown.id]))
        .toReversed()
        .map((ticket) => [ticket.ref, computeTicketCode(encryption, ticket)]),
    );
    const printed: z.infer<typeof PrintedTickets>['orders'] = [];
    // Yields after each ticket, because several hundred QR codes would block other requests for too long
    for (const { ref, name, tickets_count, tickets } of orders) {
      const code = codes.get(ref) ?? '';
      const qr = code ? buildTicketQrRows(code) : [];
      printed.push({ ref: `${ref}`, name, count: tickets_count, bought: formatTicketCountsByType(tickets), code, qr });
      await yieldToEventLoop();
    }
    return {
      ...{ type: 'printed_tickets', title: 'Printed tickets', ...shown, assignments },
      authors: (await findShow(visit.db, show.id))?.author ?? '',
      orders: printed,
      only: visit.query.get('order') ?? '',
    };
  };

async function wallPlanPage(visit: PageRequest): Promise<z.infer<typeof WallPlan>> {
  const { assignments, layout, shown, show } = await loadPrintedSeating(visit);
  const orders = await listPerformanceOrders(visit.db, { show: show.id, performance: shown.id });
  const names = Object.fromEntries(orders.map(({ ref, name }) => [`${ref}`, name]));
  return { type: 'wall_plan', title: 'Seat plan', ...shown, layout, assignments, names };
}

async function rowLabelsPage(visit: PageRequest): Promise<z.infer<typeof RowLabels>> {
  const { layout, shown } = await loadPrintedSeating(visit);
  return { type: 'row_labels', title: 'Row labels', ...shown, layout };
}

async function loadPrintedSeating({ db, params: { id = '' } }: PageRequest) {
  const { performance, layout, assignments } = await loadSeating(db, id);
  const { timeZone } = await readSettings(db);
  const show = { id: performance.show_id, title: performance.show_title };
  const date = formatIsoWithOffset(performance.starts_at, timeZone);
  return { assignments, layout, show, shown: { id, show, date, cancelled: isPerformanceCancelled(performance) } };
}
