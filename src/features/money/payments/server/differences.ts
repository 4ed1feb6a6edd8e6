import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import type { DbReader } from '#platform/server/database/index.ts';

/** Lists the differences between our payments and Square's list, the latest first, with the payment's subject. */
export const listOpenDifferences = (db: DbReader, environment: PaymentEnvironment) =>
  db
    .selectFrom('payment_difference as difference')
    .leftJoin('payment_intent as intent', (join) =>
      join
        .onRef('intent.provider_id', '=', 'difference.provider_id')
        .onRef('intent.environment', '=', 'difference.environment'),
    )
    .select(({ fn, val }) => [
      ...([
        'difference.id',
        'difference.provider_id',
        'difference.what',
        'difference.ours',
        'difference.theirs',
        'difference.found_at',
      ] as const),
      fn.coalesce('intent.label', val('')).as('label'),
      'intent.kind',
    ])
    .where('difference.environment', '=', environment)
    .where('difference.cleared_at', 'is', null)
    .where('difference.dismissed_at', 'is', null)
    .orderBy('difference.found_at', 'desc')
    .orderBy('difference.id')
    .execute();

/** Counts the open differences. */
export async function countOpenDifferences(db: DbReader, environment: PaymentEnvironment): Promise<number> {
  const { count } = await db
    .selectFrom('payment_difference')
    .select((e) => e.cast<string>(e.fn.countAll(), 'text').as('count'))
    .where('environment', '=', environment)
    .where('cleared_at', 'is', null)
    .where('dismissed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
