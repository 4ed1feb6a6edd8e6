import { deleteImportedOrder, findOrdersWithAllTickets } from '#features/box-office/orders/server/index.ts';
import { findSeatsOfTickets } from '#features/box-office/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, inBatches } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { findRowUses } from '#platform/server/feature/row-use.ts';
import type { ImportedRow, ImportUndo } from '#platform/server/imports/undo-import.ts';

/** The name of the import of orders. */
export const orderImport = 'orders';

/** Describes orders as they are now, for later comparison: their version, status, tickets and seats. */
export async function describeImportedOrders(
  db: DbReader,
  ids: readonly Id[],
): Promise<(ImportedRow & { name: string; tickets: Id[] })[]> {
  const orders: (ImportedRow & { name: string; tickets: Id[] })[] = [];
  await inBatches(ids, async (batch) => {
    const found = await findOrdersWithAllTickets(db, batch);
    const seats = await findSeatsOfTickets(
      db,
      found.flatMap(({ tickets }) => tickets.map(({ id }) => id)),
    );
    for (const { id, name, status, version, tickets } of found) {
      const described = tickets.map((ticket) => `${seats.get(ticket.id) ?? '-'}${ticket.given_back_at ?? ''}`);
      const state = [status, version, ...described].join(' ');
      orders.push({ kind: 'order', row_id: id, name, state, tickets: tickets.map((ticket) => ticket.id) });
    }
  });
  return orders;
}

/** Undoes an import of orders: deletes those that are as they were imported, and frees their places and seats. */
export function createOrderImportUndo({ all }: Pick<Services, 'all'>): Omit<ImportUndo, 'access' | 'findUserName'> {
  const uses = all('rowUses');
  return {
    kind: orderImport,
    action: 'order.import_undone',
    async inspect(db, rows) {
      const ids = rows.map(({ row_id }) => row_id);
      const now = new Map((await describeImportedOrders(db, ids)).map((order) => [order.row_id, order]));
      const used = await findRowUses(db, uses, 'ticket_order', ids);
      const tickets = [...now.values()].flatMap((order) => order.tickets);
      const usedTickets = await findRowUses(db, uses, 'ticket', tickets);
      return rows.flatMap((row) => {
        const order = now.get(row.row_id);
        if (!order) return [];
        const use = used.get(row.row_id) ?? order.tickets.map((id) => usedTickets.get(id)).find(Boolean) ?? '';
        const kept = order.state === row.state ? use : 'it has been changed or seated since';
        return [{ row, name: order.name, kept }];
      });
    },
    async undo(tx, rows) {
      for (const { row_id } of rows) await deleteImportedOrder(tx, row_id);
    },
  };
}
