import { countOrdersByPromoCode, countPricedIn } from '#features/box-office/orders/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';
import { normalisePromoCode, type PromoUse, validatePromoCode } from '../promo.ts';
import { findBasketIdsUsingPromo } from './basket-store.ts';
import type { PromoCodeTable } from './tables.ts';

export type StoredPromoCode = PromoCodeTable;

/** Returns a show's code for a typed one. */
export const findPromoCode = (db: DbReader, show: Id, typed: string): Promise<StoredPromoCode | undefined> =>
  db
    .selectFrom('promo_code')
    .selectAll()
    .where('show_id', '=', show)
    .where('code_key', '=', normalisePromoCode(typed))
    .executeTakeFirst();

/** Finds the code for paying a basket today, or why it isn't valid. */
export async function findValidPromoCode(
  db: DbReader,
  { show, typed, basket, today, now }: { show: Id; typed: string; basket: Id; today: CalendarDate; now: Instant },
): Promise<{ code: StoredPromoCode } | { why: string }> {
  const code = await findPromoCode(db, show, typed);
  if (!code) return { why: 'We don’t know this code' };
  const sold = (await countOrdersByPromoCode(db, show)).get(code.code) ?? { orders: 0, tickets: 0 };
  // Of two who pay at once with its last use, one is refused
  const others = await findBasketIdsUsingPromo(db, { show, promo: code.code, except: basket, now });
  const used = {
    orders: sold.orders + others.length,
    tickets: sold.tickets + (await countPricedIn(db, others)),
  };
  const why = validatePromoCode(code, { today, used, tickets: await countPricedIn(db, [basket]) });
  return why === '' ? { code } : { why };
}

/** Lists a show's codes with their number of uses, the latest first. */
export async function listPromoCodes(db: DbReader, show: Id): Promise<(StoredPromoCode & { used: PromoUse })[]> {
  const used = await countOrdersByPromoCode(db, show);
  const rows = await db
    .selectFrom('promo_code')
    .selectAll()
    .where('show_id', '=', show)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, used: used.get(row.code) ?? { orders: 0, tickets: 0 } }));
}

/** Returns false if the show has the same code already. */
export async function recordPromoCode(tx: DbTransaction, code: StoredPromoCode): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('promo_code')
    .values(code)
    .onConflict((clash) => clash.columns(['show_id', 'code_key']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Undefined if there is none. */
export const setPromoCodeOff = (tx: DbTransaction, id: Id, off: 0 | 1): Promise<StoredPromoCode | undefined> =>
  tx.updateTable('promo_code').set({ off }).where('id', '=', id).returningAll().executeTakeFirst();
