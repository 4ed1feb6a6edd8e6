import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, inBatches } from '#platform/server/database/index.ts';
import type { PaymentIntentTable } from './tables.ts';

/** Finds the cards that charges were paid with, by the charges' ids. */
export async function findCardsByCharge(
  db: DbReader,
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

/** Finds our charges by Square's ids of their payments. */
export async function findChargesAtSquare(
  db: DbReader,
  environment: PaymentEnvironment,
  paymentIds: readonly string[],
): Promise<Map<string, Pick<PaymentIntentTable, 'id' | 'label' | 'user_id'>>> {
  const charges = new Map<string, Pick<PaymentIntentTable, 'id' | 'label' | 'user_id'>>();
  await inBatches(paymentIds, async (some) => {
    const rows = await db
      .selectFrom('payment_intent')
      .select(['id', 'label', 'user_id', 'provider_id'])
      .where('environment', '=', environment)
      .where('kind', '=', 'charge')
      .where('provider_id', 'in', some)
      .execute();
    for (const { provider_id, ...charge } of rows) charges.set(provider_id, charge);
  });
  return charges;
}
