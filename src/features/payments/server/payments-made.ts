import type { Environment } from '#features/books/entry.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates.ts';
import type { PaymentIntentTable } from './tables.ts';

/** What somebody has paid by card for a purpose and was given back of it, the newest first. */
export const paymentsMade = (db: Reading, userId: Id, purpose: PaymentIntentTable['purpose']) =>
  db
    .selectFrom('payment_intent')
    .select(['id', 'kind', 'pence', 'label', 'card_brand', 'last_4', 'created_at'])
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('status', '=', 'settled')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

/** The cards that paid charges in a stretch of time, by the charges' ids. */
export async function chargesMade(
  db: Reading,
  environment: Environment,
  { from, until }: { from: Instant; until: Instant },
): Promise<Map<Id, Pick<PaymentIntentTable, 'card_brand' | 'last_4'>>> {
  const rows = await db
    .selectFrom('payment_intent')
    .select(['id', 'card_brand', 'last_4'])
    .where('environment', '=', environment)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .where('kind', '=', 'charge')
    .where('status', '=', 'settled')
    .execute();
  return new Map(rows.map(({ id, ...card }) => [id, card]));
}
