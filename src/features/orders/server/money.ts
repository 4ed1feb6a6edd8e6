import { type ChargeLeft, chargesLeft, enter } from '#features/books/server/index.ts';
import { meanRefund, refundsUnderWay } from '#features/payments/server/index.ts';
import { type Id, idFrom } from '#platform/server/crypto/ids.ts';
import type { Reading, Writing } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { type Balance, balanceOf } from '../balance.ts';
import { ordersByCharge, type StoredOrder } from './store.ts';

/** The payments of an order, from the first: charges, and what is left of each that isn't being given back. */
export interface OrderMoney extends Balance {
  charges: ChargeLeft[];
}

type OrderToCount = Pick<StoredOrder, 'id' | 'status' | 'tickets' | 'kept_pence'>;

/** The balances of orders, by their ids. */
export async function moneyOf(db: Reading, orders: readonly OrderToCount[]): Promise<Map<Id, OrderMoney>> {
  const orderOf = await ordersByCharge(
    db,
    orders.map(({ id }) => id),
  );
  const ids = [...orderOf.keys()];
  const underWay = await refundsUnderWay(db, ids);
  const left = (await chargesLeft(db, ids)).map((charge) => ({
    ...charge,
    left: charge.left - (underWay.get(charge.id) ?? 0),
  }));
  const byOrder = Map.groupBy(left, ({ id }) => orderOf.get(id));
  return new Map(
    orders.map(({ id, status, tickets, kept_pence: retained }) => {
      const charges = byOrder.get(id) ?? [];
      const paid = charges.reduce((sum, charge) => sum + charge.left, 0);
      return [id, { ...balanceOf({ status, tickets, paid, retained }), charges }];
    }),
  );
}

/** The balance of one order. */
export const moneyOfOne = async (db: Reading, order: OrderToCount): Promise<OrderMoney> =>
  (await moneyOf(db, [order])).get(order.id) ?? { worth: 0, paid: 0, due: 0, back: 0, charges: [] };

/** What was given back: some of it to be handed over, some refunded by Square. */
export interface GivenBack {
  cash: number;
  transfer: number;
  cheque: number;
  card: number;
  /** Refunds that Square is asked for once this is committed. */
  intents: Id[];
}

/** Whether a refund goes to a card that was charged online: money that leaves without anybody's hands. */
export const takesCard = ({ charges }: OrderMoney): boolean =>
  charges.some(({ source, left }) => source === 'card' && left > 0);

/**
 * Gives back part of what was paid for an order, in the transaction of its cause: enters cash, transfers and cheques, and
 * records refunds of cards for Square. The last payment goes first.
 * @param by limits it to payments by card online, so that nobody has to hand anything over
 * @param as made outside the write, which may run twice: the refunds' ids derive from it
 */
export async function giveMoneyBack(
  tx: Writing,
  { charges }: OrderMoney,
  {
    pence,
    by,
    as,
    reason,
    at,
    environment,
  }: { pence: number; by?: 'card' | undefined; as: Id; reason: string; at: Instant } & Pick<Services, 'environment'>,
): Promise<GivenBack> {
  const given: GivenBack = { cash: 0, transfer: 0, cheque: 0, card: 0, intents: [] };
  let left = pence;
  for (const charge of charges.toReversed()) {
    const some = Math.min(left, charge.left);
    if (some <= 0 || (by && charge.source !== by)) continue;
    const id = idFrom(`${as} ${charge.id}`);
    if (charge.source === 'card') {
      if (!(await meanRefund(tx, { chargeId: charge.id, pence: some, reason }, { id, environment, at }))) continue;
      given.intents.push(id);
    } else {
      await enter(tx, { kind: 'refund', id, at, pence: some, charge_id: charge.id });
    }
    given[charge.source] += some;
    left -= some;
  }
  return given;
}
