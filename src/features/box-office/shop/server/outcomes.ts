import {
  convertHoldToOrder,
  extendHold,
  findTicketsInBasket,
  recordAndRefundUnfulfilledOrder,
  retainOwedMoney,
  updateOrderAfterExternalRefund,
} from '#features/box-office/orders/server/index.ts';
import {
  endPartyWaitByBasket,
  restoreOfferExpiry,
  withdrawOffer,
} from '#features/box-office/waiting-list/server/index.ts';
import { type ClosedIntent, type PaymentHandler, recordRefund } from '#features/money/payments/server/index.ts';
import { deriveId, type Id } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import { rateLimits } from '#platform/server/rate-limits/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { sumPricesAndDiscounts } from '../basket.ts';
import { getCardRateLimits } from './baskets/basket-networks.ts';
import { assignSeatsToSoldTickets } from './baskets/basket-seats.ts';
import { findBasket, finishBasketPayment, toNewOrder, updateOpenBasket } from './baskets/basket-store.ts';
import { queueBookingOutcomeEmail, queueSettledRefundEmail } from './emails.ts';

const prefix = 'basket ';

/** Returns the subject of a basket's charge. */
export const toChargeSubject = (basket: Id): string => `${prefix}${basket}`;

/** Returns the id of the basket that a charge is for. Undefined for other charges for tickets. */
const parseBasketId = ({ subject }: Pick<ClosedIntent, 'subject'>): Id | undefined =>
  subject.startsWith(prefix) ? subject.slice(prefix.length) : undefined;

/**
 * Turns a paid basket into an order, or refunds the payment if the places are no longer available. Also handles declined
 * payments, refunds, and refused refunds that are dismissed.
 */
export const ticketPaymentHandler: PaymentHandler = {
  purpose: 'tickets',
  onSettled: async (tx, charge, at) => {
    const id = parseBasketId(charge);
    if (id === undefined) return;
    const basket = await findBasket(tx, id);
    if (basket?.status !== 'paying') return refundCharge(tx, charge, at);
    const held = await findTicketsInBasket(tx, basket.id);
    const order = toNewOrder(basket, { entry: charge.id, paidBy: 'card', at });
    const { environment } = charge;
    // If a performance was deleted in the meantime, its tickets are gone too
    const isWhole = sumPricesAndDiscounts(held).total === charge.pence;
    const sold = isWhole && (await convertHoldToOrder(tx, order, held)) === 'sold';
    if (sold) await assignSeatsToSoldTickets(tx, held, at);
    else await recordAndRefundUnfulfilledOrder(tx, order, { held, environment });
    await rateLimits.restore(tx, getCardRateLimits(basket));
    await finishBasketPayment(tx, basket.id, sold ? 'sold' : 'refunded');
    if (sold) await endPartyWaitByBasket(tx, basket.id, 'booked');
    const waits = !sold && (await withdrawOffer(tx, basket.id, at));
    await queueBookingOutcomeEmail(tx, { order: basket.id, waits }, at);
  },
  onRefunded: async (tx, { id, origin, charge_id, pence, paid_in }, at) => {
    if (paid_in && charge_id !== null) {
      const settled = { refund: id, charge: charge_id, pence, how: paid_in };
      await queueSettledRefundEmail(tx, settled, at);
    }
    // The site hasn't emailed the buyer about a refund made in Square's dashboard. Cardholders hear of a dispute from
    // their bank
    if (origin === 'dashboard' && charge_id !== null) {
      await queueSettledRefundEmail(tx, { refund: id, charge: charge_id, pence, how: 'square' }, at);
    }
    // Nobody has decided yet whether the order's tickets stay valid
    if (origin !== 'here' && charge_id !== null) await updateOrderAfterExternalRefund(tx, charge_id);
  },
  onDeclined: async (tx, charge) => {
    const basket = await findBasket(tx, parseBasketId(charge) ?? '');
    if (basket?.status !== 'paying') return;
    await finishBasketPayment(tx, basket.id, 'open');
    if (basket.unpaid_until !== null) await restoreHold(tx, basket.id, basket.unpaid_until);
  },
  onDismissed: async (tx, { id, charge_id, pence, reason }, at) => {
    const retained = await retainOwedMoney(tx, charge_id ?? '', pence);
    const settled = { refund: id, charge: charge_id ?? '', pence, how: 'dismissed', retained, reason } as const;
    await queueSettledRefundEmail(tx, settled, at);
  },
};

/**
 * Restores the end that a basket's hold had before a payment attempt, so that a declined card doesn't extend the hold.
 */
async function restoreHold(tx: DbTransaction, id: Id, until: Instant): Promise<void> {
  await updateOpenBasket(tx, id, { held_until: until });
  await extendHold(tx, await findTicketsInBasket(tx, id), until);
  await restoreOfferExpiry(tx, id, until);
}

/** Refunds a charge whose basket is gone or isn't being paid for any more. */
async function refundCharge(tx: DbTransaction, charge: ClosedIntent, at: Instant): Promise<void> {
  const { id: chargeId, pence, environment } = charge;
  const reason = 'No tickets could be allocated';
  await recordRefund(tx, { chargeId, pence, reason }, { id: deriveId(`nothing for ${chargeId}`), environment, at });
}
