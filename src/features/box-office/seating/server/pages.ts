import { findShow } from '#features/archive/shows/server/index.ts';
import {
  isTicketEmailOn,
  listPerformanceOrders,
  requirePerformanceByShowAndDate,
} from '#features/box-office/orders/server/index.ts';
import { isPerformanceCancelled } from '#features/box-office/performances/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { getSeatingByShowAndDate, type Seating } from '../contract.ts';
import { plannerScriptPath, seatingPath } from '../paths.ts';
import { findPromisedSeatsByOrder } from './moved-seats.ts';
import { listHeldSeats, loadSeating } from './store.ts';

const access = mayUse('bookings');

/** Registers the planner's page, and the call with the same content for embedded planners. */
export function registerSeatingPages(registry: RouteRegistry): void {
  registry.page(seatingPath(':id'), { type: 'seating', access }, (visit) =>
    loadSeatingPage(visit, visit.params.id ?? ''),
  );
  registry.call(getSeatingByShowAndDate, { access }, async (request) =>
    loadSeatingPage(request, (await requirePerformanceByShowAndDate(request.db, request.params)).performance),
  );
}

/** Registers the script that draws the planner in `#seating-plan` of another page, at a URL that never changes. */
export function registerPlannerScriptRoutes({ resource }: RouteRegistry, { getScriptUrl: scriptAt }: Services): void {
  resource(plannerScriptPath, { access: everyone }, () => ({
    status: 200,
    contentType: 'text/javascript; charset=utf-8',
    body: `import ${JSON.stringify(scriptAt('src/seating-plan.ts'))};\n`,
  }));
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
