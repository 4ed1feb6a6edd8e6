import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';
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
