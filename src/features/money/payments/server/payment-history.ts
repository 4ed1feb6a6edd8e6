import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import type { PaymentCardTable, PaymentCustomerTable, PaymentIntentTable } from './tables.ts';

/** An intent. The columns that only some refunds need are optional. */
type RecordedIntent = Omit<PaymentIntentTable, keyof typeof defaultResolution> &
  Partial<Pick<PaymentIntentTable, keyof typeof defaultResolution>>;
const defaultResolution = { origin: 'here', resolution: '', resolved_at: null } as const;

/** Past payments, customers and cards. */
export interface PaymentHistory {
  intents: readonly RecordedIntent[];
  customers: readonly PaymentCustomerTable[];
  cards: readonly PaymentCardTable[];
}

/** Records past payments without calling Square, as the demo does. */
export async function importPaymentHistory(
  tx: DbTransaction,
  { intents, customers, cards }: PaymentHistory,
): Promise<void> {
  await runInBatches(customers, (rows) =>
    tx
      .insertInto('payment_customer')
      .values([...rows])
      .execute(),
  );
  await runInBatches(cards, (rows) =>
    tx
      .insertInto('payment_card')
      .values([...rows])
      .execute(),
  );
  await runInBatches(intents, (rows) =>
    tx
      .insertInto('payment_intent')
      .values(rows.map((row) => ({ ...defaultResolution, ...row })))
      .execute(),
  );
}

/** Returns the closed payments of an environment, oldest first, and its customers and cards, even removed ones. */
export async function exportPaymentHistory(db: DbReader, environment: PaymentEnvironment): Promise<PaymentHistory> {
  const of = { db, environment };
  return { intents: await listEndedIntents(of), customers: await listCustomers(of), cards: await listCardRows(of) };
}

interface HistoryScope {
  db: DbReader;
  environment: PaymentEnvironment;
}

const listEndedIntents = ({ db, environment }: HistoryScope) =>
  db
    .selectFrom('payment_intent')
    .selectAll()
    .where('environment', '=', environment)
    .where('status', '<>', 'open')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

const listCustomers = ({ db, environment }: HistoryScope) =>
  db.selectFrom('payment_customer').selectAll().where('environment', '=', environment).orderBy('id').execute();

const listCardRows = ({ db, environment }: HistoryScope) =>
  db
    .selectFrom('payment_card as card')
    .innerJoin('payment_customer as customer', 'customer.id', 'card.customer_id')
    .selectAll('card')
    .where('customer.environment', '=', environment)
    .orderBy('card.id')
    .execute();

export async function deleteRefundNotes(tx: DbTransaction, chargeIds: readonly Id[]): Promise<void> {
  await runInBatches(chargeIds, (some) =>
    tx.updateTable('payment_intent').set({ note: '' }).where('charge_id', 'in', some).execute(),
  );
}

/**
 * A member's card payments and stored cards. Erasure keeps the payments without the payer and the note, and deletes the
 * cards. Square is asked to delete the customer during the following night.
 */
export const cardPaymentPersonalData: PersonalData = {
  name: 'card payments',
  tables: ['payment_intent', 'payment_customer', 'payment_card'],
  about: async (db, { id }) => ({
    payments: await db
      .selectFrom('payment_intent')
      .select(['kind', 'purpose', 'pence', 'status', 'declined_because', 'card_brand', 'last_4', 'note', 'created_at'])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    cards: await db
      .selectFrom('payment_card as card')
      .innerJoin('payment_customer as customer', 'customer.id', 'card.customer_id')
      .select(['brand', 'last_4', 'exp_month', 'exp_year', 'postcode', 'created_at', 'removed_at'])
      .where('customer.user_id', '=', id)
      .orderBy('created_at')
      .execute(),
  }),
  erase: async (tx, { id }) => {
    await tx
      .deleteFrom('payment_card')
      .where('customer_id', 'in', (owned) =>
        owned.selectFrom('payment_customer').select('id').where('user_id', '=', id),
      )
      .execute();
    await tx.updateTable('payment_intent').set({ note: '' }).where('user_id', '=', id).execute();
  },
};
