import { mayUse } from '#features/accounts/server/index.ts';
import { ordersAt } from '#features/orders/server/index.ts';
import { findShow } from '#features/shows/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { momentInWords } from '#platform/shared/dates.ts';
import { withOffset } from '#platform/shared/local-time.ts';
import type { Seating } from '../contract.ts';
import { seatingPath } from '../paths.ts';
import { currentSeating } from './current.ts';
import { printPages } from './print-pages.ts';
import { heldSeats } from './store.ts';

export function seatingPages(platform: Platform): void {
  platform.page(seatingPath(':id'), { type: 'seating', access: mayUse('bookings') }, seating);
  printPages(platform);
}

async function seating({ db, now, params }: PageRequest): Promise<Seating> {
  const id = params.id ?? '';
  const { performance, layout, assignments, marks, ticket_pricing, version } = await currentSeating(db, id);
  const { timeZone } = await readSettings(db);
  const date = withOffset(performance.starts_at, timeZone);
  const show = { id: performance.show_id, title: performance.show_title };
  return {
    type: 'seating',
    title: `${show.title}, ${momentInWords(date)}`,
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
    held: await heldSeats(db, id, now),
    ticket_pricing,
    layout,
    cancelled: performance.cancelled_at !== null,
    orders: await ordersAt(db, { show: show.id, performance: id }),
    version,
  };
}
