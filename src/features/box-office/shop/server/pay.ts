import { findShowSummary } from '#features/archive/shows/server/index.ts';
import {
  buildBuyerOrderPath,
  convertHoldToOrder,
  deriveUnfulfilledRefundId,
  extendHold,
  findOrderWithTickets,
  findTicketsInBasket,
  type HeldTicket,
  recordAndRefundUnfulfilledOrder,
  retainOwedMoney,
  setHeldTicketDiscounts,
  updateOrderAfterExternalRefund,
} from '#features/box-office/orders/server/index.ts';
import { buildDiscountFields } from '#features/box-office/orders/tickets.ts';
import {
  findPerformanceWithPublicTypes,
  type PerformanceWithPublicTypes,
  parseSeatMarks,
} from '#features/box-office/performances/server/index.ts';
import { countAvailableSeats } from '#features/box-office/seating/server/index.ts';
import {
  endPartyWaitByBasket,
  extendOffer,
  type PartyEmailContext,
  restoreOfferExpiry,
  withdrawOffer,
} from '#features/box-office/waiting-list/server/index.ts';
import { formatDecline } from '#features/money/payments/cards.ts';
import {
  type ClosedIntent,
  createChargeIntent,
  findIntent,
  type PaymentHandler,
  recordRefund,
  submitIntent,
  submitRefund,
} from '#features/money/payments/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { deriveId, type Id } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseFields } from '#platform/server/http/errors/http-error.ts';
import { type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import { hasMailServer } from '#platform/server/mail/index.ts';
import { rateLimits } from '#platform/server/rate-limits/index.ts';
import { formatDateTime, type Instant } from '#platform/shared/dates/dates.ts';
import { addMs, getLatestInstant, minute } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { groupIntoBasketLines, sumPricesAndDiscounts } from '../basket.ts';
import { formatCompanionAdvice, formatWheelchairAdvice } from '../booking-advice.ts';
import type { PayBasketBody } from '../contract.ts';
import {
  type Basket,
  findBasket,
  findBasketByCookie,
  finishBasketPayment,
  formatEmptyBasketMessage,
  getCardRateLimits,
  hashVisitorNetworks,
  toNewOrderFromHold,
  updateOpenBasket,
} from './baskets/basket-store.ts';
import { assertNoUnaccompaniedTickets, assertPerformanceBookable } from './baskets/bookable-tickets.ts';
import { assignSeatsToSoldTickets, findBasketSeats, renewBasketHold } from './baskets/hold-in-basket.ts';
import { queueBookingOutcomeEmail, queueSettledRefundEmail } from './emails.ts';
import { bookFreeTickets, isUnconfirmedBasket } from './free-orders.ts';
import { findValidPromoCode } from './promo-codes.ts';

/** The minimum time in milliseconds for which tickets stay held while Square is called, if necessary several times. */
const minPaymentHoldMs = 5 * minute;

type Request = CallRequest<PayBasketBody>;

/**
 * Pays for the visitor's basket exactly once, however many requests arrive. The basket is the subject of the charge,
 * and the order gets the basket's id.
 */
export async function payForBasket(
  request: Request,
  services: Services,
): Promise<ReturnType<typeof respondWithOutcome>> {
  const { cookies, body } = request;
  const basket = (await findBasketByCookie(services.db.read, cookies)) ?? refuse(409, formatEmptyBasketMessage());
  const { reissued } = (await findOrderWithTickets(services.db.read, basket.id)) ?? { reissued: 0 };
  const link = buildBuyerOrderPath(services.encryption, { id: basket.id, reissued });
  if (basket.status === 'sold' || basket.status === 'refunded') return respondWithOutcome(basket.status, link);
  if (isUnconfirmedBasket(basket)) {
    if (basket.held_until <= request.now) refuse(409, unconfirmedMessage);
    return respondWithOutcome(basket.confirmation === 'email' ? 'email' : 'boxOffice', link);
  }
  const opened = await write(services.db, (tx) => startPayment(tx, basket.id, request, services));
  if (opened === 'sold' || opened === 'refunded') return respondWithOutcome(opened, link);
  if (opened === 'unconfirmed')
    return respondWithOutcome(hasMailServer(services.mailTransport) ? 'email' : 'boxOffice', link);
  const { status, code } = await submitIntent(services, opened.intent);
  if (status === 'declined') {
    const msg = formatDecline(code);
    const isHeld = ((await findBasket(services.db.read, basket.id))?.held_until ?? '') > request.now;
    const then = isHeld
      ? 'You haven’t been charged, and your tickets are still held.'
      : 'You haven’t been charged. The time for your tickets has run out: you can still pay for them, unless somebody else has taken them.';
    return refuse(400, `${msg} ${then}`, { card_nonce: msg });
  }
  if (status === 'abandoned') {
    return refuse(409, 'The payment didn’t go through, and you haven’t been charged. Enter your card details again.', {
      card_nonce: body.card_nonce === '' ? 'Enter your card details.' : 'Enter your card details again.',
    });
  }
  if (status === 'open') return respondWithOutcome('paying', link);
  const after = await findBasket(services.db.read, basket.id);
  if (after?.status !== 'refunded') return respondWithOutcome('sold', link);
  // A job would submit the refund anyway, but only minutes later, so it is submitted now
  await submitRefund(services, deriveUnfulfilledRefundId({ order: basket.id, charge: opened.intent })).catch(
    () => undefined,
  );
  return respondWithOutcome('refunded', link);
}

const unconfirmedMessage =
  'Your tickets weren’t confirmed in time, so they have been released. Choose your tickets again.';

const outcomeMessages = {
  sold: 'Thank you: your tickets are booked.',
  refunded:
    'We can no longer give you these places: your time ran out and other people have taken the last of them, or the performance has just been withdrawn. We’re refunding your payment straight away, and it should reach your card within ten days.',
  paying:
    'We’re checking whether your card was charged. Don’t pay again: this page will show the result, usually within a few minutes.',
  email: 'Nearly done: open the link in the email that we have sent you, and confirm your tickets.',
  boxOffice: 'We are holding your tickets. The box office will confirm them.',
} as const;

const respondWithOutcome = (how: keyof typeof outcomeMessages, link: string) => ok(outcomeMessages[how], { link });

/**
 * Records the charge before Square is called. Free tickets are booked, or held until they are confirmed, without a
 * charge. A second request returns the charge of the first one, unless that was declined and the card details are new.
 * @throws HttpError with the reason why the basket can't be paid for; nothing is charged then
 */
async function startPayment(
  tx: DbTransaction,
  id: Id,
  { body, now, today, visitor, home, client }: Request,
  {
    paymentProvider,
    encryption,
    mailTransport: mail,
  }: Pick<Services, 'paymentProvider' | 'encryption' | 'mailTransport'>,
): Promise<'sold' | 'refunded' | 'unconfirmed' | { intent: Id }> {
  const basket = (await findBasket(tx, id)) ?? refuse(409, formatEmptyBasketMessage());
  if (basket.status === 'sold' || basket.status === 'refunded') return basket.status;
  if (isUnconfirmedBasket(basket)) return 'unconfirmed';
  const before = await findTicketsInBasket(tx, id);
  if (before.length === 0) refuse(409, formatEmptyBasketMessage(basket));
  const charge = { about: 'tickets', show_id: basket.show_id } as const;
  const title = (await findShowSummary(tx, basket.show_id))?.title ?? '';
  const intent = deriveId(`charge ${id} ${body.card_nonce}`);
  const total =
    basket.status === 'open'
      ? await finaliseBasketTotal(tx, { basket, before }, { body, today, client }, { encryption, home, now })
      : sumPricesAndDiscounts(before).total;
  if (total === 0) {
    const current = (await findBasket(tx, id)) ?? basket;
    const request = { now, visitor, home, client };
    return bookFreeTickets(tx, { basket: current, buyer: toBuyer(body) }, request, { encryption, mailTransport: mail });
  }
  if (!paymentProvider)
    return refuse(409, 'Card payments are switched off here. Contact us and we’ll reserve your tickets.');
  if (body.card_nonce === '') return refuseFields({ card_nonce: 'Enter your card details.' });
  const opened = await createChargeIntent(
    tx,
    {
      about: { ...charge, label: title },
      subject: toChargeSubject(id),
      attempt: deriveId(body.card_nonce),
      userId: visitor.signedIn ? visitor.id : null,
      pence: total,
      source: { token: body.card_nonce, verification: body.verification_token },
      note: `Tickets for ${title}`,
    },
    { id: intent, environment: paymentProvider.environment, locationId: paymentProvider.locationId, at: now },
  );
  // Renewing an expired hold may have changed the basket's networks. The basket is therefore read again, so that the
  // rate limits consumed here are the same as those restored after the payment
  const held = basket.held_until <= now ? ((await findBasket(tx, id)) ?? basket) : basket;
  // The rate limits are restored after the payment, unless the card is declined
  if (opened.isNew) await rateLimits.consume(tx, getCardRateLimits(held), now);
  const isOpen = opened.isNew || (await findIntent(tx, opened.id))?.status === 'open';
  if (isOpen && basket.status === 'open') {
    const until = getLatestInstant(addMs(now, minPaymentHoldMs), basket.held_until);
    await extendHold(tx, before, until);
    await extendOffer(tx, id, until);
    await updateOpenBasket(tx, id, {
      ...toBuyer(body),
      status: 'paying',
      held_until: until,
      unpaid_until: basket.held_until,
    });
  }
  return { intent: opened.id };
}

const toBuyer = ({ name, email, phone, note, ...body }: PayBasketBody) => ({
  ...{ name, email, phone, note },
  needs: (['wheelchair', 'companion', 'loop', 'steps'] as const)
    .filter((need) => body[`need_${need}`] === '1')
    .join(','),
});

const discountKeys = ['discount', 'percent', 'off_pence'] as const;

/**
 * Renews an expired hold, removes a promo code that is no longer valid, stores each ticket's discount and returns the
 * total in pence.
 * @throws HttpError if the total isn't the one that the page showed, the tickets aren't available, or a companion or
 * wheelchair user wouldn't get the tickets that they need
 */
async function finaliseBasketTotal(
  tx: DbTransaction,
  { basket, before }: { basket: Basket; before: readonly HeldTicket[] },
  { body, today, client }: Pick<Request, 'body' | 'today' | 'client'>,
  context: PartyEmailContext,
): Promise<number> {
  const { now } = context;
  const isOver = basket.held_until <= now;
  if (isOver) {
    const networks = hashVisitorNetworks({ client }, context.encryption);
    await renewBasketHold(tx, basket, context, { networks, isPaying: true });
  }
  const held = isOver ? await findTicketsInBasket(tx, basket.id) : before;
  const settings = await readSettings(tx);
  const onSale = new Map<Id, PerformanceWithPublicTypes>();
  for (const id of new Set(held.map(({ performance_id }) => performance_id))) {
    onSale.set(
      id,
      assertPerformanceBookable({ settings, performance: await findPerformanceWithPublicTypes(tx, id) }, now),
    );
  }
  const code = basket.promo
    ? await findValidPromoCode(tx, { show: basket.show_id, typed: basket.promo, basket: basket.id, today, now })
    : undefined;
  const refusal = code && 'why' in code ? code.why : '';
  const rule = code && 'code' in code ? code.code : undefined;
  const tickets = held.map((ticket) => ({ ...ticket, ...buildDiscountFields(ticket.pence, rule) }));
  const performances = groupIntoBasketLines(tickets).map(({ performance, lines }) => ({
    lines,
    types: onSale.get(performance)?.types ?? [],
  }));
  for (const { lines, types } of performances) assertNoUnaccompaniedTickets(lines, types);
  if (body.need_companion === '1') {
    const advice = formatCompanionAdvice(performances);
    if (advice !== '') refuse(409, `${advice} You haven’t been charged.`);
  }
  if (body.need_wheelchair === '1') {
    const advice = await findWheelchairAdvice(tx, { held, wheelchairs: basket.wheelchairs }, now);
    if (advice !== '') refuse(409, `${advice} You haven’t been charged.`);
  }
  const { total } = sumPricesAndDiscounts(tickets);
  if (refusal !== '') {
    if (body.amount_due !== total)
      refuse(409, `${refusal}. You haven’t been charged. Reload the page to see the new total.`);
    // The page already showed the total without the code
    await updateOpenBasket(tx, basket.id, { promo: '' });
  }
  if (body.amount_due !== undefined && body.amount_due !== total) {
    refuse(
      409,
      `The total has just changed to ${formatMoney(total)}. You haven’t been charged. Reload the page and decide whether you still want the tickets.`,
    );
  }
  const changed = tickets.filter((ticket, at) => discountKeys.some((key) => ticket[key] !== held[at]?.[key]));
  await setHeldTicketDiscounts(
    tx,
    changed.map(({ id, discount, percent, off_pence }) => ({ id, discount, percent, off_pence })),
  );
  return total;
}

/**
 * Returns the reason why a wheelchair user can't be promised a space among a basket's numbered seats, and what to do. ""
 * if the seats have enough wheelchair spaces, or if seats aren't numbered.
 */
async function findWheelchairAdvice(
  tx: DbTransaction,
  { held, wheelchairs }: { held: readonly HeldTicket[]; wheelchairs: number },
  now: Instant,
): Promise<string> {
  const { timeZone } = await readSettings(tx);
  const seats = await findBasketSeats(tx, held);
  const ids = [...new Set(held.map(({ performance_id }) => performance_id))];
  const found = (await Promise.all(ids.map((id) => findPerformanceWithPublicTypes(tx, id))))
    .filter((one) => one !== undefined)
    .filter(({ sells_seats }) => sells_seats === 1);
  const forSale = await countAvailableSeats(tx, found, now);
  return formatWheelchairAdvice(
    found.map((performance) => {
      const marks = parseSeatMarks(performance);
      return {
        when: formatDateTime(formatIsoWithOffset(performance.starts_at, timeZone)),
        numbered: true,
        wheelchair_spaces: forSale.get(performance.id)?.spaces ?? 0,
        has_wheelchair_spaces: forSale.get(performance.id)?.hasSpaces ?? false,
        seats: (seats.get(performance.id) ?? []).map((seat) => ({ kind: marks[seat]?.kind ?? '' })),
      };
    }),
    wheelchairs,
  );
}

const prefix = 'basket ';

/** Returns the subject of a basket's charge. */
const toChargeSubject = (basket: Id): string => `${prefix}${basket}`;

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
    const order = toNewOrderFromHold(basket, { entry: charge.id, paidBy: 'card', at });
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
    // Emails the buyer about a refund made in Square's dashboard, because nobody else has. Cardholders hear of a
    // dispute from their bank
    if (origin === 'dashboard' && charge_id !== null) {
      await queueSettledRefundEmail(tx, { refund: id, charge: charge_id, pence, how: 'square' }, at);
    }
    // After a refund made elsewhere, nobody has decided yet whether the order's tickets stay valid
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
