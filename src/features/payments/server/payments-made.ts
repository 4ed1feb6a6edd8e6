import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';
import type { PaymentIntentTable } from './tables.ts';

/** The cards that charges were paid with, by the charges' ids. */
export async function cardsThatPaid(
  db: Reading,
  chargeIds: readonly Id[],
): Promise<Map<Id, Pick<PaymentIntentTable, 'card_brand' | 'last_4'>>> {
  if (chargeIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('payment_intent')
    .select(['id', 'card_brand', 'last_4'])
    .where('id', 'in', chargeIds)
    .where('kind', '=', 'charge')
    .where('status', '=', 'settled')
    .execute();
  return new Map(rows.map(({ id, ...card }) => [id, card]));
}
