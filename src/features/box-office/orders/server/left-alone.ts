import { performancesOf } from '#features/box-office/performances/server/index.ts';
import type { Reading } from '#platform/server/database/index.ts';
import { formatLeftAlone, needsPayingTickets } from '../companions.ts';
import { findOrderTickets, type StoredOrder } from './store.ts';

/**
 * Returns why an order's tickets can't become what they are in this transaction, since a companion is left alone; ""
 * where they can. What the society gives away or another shop has sold is theirs to judge.
 */
export async function findLeftAlone(tx: Reading, before: StoredOrder): Promise<string> {
  if (!needsPayingTickets(before)) return '';
  const types = (await performancesOf(tx, before.show_id)).flatMap((performance) => performance.types);
  return formatLeftAlone(before.tickets, await findOrderTickets(tx, before.id), types);
}
