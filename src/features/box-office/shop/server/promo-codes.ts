import { selectShowsOnSite } from '#features/archive/shows/server/index.ts';
import { countPricedTicketsInBaskets, countPromoCodeUses } from '#features/box-office/orders/server/index.ts';
import { type Discount, formatDiscount } from '#features/box-office/orders/tickets.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import { refuseFields, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';
import { parsePounds } from '#platform/shared/money.ts';
import * as contract from '../promo-contract.ts';
import { findBasketIdsUsingPromoCode } from './baskets/basket-store.ts';
import type { PromoCodeTable } from './baskets/tables.ts';

/** Finds a show's promo code by the text that a visitor has typed. */
const findPromoCode = (db: DbReader, show: Id, typed: string): Promise<PromoCodeTable | undefined> =>
  db
    .selectFrom('promo_code')
    .selectAll()
    .where('show_id', '=', show)
    .where('code_key', '=', normalisePromoCode(typed))
    .executeTakeFirst();

/**
 * Finds the promo code that a visitor has typed, if it can be used today for this basket. Otherwise returns the reason
 * why it can't.
 */
export async function findValidPromoCode(
  db: DbReader,
  { show, typed, basket, today, now }: { show: Id; typed: string; basket: Id; today: CalendarDate; now: Instant },
): Promise<{ code: PromoCodeTable } | { why: string }> {
  const code = await findPromoCode(db, show, typed);
  if (!code) return { why: 'We don’t know this code' };
  const sold = (await countPromoCodeUses(db, show)).get(code.code) ?? { orders: 0, tickets: 0 };
  // If two buyers try at the same time to use a code for the last time, one of them is refused
  const others = await findBasketIdsUsingPromoCode(db, { show, promo: code.code, except: basket, now });
  const used = {
    orders: sold.orders + others.length,
    tickets: sold.tickets + (await countPricedTicketsInBaskets(db, others)),
  };
  const why = validatePromoCode(code, { today, used, tickets: await countPricedTicketsInBaskets(db, [basket]) });
  return why === '' ? { code } : { why };
}

/** Adds a promo code. Returns false if the show has the same code already. */
export async function insertPromoCodeIfNew(tx: DbTransaction, code: PromoCodeTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('promo_code')
    .values(code)
    .onConflict((clash) => clash.columns(['show_id', 'code_key']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Switches a promo code off or on, and returns it. Undefined if there is no such code. */
const setPromoCodeOff = (tx: DbTransaction, id: Id, off: 0 | 1): Promise<PromoCodeTable | undefined> =>
  tx.updateTable('promo_code').set({ off }).where('id', '=', id).returningAll().executeTakeFirst();

const access = mayUse('bookings');

export function registerPromoCodeCalls(registry: RouteRegistry): void {
  const { call } = registry;

  call(contract.addPromoCode, { access }, addPromoCode(registry));
  call(contract.setPromoCodeEnabled, { access }, switchPromoCode(registry));
}

type Context = Pick<RouteRegistry, 'db'>;

const addPromoCode =
  ({ db }: Context): CallHandler<typeof contract.addPromoCode> =>
  async (request) => {
    const { body, now } = request;
    const show =
      (await selectShowsOnSite(request.db).where('id', '=', body.show_id).executeTakeFirst()) ?? refuseNotFound();
    const taken = parseDiscount(body);
    if (body.first_day !== '' && body.last_day !== '' && body.last_day < body.first_day) {
      refuseFields({ last_day: 'The last day can’t be before the first day.' });
    }
    const code = {
      ...{ id: newId(), show_id: show.id, code: body.code, code_key: normalisePromoCode(body.code), ...taken },
      ...{ first_day: body.first_day || null, last_day: body.last_day || null, off: 0 as const, created_at: now },
      ...{ most: Number(body.most) || null, most_tickets: Number(body.most_tickets) || null },
    };
    const detail = `${show.title}, ${code.code}: ${formatDiscount(taken)}`;
    const entry = { ...createAuditContext(request, 'promo_code.added'), subject: show.id, detail };
    await write(db, async (tx) => {
      if (!(await insertPromoCodeIfNew(tx, code))) refuseFields({ code: 'This show already has this code.' });
      await recordAudit(tx, entry);
    });
    return ok(`${code.code}: ${formatDiscount(taken)}.`);
  };

const switchPromoCode =
  ({ db }: Context): CallHandler<typeof contract.setPromoCodeEnabled> =>
  async (request) => {
    const { body, params } = request;
    const isOff = body.off === '1';
    const by = createAuditContext(request);
    const code = await write(db, async (tx) => {
      const changed = (await setPromoCodeOff(tx, params.id, isOff ? 1 : 0)) ?? refuseNotFound();
      const action = isOff ? 'promo_code.disabled' : 'promo_code.enabled';
      await recordAudit(tx, { ...by, action, subject: changed.show_id, detail: changed.code });
      return changed.code;
    });
    return ok(isOff ? `${code} is switched off. Nobody can use it now.` : `${code} is switched on again.`);
  };

/**
 * Parses a discount.
 * @throws HttpError if the amount isn't a valid discount
 */
function parseDiscount({ how, amount }: { how: 'percent' | 'pounds'; amount: string }): Discount {
  if (how === 'pounds') {
    const pence = parsePounds(amount);
    if (!pence) return refuseFields({ amount: 'Enter the amount in pounds and pence, such as 2.50.' });
    return { percent: 0, pence };
  }
  const percent = /^\d{1,3}\s?%?$/.test(amount) ? Number.parseInt(amount, 10) : 0;
  if (percent < 1 || percent > 100) refuseFields({ amount: 'Enter a whole percentage from 1 to 100.' });
  return { percent, pence: 0 };
}

/** Lists a show's promo codes with their uses, latest first. */
export async function listPromoCodesWithUses(db: DbReader, show: Id): Promise<contract.PromoCode[]> {
  const uses = await countPromoCodeUses(db, show);
  const codes = await db
    .selectFrom('promo_code')
    .selectAll()
    .where('show_id', '=', show)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return codes.map(({ id, code, percent, pence, first_day, last_day, most, most_tickets, off }) => {
    const used = uses.get(code) ?? { orders: 0, tickets: 0 };
    return {
      ...{ id, code, words: formatDiscount({ percent, pence }), off: off === 1 },
      ...{ used: used.orders, used_tickets: used.tickets, most_tickets: most_tickets ?? 0 },
      ...{ first_day: first_day ?? '', last_day: last_day ?? '', most: most ?? 0 },
    };
  });
}

/** Normalises a code for comparison, because people type it in any case and with spaces. */
export const normalisePromoCode = (code: string): string => code.replace(/\s+/g, '').toUpperCase();

interface PromoCodeRules {
  first_day: CalendarDate | null;
  last_day: CalendarDate | null;
  /** The maximum number of orders that may use the code. Null for any number. */
  most: number | null;
  /** The maximum number of tickets that may be sold with the code. Null for any number. */
  most_tickets: number | null;
  off: 0 | 1;
}

/**
 * Returns the reason why a promo code can't be used today for `tickets` more tickets; "" if it can. `used` has the
 * code's earlier uses. Tickets that are free anyway don't count.
 */
export function validatePromoCode(
  { first_day, last_day, most, most_tickets, off }: PromoCodeRules,
  { today, used, tickets }: { today: CalendarDate; used: { orders: number; tickets: number }; tickets: number },
) {
  if (off === 1 || (last_day !== null && last_day < today)) return 'This code is no longer valid';
  if (first_day !== null && first_day > today) return 'This code isn’t valid yet';
  const left = most_tickets === null ? Number.POSITIVE_INFINITY : most_tickets - used.tickets;
  if ((most !== null && used.orders >= most) || left <= 0) return 'This code has reached its limit';
  if (tickets > left) {
    return `This code is good for ${left === 1 ? 'one more ticket' : `${left} more tickets`}, and your basket has ${tickets}`;
  }
  return '';
}
