import type { z } from 'zod';
import { findShow } from '#features/archive/shows/server/index.ts';
import { formatTicketCounts } from '#features/box-office/orders/order.ts';
import {
  buildTicketQrRows,
  computeTicketCode,
  findValidPerformanceTickets,
  listPerformanceOrders,
} from '#features/box-office/orders/server/index.ts';
import { isPerformanceCancelled } from '#features/box-office/performances/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { printedTicketsPath, rowLabelsPath, wallPlanPath } from '../paths.ts';
import type { PrintedTickets, RowLabels, WallPlan } from '../print-contract.ts';
import { loadSeating } from './index.ts';

const access = mayUse('bookings');

/** Registers the printable pages of a performance's saved seat plan. */
export function registerPrintPages({ page }: RouteRegistry, services: Pick<Services, 'encryption'>): void {
  page(printedTicketsPath(':id'), { type: 'printed_tickets', access, query: ['order'] }, printedTicketsPage(services));
  page(wallPlanPath(':id'), { type: 'wall_plan', access }, wallPlanPage);
  page(rowLabelsPath(':id'), { type: 'row_labels', access }, rowLabelsPage);
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
      printed.push({ ref: `${ref}`, name, count: tickets_count, bought: formatTicketCounts(tickets), code, qr });
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
