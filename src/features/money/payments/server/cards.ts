import { z } from 'zod';
import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { deriveId, newId } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { defineJob, type JobHandler } from '#platform/server/jobs/job-handler.ts';
import { queueJob } from '#platform/server/jobs/job-store.ts';
import { declareRateLimits, type RateLimitKey, rateLimits } from '#platform/server/rate-limits/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { type PaymentProvider, type PaymentProviderError, requireProviderError } from './provider/payment-provider.ts';
import type { PaymentCardTable, PaymentCustomerTable } from './tables.ts';

/** A member who stores a card at the provider. */
export interface Cardholder {
  userId: Id;
  givenName: string;
  familyName: string;
  email: string;
  /** The network address by which attempts are limited in a public demo, where strangers share accounts. */
  network?: string | undefined;
}

/** A card on file. `customer` is the provider's id of the customer. */
export interface StoredCard extends PaymentCardTable {
  customer: string;
}

const selectCards = (db: DbReader, environment: PaymentEnvironment) =>
  db
    .selectFrom('payment_card as card')
    .innerJoin('payment_customer as customer', 'customer.id', 'card.customer_id')
    .selectAll('card')
    .select('customer.provider_id as customer')
    .where('customer.environment', '=', environment);

/** Lists a member's cards on file, newest first. */
export const listCards = (db: DbReader, userId: Id, environment: PaymentEnvironment): Promise<StoredCard[]> =>
  selectCards(db, environment)
    .where('customer.user_id', '=', userId)
    .where('card.removed_at', 'is', null)
    .orderBy('card.created_at', 'desc')
    .orderBy('card.id')
    .execute();

/** The rate limit for attempts with cards. It keeps people from testing many stolen cards. */
export const { card: cardAttemptLimit } = declareRateLimits({ card: { burst: 10, everyMs: 5 * minute } });

const getCardLimits = ({ userId, network }: Pick<Cardholder, 'userId' | 'network'>): RateLimitKey[] =>
  network === undefined
    ? [rateLimits.key(cardAttemptLimit, userId)]
    : rateLimits.networkKeys(cardAttemptLimit, network);

/** A card that the provider has stored and that isn't recorded here yet. */
export interface NewCard {
  row: PaymentCardTable;
  /** The provider's id of the customer. */
  customer: string;
}

/**
 * Stores a member's card at the provider. The card can be used once the transaction of `recordCard` commits. Repeated
 * calls with the same token store one card. If recording the card fails, it is never used. A result with `refused` has
 * the provider's error. A result with `waitMs` means that the rate limit was reached and the provider wasn't asked to
 * store the card.
 */
export async function storeCard(
  { db, clock, paymentProvider }: { paymentProvider: PaymentProvider } & Pick<Services, 'db' | 'clock'>,
  holder: Cardholder,
  { token, verification }: { token: string; verification?: string },
): Promise<{ card: NewCard } | { refused: PaymentProviderError } | { waitMs: number }> {
  const at = clock().toISOString();
  try {
    const found = await findOrCreateCustomer({ db, paymentProvider }, holder);
    const { customer, waitMs } = await write(db, async (tx) => ({
      // The customer is recorded before the card is stored. An unrecorded customer could never be deleted at the
      // provider
      customer: found.isNew ? await recordCustomer(tx, found.row) : found.row,
      ...(await rateLimits.tryConsume(tx, getCardLimits(holder), at)),
    }));
    if (waitMs > 0) return { waitMs };
    const { provider_id: customerId } = customer;
    const stored = await paymentProvider.storeCard({
      key: `card-${deriveId(`${holder.userId} ${token}`)}`,
      token,
      customerId,
      userId: holder.userId,
      ...(verification ? { verification } : {}),
    });
    const row: PaymentCardTable = {
      id: newId(),
      customer_id: customer.id,
      provider_id: stored.id,
      brand: stored.brand,
      last_4: stored.last4,
      exp_month: stored.expMonth,
      exp_year: stored.expYear,
      postcode: stored.postcode,
      created_at: at,
      removed_at: null,
    };
    return { card: { row, customer: customerId } };
  } catch (error) {
    return { refused: requireProviderError(error) };
  }
}

/**
 * Records a card that the provider has stored, in the caller's transaction. If it was recorded before, returns the
 * existing row.
 */
export async function recordCard(tx: DbTransaction, { row, customer }: NewCard): Promise<StoredCard> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('payment_card')
    .values(row)
    .onConflict((clash) => clash.column('provider_id').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows > 0n) return { ...row, customer };
  const there = tx.selectFrom('payment_card').selectAll().where('provider_id', '=', row.provider_id);
  return { ...(await there.executeTakeFirstOrThrow()), customer };
}

/** Restores the attempt that `storeCard` consumed, after the card was accepted. */
export const restoreCardRateLimit = (
  tx: DbTransaction,
  holder: Pick<Cardholder, 'userId' | 'network'>,
): Promise<void> => rateLimits.restore(tx, getCardLimits(holder));

/** Finds the member's customer at the provider, or creates it there. `isNew` means that it isn't recorded here yet. */
async function findOrCreateCustomer(
  { db, paymentProvider }: { paymentProvider: PaymentProvider } & Pick<Services, 'db'>,
  { userId, ...person }: Pick<Cardholder, 'userId' | 'givenName' | 'familyName' | 'email'>,
): Promise<{ row: PaymentCustomerTable; isNew: boolean }> {
  const { environment } = paymentProvider;
  const existing = await selectCustomers(db.read, environment).where('user_id', '=', userId).executeTakeFirst();
  if (existing) return { row: existing, isNew: false };
  const { givenName, familyName, email } = person;
  const customer = { key: `customer-${userId}`, userId, givenName, familyName, email };
  const { id } = await createOrFindCustomer(paymentProvider, customer);
  return { row: { id: newId(), user_id: userId, environment, provider_id: id }, isNew: true };
}

async function createOrFindCustomer(
  paymentProvider: PaymentProvider,
  customer: Parameters<PaymentProvider['createCustomer']>[0],
): Promise<{ id: string }> {
  try {
    return await paymentProvider.createCustomer(customer);
  } catch (error) {
    // An earlier attempt created the customer but didn't record it, and the member's name or email address has changed
    // since
    const isCreated = requireProviderError(error).reason === 'key used';
    const found = isCreated ? await paymentProvider.findCustomer(customer.userId) : undefined;
    if (!found) throw error;
    return found;
  }
}

const selectCustomers = (db: DbReader, environment: PaymentEnvironment) =>
  db.selectFrom('payment_customer').selectAll().where('environment', '=', environment);

/** Records a customer. If two requests do so at the same time, both get the first row. */
async function recordCustomer(tx: DbTransaction, row: PaymentCustomerTable): Promise<PaymentCustomerTable> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('payment_customer')
    .values(row)
    .onConflict((clash) => clash.columns(['user_id', 'environment']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows > 0n) return row;
  return selectCustomers(tx, row.environment).where('user_id', '=', row.user_id).executeTakeFirstOrThrow();
}

const removalJobKind = 'forget-card';

/** Removes a card here, and queues a job that disables it at the provider. Returns false if it was removed before. */
export async function removeCard(tx: DbTransaction, cardId: Id, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_card')
    .set({ removed_at: at })
    .where('id', '=', cardId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await queueJob(tx, { kind: removalJobKind, key: cardId, payload: { card: cardId }, due: at, at });
  return true;
}

/** Defines the job that disables a removed card at the provider. */
export const defineCardRemovalJob = ({ db, paymentProvider }: Pick<Services, 'db' | 'paymentProvider'>): JobHandler =>
  defineJob(
    { kind: removalJobKind, name: 'Removing stored cards from Square', payload: z.object({ card: z.string() }) },
    async ({ payload }) => {
      if (!paymentProvider) return undefined;
      const card = await selectCards(db.read, paymentProvider.environment)
        .where('card.id', '=', payload.card)
        .executeTakeFirst();
      if (card) await paymentProvider.disableCard(card.provider_id);
      return undefined;
    },
  );

/** Deletes the customers of deleted accounts at the provider, with their cards. */
export async function deleteOrphanedCustomers({
  db,
  paymentProvider,
}: Pick<Services, 'db' | 'paymentProvider'>): Promise<void> {
  if (!paymentProvider) return;
  const orphaned = await selectCustomers(db.read, paymentProvider.environment).where('user_id', 'is', null).execute();
  for (const { id, provider_id } of orphaned) {
    await paymentProvider.deleteCustomer(provider_id);
    await write(db, (tx) => tx.deleteFrom('payment_customer').where('id', '=', id).execute());
  }
}
