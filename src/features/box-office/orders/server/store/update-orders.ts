import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, incrementedVersion, updateVersionedRow } from '#platform/server/database/index.ts';
import type { PaymentMethod } from '../../order.ts';
import { recordOrderCharge } from './order-accounts.ts';
import type { TicketOrderTable } from './tables.ts';
import { type NewTicket, recordTickets, unattributedChange } from './tickets.ts';

/** The fields of an order without seating requests and without rejected suggestions. */
export const noSeatingRequests = { seat_wishes: '', next_to: '', ignored_suggestions: '' };

/**
 * The initial values of the fields that only change after the sale, when tickets are returned, refunded or reissued.
 */
export const newOrderDefaults = {
  kept_pence: 0,
  reissued: 0,
  undecided: 0,
  cancel_reason: '',
  elsewhere_pence: null,
} as const;

/** A new order; `entry_id` is the ledger charge that paid for it, "" if nothing was paid. */
export type NewOrder = Omit<
  TicketOrderTable,
  'ref' | 'version' | 'needs' | 'promo' | keyof typeof noSeatingRequests | keyof typeof newOrderDefaults
> &
  Partial<Pick<TicketOrderTable, 'needs' | 'promo'>> & { entry_id: Id | '' };

/** Records an order, and returns its reference. */
export async function recordOrder(
  tx: DbTransaction,
  { entry_id, ...order }: NewOrder,
  tickets: readonly NewTicket[],
): Promise<number> {
  const ref = await allocateOrderReferences(tx, 1);
  await tx
    .insertInto('ticket_order')
    .values({ needs: '', promo: '', ...noSeatingRequests, ...newOrderDefaults, ...order, ref, version: 1 })
    .execute();
  if (entry_id !== '') await recordOrderCharge(tx, { entry_id, order_id: order.id, paid_by: order.paid_by });
  await recordTickets(tx, order.id, tickets);
  return ref;
}

/**
 * Allocates references for new orders in the transaction of the sale; references are consecutive integers. If the sale
 * is rolled back, its references are free again. The reference of a recorded order is never reused.
 * @returns the first reference
 */
export async function allocateOrderReferences(tx: DbTransaction, count: number): Promise<number> {
  // A database that was emptied, such as that of a restarted demo, has no row for the last reference
  const { last } = await tx
    .insertInto('order_number')
    .values({ id: 'order', last: count })
    .onConflict((clash) => clash.column('id').doUpdateSet((row) => ({ last: row('order_number.last', '+', count) })))
    .returning('last')
    .executeTakeFirstOrThrow();
  return last - count + 1;
}

/** Records that an order has changed, for a change that is stored elsewhere. */
export const touchOrder = (tx: DbTransaction, id: Id) =>
  tx.updateTable('ticket_order').set(unattributedChange).where('id', '=', id).execute();

/** The buyer, and their contact details. */
type BuyerFields = Pick<TicketOrderTable, 'name' | 'email' | 'phone' | 'note'>;

/**
 * Saves the buyer of an order. Returns the order's new version; undefined if somebody else has saved the order since
 * `version`.
 */
export const saveBuyer = (
  tx: DbTransaction,
  { id, version, by, ...buyer }: BuyerFields & { id: Id; version: number; by: Id },
): Promise<number | undefined> =>
  updateVersionedRow(tx.updateTable('ticket_order').set(buyer).where('id', '=', id), version, { by });

type SeatingRequests = Pick<TicketOrderTable, 'needs' | 'seat_wishes' | 'next_to'>;

/**
 * Saves an order's access needs and seating requests. Returns the order's new version; undefined if somebody else has
 * saved the order since `version`.
 */
export const saveSeatingRequests = (
  tx: DbTransaction,
  { id, version, by, ...wishes }: SeatingRequests & { id: Id; version: number; by: Id },
): Promise<number | undefined> =>
  updateVersionedRow(tx.updateTable('ticket_order').set(wishes).where('id', '=', id), version, { by });

/** Clears the rejected suggestions of an order, so that the suggestions from a new note are shown. */
export const clearIgnoredSuggestions = (tx: DbTransaction, id: Id) =>
  tx.updateTable('ticket_order').set({ ignored_suggestions: '' }).where('id', '=', id).execute();

/** Records the decision about a suggestion from an order's note. */
export const recordSuggestionAnswer = (
  tx: DbTransaction,
  { id, by }: { id: Id; by: Id },
  answer: Partial<SeatingRequests & Pick<TicketOrderTable, 'ignored_suggestions'>>,
) =>
  tx
    .updateTable('ticket_order')
    .set({ ...answer, version: incrementedVersion, updated_by: by })
    .where('id', '=', id)
    .execute();

/** Replaces an order's link and the codes of its tickets. */
export const reissueOrder = (tx: DbTransaction, id: Id) =>
  tx
    .updateTable('ticket_order')
    .set((order) => ({ reissued: order('reissued', '+', 1), ...unattributedChange }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Marks a reservation as paid. Returns false if it isn't a reservation any more. */
export async function markOrderPaid(
  tx: DbTransaction,
  { id, how, entry }: { id: Id; how: PaymentMethod; entry: Id | '' },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('ticket_order')
    .set({ status: 'paid', paid_by: how, ...unattributedChange })
    .where('id', '=', id)
    .where('status', '=', 'reserved')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (entry !== '') await recordOrderCharge(tx, { entry_id: entry, order_id: id, paid_by: how });
  return true;
}

/** Turns an order back into a reservation. `retained` is the amount in pence that the society still retains. */
export const markOrderUnpaid = (tx: DbTransaction, id: Id, { retained }: { retained: number }) =>
  tx
    .updateTable('ticket_order')
    .set({ status: 'reserved', paid_by: '', kept_pence: retained, ...unattributedChange })
    .where('id', '=', id)
    .execute();

/** Replaces the amount that the society retains for returned tickets. */
export const setRetainedAmount = (tx: DbTransaction, id: Id, pence: number) =>
  tx
    .updateTable('ticket_order')
    .set({ kept_pence: Math.max(0, pence) })
    .where('id', '=', id)
    .execute();

/** Records whether somebody still has to decide about an order's tickets: 1 if so. */
export const setOrderUndecided = (tx: DbTransaction, id: Id, undecided: 0 | 1) =>
  tx.updateTable('ticket_order').set({ undecided }).where('id', '=', id).execute();

/** Adds a reason for cancelling tickets of an order to those that it has: "One is ill; Not paid in time". */
export function addCancelReason(
  tx: DbTransaction,
  { id, cancel_reason: before }: Pick<TicketOrderTable, 'id' | 'cancel_reason'>,
  reason: string,
) {
  const reasons = new Set([...before.split('; '), reason].filter(Boolean));
  const cancel_reason = [...reasons].join('; ');
  return tx.updateTable('ticket_order').set({ cancel_reason }).where('id', '=', id).execute();
}

/** Adds the price of cancelled tickets to the amount still to be settled with the shop that sold them. */
export const addAmountToSettleWithSeller = (tx: DbTransaction, id: Id, pence: number) =>
  tx
    .updateTable('ticket_order')
    .set((order) => ({ elsewhere_pence: order(order.fn.coalesce('elsewhere_pence', order.val(0)), '+', pence) }))
    .where('id', '=', id)
    .execute();

/** Records that cancelled tickets are settled with the shop that sold them. */
export const markOrderSettledWithSeller = (tx: DbTransaction, id: Id) =>
  tx
    .updateTable('ticket_order')
    .set({ elsewhere_pence: null, ...unattributedChange })
    .where('id', '=', id)
    .execute();
