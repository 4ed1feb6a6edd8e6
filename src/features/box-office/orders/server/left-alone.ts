import { listPerformances } from '#features/box-office/performances/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { formatLeftAlone, needsPayingTickets } from '../companions.ts';
import type { StoredOrder } from './store/find-orders.ts';
import { findOrderTickets } from './store/tickets.ts';

/**
 * Returns the reason why an order's tickets can't be changed in this transaction, since a companion would be left
 * alone; "" if they can. Tickets that the society gives away or an external shop has sold are left to them to judge.
 */
export async function findLeftAlone(tx: DbReader, before: StoredOrder): Promise<string> {
  if (!needsPayingTickets(before)) return '';
  const types = (await listPerformances(tx, before.show_id)).flatMap((performance) => performance.types);
  return formatLeftAlone(before.tickets, await findOrderTickets(tx, before.id), types);
}
