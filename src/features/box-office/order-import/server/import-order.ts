import { findShow } from '#features/archive/shows/server/index.ts';
import { countTicketsByType, formatTicketCountsByType } from '#features/box-office/orders/order.ts';
import { arePerformancesOver } from '#features/box-office/orders/order-account.ts';
import {
  deleteImportedOrder,
  findOrdersWithAllTickets,
  recordImportedOrder,
} from '#features/box-office/orders/server/index.ts';
import { formatSeats } from '#features/box-office/performances/seats.ts';
import {
  countPlaces,
  findPerformances,
  findSeatsOfTickets,
  isSeatTakenAt,
  listPerformances,
  listSeatAssignments,
  takeSeats,
  upsertPromisedSeats,
} from '#features/box-office/performances/server/index.ts';
import { listSeats } from '#features/box-office/seating/plan/plan.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import { deriveId, type Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
import { findRowUseReasons } from '#platform/server/feature/deletion.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { ImportedRow, ImportUndo } from '#platform/server/imports/undo-import.ts';
import { type Instant, toCalendarDate } from '#platform/shared/dates/dates.ts';
import { toLocalTime } from '#platform/shared/dates/local-time.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { foldText } from '#platform/shared/text/text.ts';
import type { ExternalOrderRow } from '../external-order-list.ts';
import { type ExternalOrder, type ImportPlan, planImport, type TargetPerformance } from '../plan-import.ts';

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
  const performances = await loadTargetPerformances(db, show, now);
  return planImport(rows, { performances, chosen: performance, unread });
}

async function loadTargetPerformances(db: DbReader, show: Id, now: Instant): Promise<TargetPerformance[]> {
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
  const tickets = order.tickets.map((ticket, at) => ({ ...ticket, id: deriveId(`${id} ${at}`) }));
  const sold = await recordImportedOrder(tx, {
    ...{ id, show_id: show, performance, name, email, phone, note, now },
    tickets: tickets.map(({ id: ticket, type_id, type, pence }) => ({ id: ticket, type_id, type, pence })),
  });
  if (!sold) return false;
  await tx
    .insertInto('imported_order')
    .values({ order_id: id, performance_id: performance, reference, reference_key: foldText(reference), seller })
    .execute();
  const seats = tickets.flatMap(({ id: ticket, seat }) => (seat === '' ? [] : [{ seat, ticket }]));
  if (seats.length === 0) return true;
  if ((await takeSeats(tx, { performance, seats, until: null, now })) !== 'assigned') return false;
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

/**
 * Formats an imported order: "2 Adult, 1 Child for £34.00, in C5–C7." If its rows disagree about the buyer, a second
 * sentence says which values the order gets.
 */
export function formatImportedOrder({ tickets, disagreements }: ImportPlan['orders'][number]): string {
  const seats = tickets.map(({ seat }) => seat).filter(Boolean);
  const total = tickets.reduce((sum, { pence }) => sum + pence, 0);
  const where = seats.length === 0 ? '' : `, in ${formatSeats(seats)}`;
  const choices = disagreements.map(({ column, used, others }) => `the ${column} ${used}, not ${others.join(' or ')}`);
  return [
    `${formatTicketCountsByType(countTicketsByType(tickets))} for ${formatMoney(total)}${where}.`,
    ...(choices.length > 0 ? [`Its rows disagree: it gets ${choices.join('; ')}.`] : []),
  ].join(' ');
}

/** The kind under which imports of orders are recorded. */
export const orderImportRecordKind = 'orders';

type DescribedOrder = ImportedRow & { name: string; tickets: Id[]; performances: Id[] };

/** Describes orders as they are now, for later comparison: their version, status, tickets and seats. */
export async function loadImportedOrderStates(db: DbReader, ids: readonly Id[]): Promise<DescribedOrder[]> {
  const orders: DescribedOrder[] = [];
  await runInBatches(ids, async (batch) => {
    const found = await findOrdersWithAllTickets(db, batch);
    const seats = await findSeatsOfTickets(
      db,
      found.flatMap(({ tickets }) => tickets.map(({ id }) => id)),
    );
    for (const { id, name, status, version, tickets } of found) {
      const described = tickets.map((ticket) => `${seats.get(ticket.id) ?? '-'}${ticket.given_back_at ?? ''}`);
      const state = [status, version, ...described].join(' ');
      orders.push({
        ...{ kind: 'order', row_id: id, name, state },
        tickets: tickets.map((ticket) => ticket.id),
        performances: tickets.map(({ performance_id }) => performance_id),
      });
    }
  });
  return orders;
}

/**
 * Describes how an import of orders is undone. The orders that haven't been changed or used since the import are
 * deleted, and their places and seats become free. Orders for past performances stay, as a record of who came.
 */
export function createOrderImportUndo({
  all,
  clock,
}: Pick<Services, 'all' | 'clock'>): Omit<ImportUndo, 'access' | 'findUserName'> {
  const uses = all('rowUses');
  return {
    kind: orderImportRecordKind,
    action: 'order.import_undone',
    async inspect(db, rows) {
      const ids = rows.map(({ row_id }) => row_id);
      const described = await loadImportedOrderStates(db, ids);
      const orders = new Map(described.map((order) => [order.row_id, order]));
      const used = await findRowUseReasons(db, uses, 'ticket_order', ids);
      const tickets = described.flatMap((order) => order.tickets);
      const usedTickets = await findRowUseReasons(db, uses, 'ticket', tickets);
      const performances = await findPerformances(
        db,
        described.flatMap((order) => order.performances),
        { includesArchived: true },
      );
      const { timeZone } = await readSettings(db);
      const today = toCalendarDate(clock(), timeZone);
      const isOver = (order: DescribedOrder) =>
        arePerformancesOver(
          order.performances.flatMap((id) => performances.get(id)?.starts_at ?? []),
          { today, timeZone },
        );
      const inspected: Awaited<ReturnType<ImportUndo['inspect']>> = [];
      const gone: ImportedRow[] = [];
      for (const row of rows) {
        await yieldToEventLoop();
        const order = orders.get(row.row_id);
        if (!order) {
          gone.push(row);
          continue;
        }
        const use = used.get(row.row_id) ?? order.tickets.map((id) => usedTickets.get(id)).find(Boolean);
        const unchanged = use ?? (isOver(order) ? 'its performance is over' : '');
        const kept = order.state === row.state ? unchanged : 'it has been changed or seated since';
        inspected.push({ row, name: order.name, kept });
      }
      return [...inspected, ...describeGoneOrders(gone)];
    },
    async undo(tx, rows) {
      for (const { row_id } of rows) await deleteImportedOrder(tx, row_id);
    },
  };
}

/**
 * Describes, in one entry, the orders that no longer exist. It can't name the orders, because their names were deleted
 * too.
 */
function describeGoneOrders(rows: readonly ImportedRow[]): Awaited<ReturnType<ImportUndo['inspect']>> {
  const [row] = rows;
  if (!row) return [];
  if (rows.length === 1) return [{ row, name: 'One order', kept: 'it is no longer here' }];
  return [{ row, name: `${rows.length.toLocaleString('en-GB')} orders`, kept: 'they are no longer here' }];
}
