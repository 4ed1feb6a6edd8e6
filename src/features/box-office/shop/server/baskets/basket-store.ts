import { deleteHeldTickets, type OrderFromHold } from '#features/box-office/orders/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { tokenHash } from '#platform/server/crypto/tokens.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Cookies } from '#platform/server/http/request/cookies.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { day, earliestInstant } from '#platform/shared/dates/durations.ts';
import type { BasketNetworks, NetworkLevel } from './basket-networks.ts';
import type { BasketTable } from './tables.ts';

export type Basket = BasketTable;

const cookieName = 'basket';

/** The time for which a browser finds its basket again. A basket is deleted a day after its hold has expired. */
export const basketCookieLifetime = day;

/** Finds the visitor's basket, if they have one that isn't paid for. */
export async function findOpenBasket(db: DbReader, cookies: Cookies): Promise<Basket | undefined> {
  const basket = await findLatestBasket(db, cookies);
  if (basket?.status === 'paying') return basket;
  return basket?.status === 'open' && basket.confirmation === '' ? basket : undefined;
}

/** Finds the visitor's latest basket, paid or not, so that a second click on Pay finds it. */
export async function findLatestBasket(db: DbReader, cookies: Cookies): Promise<Basket | undefined> {
  const token = cookies.read(cookieName);
  if (token === '') return undefined;
  return db.selectFrom('basket').selectAll().where('token_hash', '=', tokenHash(token)).executeTakeFirst();
}

/** Sends the browser the basket's cookie. */
export const setBasketCookie = (cookies: Cookies, token: string): void =>
  cookies.set(cookieName, token, { maxAge: basketCookieLifetime / 1000 });

export const findBasket = (db: DbReader, id: Id): Promise<Basket | undefined> =>
  db.selectFrom('basket').selectAll().where('id', '=', id).executeTakeFirst();

/** Finds the baskets of one network with a running hold. */
export async function findHoldingBaskets(
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

/** Returns the baskets of one network whose holds were more than momentary, including paid and expired ones. */
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
 * Returns the unpaid baskets with tickets of performances with few places left, of all networks, whose holds were more
 * than momentary.
 */
export const findRecentScarceBaskets = (db: DbReader, since: Instant): Promise<Basket[]> =>
  db
    .selectFrom('basket')
    .selectAll()
    .where('held_until', '>', since)
    .where('status', '=', 'open')
    .where('confirmation', '=', '')
    .where('scarce', '=', 1)
    .execute();

/**
 * Records that a basket's hold ended unpaid before the basket begins another: as an empty basket that no browser has.
 * It is deleted with the other baskets.
 */
export async function recordLapse(tx: DbTransaction, basket: Basket, id: Id): Promise<void> {
  const { show_id, network, network_56, network_48, held_until, created_at, scarce } = basket;
  await recordBasket(tx, {
    ...{ id, token_hash: `lapsed ${id}`, show_id, held_until, created_at, scarce },
    ...{ network, network_56, network_48 },
  });
}

/**
 * Ends a basket that its visitor has emptied. It stays, without their details, so that choosing again within its half
 * hour doesn't begin another.
 */
export const endEmptiedBasket = (tx: DbTransaction, { id, held_until }: Basket, now: Instant): Promise<boolean> =>
  changeBasket(tx, id, {
    ...{ promo: '', name: '', email: '', phone: '', note: '', needs: '', wheelchairs: 0, released_at: null },
    held_until: earliestInstant(held_until, now),
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

/** Changes a basket that nobody is paying for. Returns false if somebody is, or it is gone. */
export async function changeBasket(
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

/** Records that somebody has to confirm a basket's free tickets. */
export const startConfirmation = (
  tx: DbTransaction,
  id: Id,
  change: Pick<
    Basket,
    'name' | 'email' | 'phone' | 'note' | 'needs' | 'confirmation' | 'confirmation_attempt' | 'held_until'
  >,
) => tx.updateTable('basket').set(change).where('id', '=', id).where('status', '=', 'open').execute();

/**
 * Ends the wait for a confirmation that nobody has given. Returns false if it was given, or declined, in the meantime.
 */
export async function endConfirmation(
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

/** Returns the baskets of a show whose free tickets are held until somebody confirms them, the earliest first. */
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

/** Lists the baskets, of all shows, whose free tickets are held until the box office confirms them. */
export const listBasketsForBoxOffice = (db: DbReader, now: Instant) =>
  db
    .selectFrom('basket')
    .select(['id', 'show_id', 'email', 'network', 'network_56', 'network_48'])
    .where('status', '=', 'open')
    .where('confirmation', '=', 'box office')
    .where('held_until', '>', now)
    .orderBy('show_id')
    .execute();

/** Returns the baskets of one network that have become orders since a moment. */
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

/** Lists the baskets of one network that waited for their buyer's confirmation and ran out since a moment. */
export async function findLapsedUnconfirmedIds(
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

/** Returns why nothing can be done with a basket that holds nothing. */
export const formatNothingHeld = (basket?: Pick<Basket, 'released_at'>): string =>
  basket?.released_at
    ? 'The box office has released your tickets because they weren’t paid for. You haven’t been charged. Choose your tickets again.'
    : 'Your basket is empty. Choose your tickets first.';

/** Shown when somebody tries to change a basket during payment. */
export const paymentInProgressMessage =
  'We’re charging your card for this basket. Wait a moment, then reload the page.';

/** The result of paying for a basket. */
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

/** Deletes baskets whose holds expired before that moment, unless they are being paid for. */
export async function deleteExpiredBaskets(tx: DbTransaction, before: Instant): Promise<void> {
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

/** Other baskets that are being paid for with a promo code, or wait until somebody confirms them. */
export async function findBasketIdsUsingPromo(
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

/** Returns the order that a basket becomes. */
export const toOrder = (
  { id, show_id, name, email, phone, note, needs, promo }: Basket,
  { entry, paidBy, at }: { entry: Id; paidBy: '' | 'card'; at: Instant },
): OrderFromHold => ({
  ...{ id, show_id, name, email, phone, note, needs, promo },
  ...{ paid_by: paidBy, entry_id: entry, created_at: at },
});
