import { z } from 'zod';
import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { deterministicId, newId } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { defineJob, type JobHandler } from '#platform/server/jobs/job-handler.ts';
import { queueJob } from '#platform/server/jobs/job-store.ts';
import { declareRateLimits, type RateLimitKey, rateLimits } from '#platform/server/rate-limits/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { parseRefusal, type RefusalDetails, type Square } from './square.ts';
import type { PaymentCardTable, PaymentCustomerTable } from './tables.ts';

/** A member who pays with a stored card. */
export interface Cardholder {
  userId: Id;
  givenName: string;
  familyName: string;
  email: string;
  /** The address by which attempts are limited in a public demo, where strangers share the account. */
  network?: string | undefined;
}

/** A card on file. `customer` is Square's id of the customer. */
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

/** Lists a member's cards on file, the newest first. */
export const listCards = (db: DbReader, userId: Id, environment: PaymentEnvironment): Promise<StoredCard[]> =>
  selectCards(db, environment)
    .where('customer.user_id', '=', userId)
    .where('card.removed_at', 'is', null)
    .orderBy('card.created_at', 'desc')
    .orderBy('card.id')
    .execute();

/** The rate limit for attempts with cards. It prevents people from testing stolen cards. */
export const { card: cardLimit } = declareRateLimits({ card: { burst: 10, everyMs: 5 * minute } });

const getCardLimits = ({ userId, network }: Pick<Cardholder, 'userId' | 'network'>): RateLimitKey[] =>
  network === undefined ? [rateLimits.key(cardLimit, userId)] : rateLimits.networkKeys(cardLimit, network);

/** A card that Square has stored and that isn't recorded here yet. */
export interface NewCard {
  row: PaymentCardTable;
  /** Square's id of the customer. */
  customer: string;
}

/**
 * Stores a member's card at Square. The card can be used here once the transaction of `recordCard` commits. Repeated
 * calls with the same token store one card. If recording the card fails, Square keeps a card that is never used. A
 * result with `waitMs` means that the rate limit was reached, so the card wasn't sent to Square.
 */
export async function storeCardAtSquare(
  { db, clock, square }: { square: Square } & Pick<Services, 'db' | 'clock'>,
  holder: Cardholder,
  { token, verification }: { token: string; verification?: string },
): Promise<{ card: NewCard } | { refused: RefusalDetails } | { waitMs: number }> {
  const at = clock().toISOString();
  try {
    const known = await findOrCreateCustomer({ db, square }, holder);
    const { customer, waitMs } = await write(db, async (tx) => ({
      // The customer is recorded before the card is stored, because an unrecorded customer could never be deleted at
      // Square
      customer: known.isNew ? await recordCustomer(tx, known.row) : known.row,
      ...(await rateLimits.tryConsume(tx, getCardLimits(holder), at)),
    }));
    if (waitMs > 0) return { waitMs };
    const { provider_id } = customer;
    const { card: stored } = await square.call('cards.create', {
      idempotencyKey: `card-${deterministicId(`${holder.userId} ${token}`)}`,
      sourceId: token,
      card: { customerId: provider_id, referenceId: holder.userId },
      ...(verification ? { verificationToken: verification } : {}),
    });
    const row: PaymentCardTable = {
      id: newId(),
      customer_id: customer.id,
      provider_id: stored?.id ?? '',
      brand: stored?.cardBrand ?? '',
      last_4: stored?.last4 ?? '',
      exp_month: Number(stored?.expMonth ?? 0n),
      exp_year: Number(stored?.expYear ?? 0n),
      postcode: stored?.billingAddress?.postalCode ?? '',
      created_at: at,
      removed_at: null,
    };
    return { card: { row, customer: provider_id } };
  } catch (error) {
    return { refused: parseRefusal(error) };
  }
}

/**
 * Records a card that Square has stored, in the caller's transaction. If it was recorded before, nothing changes.
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

/** Restores the attempt that `storeCardAtSquare` consumed, after the card was accepted. */
export const restoreCardRateLimit = (
  tx: DbTransaction,
  holder: Pick<Cardholder, 'userId' | 'network'>,
): Promise<void> => rateLimits.restore(tx, getCardLimits(holder));

/** Finds the member's customer at Square, or creates it there. `isNew` means that it isn't recorded here yet. */
async function findOrCreateCustomer(
  { db, square: { environment, call: ask } }: { square: Square } & Pick<Services, 'db'>,
  { userId, givenName, familyName, email }: Cardholder,
): Promise<{ row: PaymentCustomerTable; isNew: boolean }> {
  const known = await selectCustomers(db.read, environment).where('user_id', '=', userId).executeTakeFirst();
  if (known) return { row: known, isNew: false };
  const { customer } = await ask('customers.create', {
    idempotencyKey: `customer-${userId}`,
    givenName,
    familyName,
    emailAddress: email,
    referenceId: userId,
  });
  const row = { id: newId(), user_id: userId, environment, provider_id: customer?.id ?? '' };
  return { row, isNew: true };
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

/** Removes a card here, and queues a job that disables it at Square. Returns false if it was removed before. */
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

/** Defines the job that disables a removed card at Square. */
export const defineCardRemovalJob = ({ db, square }: Pick<Services, 'db' | 'square'>): JobHandler =>
  defineJob(
    { kind: removalJobKind, name: 'Removing stored cards from Square', payload: z.object({ card: z.string() }) },
    async ({ payload }) => {
      if (!square) return undefined;
      const card = await selectCards(db.read, square.environment)
        .where('card.id', '=', payload.card)
        .executeTakeFirst();
      if (card) await square.call('cards.disable', { cardId: card.provider_id });
      return undefined;
    },
  );

/** Deletes the customers of deleted accounts at Square, with their cards. */
export async function deleteOrphanedCustomers({ db, square }: Pick<Services, 'db' | 'square'>): Promise<void> {
  if (!square) return;
  const gone = await selectCustomers(db.read, square.environment).where('user_id', 'is', null).execute();
  for (const { id, provider_id } of gone) {
    await square.call('customers.delete', { customerId: provider_id }).catch((error: unknown) => {
      if (parseRefusal(error).code !== 'NOT_FOUND') throw error;
    });
    await write(db, (tx) => tx.deleteFrom('payment_customer').where('id', '=', id).execute());
  }
}
