import { deleteHeldTickets, type NewOrderFromHold } from '#features/box-office/orders/server/index.ts';
import {
  deleteExpiredSeatHolds,
  hasExpiredPlaceHolds,
  releaseExpiredPlaces,
} from '#features/box-office/performances/server/index.ts';
import { cardAttemptLimit } from '#features/money/payments/server/index.ts';
import type { Encryption } from '#platform/server/crypto/encryption.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { hashToken } from '#platform/server/crypto/secrets.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { listNetworks } from '#platform/server/http/request/client-address.ts';
import type { Cookies } from '#platform/server/http/request/cookies.ts';
import { isLoopbackHost } from '#platform/server/http/request/request-limits.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import {
  declareRateLimits,
  type RateLimit,
  type RateLimitKey,
  rateLimits,
} from '#platform/server/rate-limits/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { day, getEarliestInstant, minute, subtractMs } from '#platform/shared/dates/durations.ts';
import type { BasketTable } from './tables.ts';

export type Basket = BasketTable;

const cookieName = 'basket';

/** The time in milliseconds for which a browser keeps the basket's cookie. */
export const basketCookieLifetimeMs = day;

/** Finds the visitor's basket, unless it is sold or refunded, or its free tickets are unconfirmed or declined. */
export async function findCurrentBasket(db: DbReader, cookies: Cookies): Promise<Basket | undefined> {
  const basket = await findBasketByCookie(db, cookies);
  if (basket?.status === 'paying') return basket;
  return basket?.status === 'open' && basket.confirmation === '' ? basket : undefined;
}

/** Finds the visitor's latest basket in any state, even if it was just sold, because a visitor may press Pay twice. */
export async function findBasketByCookie(db: DbReader, cookies: Cookies): Promise<Basket | undefined> {
  const token = cookies.read(cookieName);
  if (token === '') return undefined;
  return db.selectFrom('basket').selectAll().where('token_hash', '=', hashToken(token)).executeTakeFirst();
}

export const setBasketCookie = (cookies: Cookies, token: string): void =>
  cookies.set(cookieName, token, { maxAge: basketCookieLifetimeMs / 1000 });

export const findBasket = (db: DbReader, id: Id): Promise<Basket | undefined> =>
  db.selectFrom('basket').selectAll().where('id', '=', id).executeTakeFirst();

/** Finds a network's baskets whose hold is running. */
export async function findBasketsWithActiveHold(
  db: DbReader,
  { column, hash }: Pick<NetworkLevel, 'column' | 'hash'>,
  now: Instant,
): Promise<Pick<Basket, 'id' | 'held_until'>[]> {
  return db
    .selectFrom('basket')
    .select(['id', 'held_until'])
    .where(column, '=', hash)
    .where('held_until', '>', now)
    .execute();
}

/** Finds a network's baskets, in any state, whose hold ended after `since` or is still running. */
export const findRecentBaskets = (
  db: DbReader,
  { column, hash }: Pick<NetworkLevel, 'column' | 'hash'>,
  since: Instant,
) =>
  db
    .selectFrom('basket')
    .select(['id', 'status', 'scarce', 'confirmation', 'created_at', 'held_until'])
    .where(column, '=', hash)
    .where('held_until', '>', since)
    .execute();

/**
 * Finds open baskets of any network that are marked as `scarce`, and whose hold is running or ended after `since`.
 * Baskets with unconfirmed or declined free tickets are left out.
 */
export const findRecentBasketsWithScarceTickets = (db: DbReader, since: Instant): Promise<Basket[]> =>
  db
    .selectFrom('basket')
    .selectAll()
    .where('held_until', '>', since)
    .where('status', '=', 'open')
    .where('confirmation', '=', '')
    .where('scarce', '=', 1)
    .execute();

/**
 * Records a basket's former hold, so that its time still counts for the network, when the basket begins a new hold or
 * exchanges scarce tickets for others. The record is an empty basket that belongs to no browser, and is deleted with
 * the other baskets.
 */
export async function recordLapsedHold(
  tx: DbTransaction,
  basket: Pick<Basket, 'id' | 'show_id' | 'held_until' | 'created_at' | 'scarce'> & BasketNetworks,
  id: Id,
): Promise<void> {
  const { show_id, network, network_56, network_48, held_until, created_at, scarce } = basket;
  await recordBasket(tx, {
    ...{ id, token_hash: `lapsed ${id}`, show_id, held_until, created_at, scarce },
    ...{ network, network_56, network_48 },
  });
}

/**
 * Ends the hold of a basket that was emptied, and deletes the visitor's details and promo code. The basket itself
 * stays. If the visitor chooses tickets again, the period that limits the hold continues (see `getHoldStart`) instead
 * of starting anew.
 */
export const resetEmptiedBasket = (tx: DbTransaction, { id, held_until }: Basket, now: Instant): Promise<boolean> =>
  updateOpenBasket(tx, id, {
    ...{ promo: '', name: '', email: '', phone: '', note: '', needs: '', wheelchairs: 0, released_at: null },
    held_until: getEarliestInstant(held_until, now),
  });

export async function recordBasket(
  tx: DbTransaction,
  basket: Pick<Basket, 'id' | 'token_hash' | 'show_id' | 'held_until' | 'created_at'> &
    Partial<Pick<Basket, 'scarce'>> &
    BasketNetworks,
): Promise<void> {
  const empty = {
    status: 'open',
    unpaid_until: null,
    promo: '',
    name: '',
    email: '',
    phone: '',
    note: '',
    needs: '',
    confirmation: '',
    confirmation_attempt: 0,
    wheelchairs: 0,
    scarce: 0,
    released_at: null,
  } as const;
  await tx
    .insertInto('basket')
    .values({ ...empty, ...basket })
    .execute();
}

/**
 * Changes an open basket. Returns false if the basket is in another state or no longer exists, or if its free tickets
 * are unconfirmed or declined.
 */
export async function updateOpenBasket(
  tx: DbTransaction,
  id: Id,
  change: Partial<Omit<Basket, 'id' | 'token_hash'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('basket')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('confirmation', '=', '')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records that a basket's free tickets wait for a confirmation. */
export const startBasketConfirmation = (
  tx: DbTransaction,
  id: Id,
  change: Pick<
    Basket,
    'name' | 'email' | 'phone' | 'note' | 'needs' | 'confirmation' | 'confirmation_attempt' | 'held_until'
  >,
) => tx.updateTable('basket').set(change).where('id', '=', id).where('status', '=', 'open').execute();

/** Ends a basket's wait for a confirmation. Returns false if the basket doesn't wait, or no longer exists. */
export async function endBasketConfirmation(
  tx: DbTransaction,
  id: Id,
  change: Pick<Basket, 'confirmation' | 'held_until'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('basket')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('confirmation', 'in', ['email', 'box office'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lists the baskets of a show whose free tickets are held for a confirmation, the earliest first. */
export const listUnconfirmedBaskets = (db: DbReader, show: Id, now: Instant): Promise<Basket[]> =>
  db
    .selectFrom('basket')
    .selectAll()
    .where('show_id', '=', show)
    .where('status', '=', 'open')
    .where('confirmation', 'in', ['email', 'box office'])
    .where('held_until', '>', now)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Lists the baskets, for any show, with free tickets that the box office has to confirm. */
export const listBasketsAwaitingBoxOffice = (db: DbReader, now: Instant) =>
  db
    .selectFrom('basket')
    .select(['id', 'show_id', 'email', 'network', 'network_56', 'network_48'])
    .where('status', '=', 'open')
    .where('confirmation', '=', 'box office')
    .where('held_until', '>', now)
    .orderBy('show_id')
    .execute();

/** Finds the ids of a network's baskets that were begun after `since` and have become orders. */
export async function findSoldBasketIds(
  db: DbReader,
  { column, hash }: Pick<NetworkLevel, 'column' | 'hash'>,
  since: Instant,
): Promise<Id[]> {
  const rows = await db
    .selectFrom('basket')
    .select('id')
    .where(column, '=', hash)
    .where('status', '=', 'sold')
    .where('created_at', '>', since)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Finds the ids of a network's unsold baskets whose free tickets needed a confirmation, and whose hold ended after
 * `since`.
 */
export async function findLapsedUnconfirmedBasketIds(
  db: DbReader,
  { column, hash }: Pick<NetworkLevel, 'column' | 'hash'>,
  { since, now }: { since: Instant; now: Instant },
): Promise<Id[]> {
  const rows = await db
    .selectFrom('basket')
    .select('id')
    .where(column, '=', hash)
    .where('status', '=', 'open')
    .where('confirmation_attempt', '>', 0)
    .where('held_until', '>', since)
    .where('held_until', '<=', now)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the message for a basket without tickets. */
export const formatEmptyBasketMessage = (basket?: Pick<Basket, 'released_at'>): string =>
  basket?.released_at
    ? 'The box office has released your tickets because they weren’t paid for. You haven’t been charged. Choose your tickets again.'
    : 'Your basket is empty. Choose your tickets first.';

/** The message for changes to a basket while it is being paid for. */
export const paymentInProgressMessage =
  'We’re charging your card for this basket. Wait a moment, then reload the page.';

export async function finishBasketPayment(
  tx: DbTransaction,
  id: Id,
  status: 'open' | 'sold' | 'refunded',
): Promise<void> {
  const ended = { status, unpaid_until: null };
  await tx.updateTable('basket').set(ended).where('id', '=', id).where('status', '=', 'paying').execute();
}

export async function deleteBasket(tx: DbTransaction, id: Id): Promise<void> {
  await tx.deleteFrom('basket').where('id', '=', id).execute();
}

/** Deletes baskets whose hold ended before the given time, unless they are being paid for. */
async function deleteExpiredBaskets(tx: DbTransaction, before: Instant): Promise<void> {
  const gone = await tx
    .deleteFrom('basket')
    .where('held_until', '<', before)
    .where('status', '<>', 'paying')
    .returning('id')
    .execute();
  await deleteHeldTickets(
    tx,
    gone.map(({ id }) => id),
  );
}

/** Finds the baskets among the given ones whose payment has no outcome yet. */
export async function findBasketIdsInPayment(db: DbReader, ids: readonly Id[]): Promise<Set<Id>> {
  const rows = await db
    .selectFrom('basket')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'paying')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Finds the baskets, apart from `except`, that use a promo code and are being paid for or wait for a confirmation. */
export async function findBasketIdsUsingPromoCode(
  db: DbReader,
  { show, promo, except, now }: { show: Id; promo: string; except: Id; now: Instant },
): Promise<Id[]> {
  const rows = await db
    .selectFrom('basket')
    .select('id')
    .where('show_id', '=', show)
    .where('promo', '=', promo)
    .where((basket) =>
      basket.or([
        basket('status', '=', 'paying'),
        basket.and([
          basket('status', '=', 'open'),
          basket('confirmation', 'in', ['email', 'box office']),
          basket('held_until', '>', now),
        ]),
      ]),
    )
    .where('id', '<>', except)
    .execute();
  return rows.map(({ id }) => id);
}

export const toNewOrderFromHold = (
  { id, show_id, name, email, phone, note, needs, promo }: Basket,
  { entry, paidBy, at }: { entry: Id; paidBy: '' | 'card'; at: Instant },
): NewOrderFromHold => ({
  ...{ id, show_id, name, email, phone, note, needs, promo },
  ...{ paid_by: paidBy, entry_id: entry, created_at: at },
});

/** The time in milliseconds for which a basket is stored after its hold has ended. */
export const basketRetentionMs = day;

/**
 * Defines the loop that releases places whose hold has expired. Visitors can book these places even before that, but
 * the shop's cached pages only show them as free after a write to the table.
 */
export const defineHoldReleaseLoop =
  ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  async (): Promise<void> => {
    const now = clock().toISOString();
    if (await hasExpiredPlaceHolds(db.read, now)) await write(db, (tx) => releaseExpiredPlaces(tx, now));
  };

/** Deletes baskets, with their visitors' details, a day after their hold has ended, unless they are being paid for. */
export async function purgeExpiredBaskets({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = subtractMs(clock(), basketRetentionMs);
  await write(db, async (tx) => {
    await deleteExpiredBaskets(tx, before);
    await deleteExpiredSeatHolds(tx, before);
  });
}

/** The columns of a basket's networks, the narrowest network first. */
const columns = ['network', 'network_56', 'network_48'] as const;

export type BasketNetworks = Pick<BasketTable, (typeof columns)[number]>;

/** The networks for a visitor without a limit by network. */
export const noNetworks: BasketNetworks = { network: '', network_56: '', network_48: '' };

/**
 * Returns hashes of the visitor's networks, so that the stored values don't reveal them. All are "" for requests from
 * this machine.
 */
export function hashVisitorNetworks({ client }: Pick<PageRequest, 'client'>, encryption: Encryption): BasketNetworks {
  if (isLoopbackHost(client.address)) return noNetworks;
  const [network = '', network_56 = '', network_48 = ''] = listNetworks(client.address).map(({ name }) =>
    encryption.hash(name, 'basket'),
  );
  return { network, network_56, network_48 };
}

/**
 * A network whose baskets are counted together. `factor` multiplies some limits: it is 1 for the narrowest network and
 * doubles for each wider one.
 */
export interface NetworkLevel {
  column: (typeof columns)[number];
  hash: string;
  factor: number;
}

/** Lists the networks whose limits apply, the narrowest first. */
export const listNetworkLevels = (networks: BasketNetworks): NetworkLevel[] =>
  columns
    .map((column, level) => ({ column, hash: networks[column], factor: 2 ** level }))
    .filter(({ hash }) => hash !== '');

/** The rate limit for attempts to enter a promo code. */
const { promo: promoLimit } = declareRateLimits({ promo: { burst: 8, everyMs: 2 * minute } });

/** Returns the rate limits of a basket and of its networks. An attempt counts against each of these limits. */
const toBasketLimits = (limit: RateLimit, { id, ...networks }: BasketNetworks & { id: string }): RateLimitKey[] => [
  rateLimits.key(limit, `basket ${id}`),
  ...listNetworkLevels(networks).map(({ hash, factor }) => rateLimits.key(limit, hash, factor)),
];

/** Returns the rate limits of card attempts for a basket. */
export const getCardRateLimits = (basket: BasketNetworks & { id: string }): RateLimitKey[] =>
  toBasketLimits(cardAttemptLimit, basket);

/** Returns the rate limits of promo codes tried for a basket. */
export const getPromoCodeRateLimits = (basket: BasketNetworks & { id: string }): RateLimitKey[] =>
  toBasketLimits(promoLimit, basket);
