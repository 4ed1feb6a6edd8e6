import { takePlaces } from '#features/box-office/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { recordOrder } from './store/update-orders.ts';

interface ImportedOrder {
  id: Id;
  show_id: Id;
  performance: Id;
  name: string;
  email: string;
  phone: string;
  note: string;
  tickets: readonly { id: Id; type_id: Id; type: string; pence: number }[];
  now: Instant;
}

/**
 * Records an order that an external shop has sold, and takes its places. The money is that shop's, so the ledger has
 * nothing of it. Returns false if there are too few places: the caller must then refuse, so that the transaction is
 * undone.
 */
export async function recordImportedOrder(
  tx: DbTransaction,
  { performance, tickets, now, ...order }: ImportedOrder,
): Promise<boolean> {
  const taken = await takePlaces(tx, { performance, tickets: tickets.map(({ id }) => id), until: null, now });
  if (taken !== 'taken') return false;
  const paid = { status: 'paid', source: 'import', paid_by: '', reason: '', entry_id: '' } as const;
  await recordOrder(
    tx,
    { ...order, ...paid, created_at: now },
    tickets.map((ticket) => ({ ...ticket, performance_id: performance })),
  );
  return true;
}
