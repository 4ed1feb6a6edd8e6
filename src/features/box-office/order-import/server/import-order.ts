import { findShow } from '#features/archive/shows/server/index.ts';
import { countTicketsByType, formatTicketCounts } from '#features/box-office/orders/order.ts';
import { recordImportedOrder } from '#features/box-office/orders/server/index.ts';
import { formatSeats } from '#features/box-office/performances/seat-labels.ts';
import {
  countPlaces,
  isSeatTakenAt,
  listPerformances,
  listSeatAssignments,
  takeSeats,
  upsertPromisedSeats,
} from '#features/box-office/performances/server/index.ts';
import { listSeats } from '#features/box-office/seating/plan/plan.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { deterministicId, type Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { toLocalTime } from '#platform/shared/dates/local-time.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { fold } from '#platform/shared/text/text.ts';
import type { ExternalOrderRow } from '../external-order-list.ts';
import { type ExternalOrder, type ImportablePerformance, type ImportPlan, planImport } from '../plan-import.ts';

/** The rows of a list, and the performances that the list is for. */
interface ImportRequest {
  rows: readonly ExternalOrderRow[];
  /** The folded references of rows that can't be read. */
  unread: ReadonlySet<string>;
  show: Id;
  /** The performance that all orders are for; "" if the list gives the performance of each order. */
  performance: Id | '';
  now: Instant;
}

/** Computes the effect of importing a list now. */
export async function loadImportPlan(
  db: DbReader,
  { rows, unread, show, performance, now }: ImportRequest,
): Promise<ImportPlan> {
  const performances = await loadImportablePerformances(db, show, now);
  return planImport(rows, { performances, chosen: performance, unread });
}

async function loadImportablePerformances(db: DbReader, show: Id, now: Instant): Promise<ImportablePerformance[]> {
  const { timeZone } = await readSettings(db);
  const isShowOff = (await findShow(db, show))?.cancelled === true;
  const stored = await listPerformances(db, show);
  const ids = stored.map(({ id }) => id);
  const places = await countPlaces(db, ids, now);
  const taken = Map.groupBy(
    (await listSeatAssignments(db, ids)).filter((row) => isSeatTakenAt(row, now)),
    ({ performance_id }) => performance_id,
  );
  const imported = ids.length
    ? await db
        .selectFrom('imported_order')
        .select(['performance_id', 'reference_key'])
        .where('performance_id', 'in', ids)
        .execute()
    : [];
  return stored.map((one) => {
    const { total, sold, held } = places.get(one.id) ?? { total: 0, sold: 0, held: 0 };
    return {
      ...{ id: one.id, cancelled: isShowOff || one.cancelled_at !== null, types: one.types },
      local: toLocalTime(one.starts_at, timeZone),
      left: total - sold - held,
      seats: new Set(listSeats({ rowCount: one.row_count, hiddenSeats: one.hidden_seats })),
      taken: new Set((taken.get(one.id) ?? []).map(({ seat }) => seat)),
      known: new Set(
        imported.filter(({ performance_id }) => performance_id === one.id).map(({ reference_key }) => reference_key),
      ),
    };
  });
}

/**
 * Records an order that was sold externally, with its places and its seats.
 * @returns false if there are too few places, or if a seat is taken. The caller must then throw, so that the
 * transaction is rolled back
 */
export async function importOrder(
  tx: DbTransaction,
  order: ExternalOrder,
  { id, show, seller, now }: { id: Id; show: Id; seller: string; now: Instant },
): Promise<boolean> {
  const { performance, reference, name, email, phone, note } = order;
  const tickets = order.tickets.map((ticket, at) => ({ ...ticket, id: deterministicId(`${id} ${at}`) }));
  const sold = await recordImportedOrder(tx, {
    ...{ id, show_id: show, performance, name, email, phone, note, now },
    tickets: tickets.map(({ id: ticket, type_id, type, pence }) => ({ id: ticket, type_id, type, pence })),
  });
  if (!sold) return false;
  await tx
    .insertInto('imported_order')
    .values({ order_id: id, performance_id: performance, reference, reference_key: fold(reference), seller })
    .execute();
  const seats = tickets.flatMap(({ id: ticket, seat }) => (seat === '' ? [] : [{ seat, ticket }]));
  if (seats.length === 0) return true;
  if ((await takeSeats(tx, { performance, seats, until: null, now })) !== 'taken') return false;
  // The other shop has printed these seats on its tickets
  await upsertPromisedSeats(
    tx,
    seats.map(({ seat, ticket }) => ({ ticket_id: ticket, performance_id: performance, seat })),
  );
  return true;
}

/** Finds the shops that sold the given orders. */
export async function findImportSellers(
  db: DbReader,
  orders: readonly Id[],
): Promise<Map<Id, { name: string; reference: string }>> {
  if (orders.length === 0) return new Map();
  const rows = await db
    .selectFrom('imported_order')
    .select(['order_id', 'seller', 'reference'])
    .where('order_id', 'in', orders)
    .execute();
  return new Map(rows.map(({ order_id, seller: name, reference }) => [order_id, { name, reference }]));
}

/** Formats an imported order: "2 Adult, 1 Child for £34.00, in C5–C7." */
export function formatImportedOrder({ tickets }: Pick<ExternalOrder, 'tickets'>): string {
  const seats = tickets.map(({ seat }) => seat).filter(Boolean);
  const total = tickets.reduce((sum, { pence }) => sum + pence, 0);
  const where = seats.length === 0 ? '' : `, in ${formatSeats(seats)}`;
  return `${formatTicketCounts(countTicketsByType(tickets))} for ${formatMoney(total)}${where}.`;
}
