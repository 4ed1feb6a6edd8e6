import { arePerformancesOver } from '#features/box-office/orders/order-account.ts';
import { deleteImportedOrder, findOrdersWithAllTickets } from '#features/box-office/orders/server/index.ts';
import { findPerformances, findSeatsOfTickets } from '#features/box-office/performances/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, runInBatches } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { findRowUses } from '#platform/server/feature/row-use.ts';
import type { ImportedRow, ImportUndo } from '#platform/server/imports/undo-import.ts';
import { toCalendarDate } from '#platform/shared/dates/dates.ts';

/** The kind under which imports of orders are recorded. */
export const orderImportKind = 'orders';

type DescribedOrder = ImportedRow & { name: string; tickets: Id[]; performances: Id[] };

/** Describes orders as they are now, for later comparison: their version, status, tickets and seats. */
export async function describeImportedOrders(db: DbReader, ids: readonly Id[]): Promise<DescribedOrder[]> {
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
 * Undoes an import of orders: deletes the orders that haven't changed since the import, and frees their places and
 * seats. Orders for past performances stay, as a record of who came.
 */
export function createOrderImportUndo({
  all,
  clock,
}: Pick<Services, 'all' | 'clock'>): Omit<ImportUndo, 'access' | 'findUserName'> {
  const uses = all('rowUses');
  return {
    kind: orderImportKind,
    action: 'order.import_undone',
    async inspect(db, rows) {
      const ids = rows.map(({ row_id }) => row_id);
      const described = await describeImportedOrders(db, ids);
      const orders = new Map(described.map((order) => [order.row_id, order]));
      const used = await findRowUses(db, uses, 'ticket_order', ids);
      const tickets = described.flatMap((order) => order.tickets);
      const usedTickets = await findRowUses(db, uses, 'ticket', tickets);
      const performances = await findPerformances(
        db,
        described.flatMap((order) => order.performances),
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
