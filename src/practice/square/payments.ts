import {
  type ApiRequest,
  createDeclinedError,
  createInvalidRequestError,
  createNotFoundError,
  type FaultInjector,
  getOptionalText,
  parseMoney,
  type RegisterRoute,
  requireText,
  runIdempotently,
} from './api-server.ts';
import { consumeCardToken, createSquareId, registerCustomerRoutes, requireUnusedCardToken } from './customers.ts';
import type { EventSender } from './events.ts';
import type { Journal } from './journal.ts';
import type { MaskedCard, Money, SquarePayment, SquareRefund } from './objects.ts';

interface ListedObject {
  id: string;
  created_at: string;
  updated_at: string;
  location_id: string;
}

const maxPageSize = 100;
const yearMs = 365 * 24 * 60 * 60_000;

/** Returns a page of payments or refunds, filtered by time and location as in Square's API, newest first by default. */
function listPage<T extends ListedObject>(
  all: readonly T[],
  query: ApiRequest['query'],
  now: Date,
): { page: T[]; cursor?: string } {
  const from = parseInstant(query, 'begin_time') ?? new Date(now.getTime() - yearMs).toISOString();
  const to = parseInstant(query, 'end_time');
  const updatedFrom = parseInstant(query, 'updated_at_begin_time');
  const order = query.sort_order === 'ASC' ? 1 : -1;
  const sorted = all
    .filter(
      (one) =>
        one.created_at >= from &&
        (to === undefined || one.created_at < to) &&
        (updatedFrom === undefined || one.updated_at >= updatedFrom) &&
        (query.location_id === undefined || one.location_id === query.location_id),
    )
    .sort((one, other) => order * (getSortKey(one) < getSortKey(other) ? -1 : 1));
  const after = query.cursor === undefined ? undefined : Buffer.from(query.cursor, 'base64url').toString();
  const begin = after === undefined ? 0 : sorted.findIndex((one) => getSortKey(one) === after) + 1;
  if (after !== undefined && begin === 0)
    throw createInvalidRequestError('INVALID_CURSOR', 'This cursor belongs to another list.', 'cursor');
  const page = sorted.slice(begin, begin + Math.min(Number(query.limit ?? maxPageSize) || maxPageSize, maxPageSize));
  const last = page.at(-1);
  if (!last || begin + page.length >= sorted.length) return { page };
  return { page, cursor: Buffer.from(getSortKey(last)).toString('base64url') };
}

const getSortKey = ({ created_at, id }: ListedObject) => `${created_at} ${id}`;

function parseInstant(query: ApiRequest['query'], field: string): string | undefined {
  const given = query[field];
  if (given === undefined) return undefined;
  const moment = new Date(given);
  if (Number.isNaN(moment.getTime()))
    throw createInvalidRequestError('INVALID_TIME', 'The time must be in RFC 3339 format.', field);
  return moment.toISOString();
}

/** Square's fee for online payments with a British card. Used only for practice. */
const practiceFee = { perMille: 14, pence: 25 };

const calculateFee = (pence: number) => Math.round((pence * practiceFee.perMille) / 1000) + practiceFee.pence;

export interface PaymentRouteContext {
  journal: Journal;
  events: EventSender;
  clock: () => Date;
  locationId: string;
  faults: Pick<FaultInjector, 'holdsRefunds'>;
}

/** The card of a charge, and the bank's decision. */
interface ChargedCard {
  face: MaskedCard;
  entry: 'KEYED' | 'ON_FILE';
  declines?: string | undefined;
}

/**
 * Returns the card of a charge, and consumes its one-time token if it has one.
 *
 * @throws SquareError if there is no such token or card, the token has been used, or the card is disabled or another
 * customer's
 */
function consumeSource(journal: Journal, body: ApiRequest['body']): ChargedCard {
  const sourceId = requireText(body, 'source_id');
  if (!sourceId.startsWith('ccof:')) {
    const token = requireUnusedCardToken(journal, sourceId);
    consumeCardToken(journal, sourceId);
    return { ...token, entry: 'KEYED' };
  }
  const card = journal.get('card', sourceId);
  if (!card) throw createNotFoundError(`Card ${sourceId}`);
  if (card.customer_id !== body.customer_id) {
    throw createInvalidRequestError(
      'MISSING_REQUIRED_PARAMETER',
      'A charge to a card on file needs the card’s customer_id.',
      'customer_id',
    );
  }
  if (!card.enabled) throw createInvalidRequestError('INVALID_CARD', 'The card on file is disabled.', 'source_id');
  return { face: card, entry: 'ON_FILE', declines: journal.get('cardDeclines', sourceId) };
}

const toCardDetails = ({ face, entry, declines }: ChargedCard) => {
  const { card_brand, last_4, exp_month, exp_year, bin } = face;
  return {
    status: declines ? 'FAILED' : 'CAPTURED',
    card: { card_brand, last_4, exp_month, exp_year, bin, card_type: 'CREDIT', prepaid_type: 'NOT_PREPAID' },
    entry_method: entry,
    cvv_status: declines === 'CVV_FAILURE' ? 'CVV_REJECTED' : 'CVV_ACCEPTED',
    avs_status: declines === 'ADDRESS_VERIFICATION_FAILURE' ? 'AVS_REJECTED' : 'AVS_ACCEPTED',
    ...(declines ? { errors: [{ category: 'PAYMENT_METHOD_ERROR', code: declines }] } : {}),
  };
};

/** Registers the routes of payments, refunds, customers and cards. */
export function registerPaymentAndCardRoutes(serve: RegisterRoute, selling: PaymentRouteContext): void {
  const { journal, events, clock, locationId } = selling;
  const requirePayment = (id: string) => {
    const payment = journal.get('payment', id);
    if (!payment) throw createNotFoundError(`Payment ${id}`);
    return payment;
  };

  serve('POST', '/v2/payments', ({ body }) =>
    runIdempotently(journal, { endpoint: 'payments', body }, () => {
      const amount = parseMoney(body);
      const location = getOptionalText(body, 'location_id') ?? locationId;
      if (location !== locationId) throw createNotFoundError(`Location ${location}`);
      const source = consumeSource(journal, body);
      const at = clock().toISOString();
      const taken = body.autocomplete === false ? 'APPROVED' : 'COMPLETED';
      const payment: SquarePayment = {
        id: createSquareId(),
        created_at: at,
        updated_at: at,
        amount_money: amount,
        total_money: amount,
        status: source.declines ? 'FAILED' : taken,
        source_type: 'CARD',
        card_details: toCardDetails(source),
        location_id: location,
        ...pickTexts(body, ['customer_id', 'reference_id', 'note']),
      };
      if (source.declines) {
        journal.put('payment', payment.id, payment);
        throw createDeclinedError(source.declines, payment);
      }
      // As at Square, the first response doesn't contain the fee yet
      const fee = { amount: calculateFee(amount.amount), currency: amount.currency };
      const later: SquarePayment =
        taken === 'COMPLETED'
          ? { ...payment, processing_fee: [{ effective_at: at, type: 'INITIAL', amount_money: fee }] }
          : payment;
      journal.put('payment', payment.id, later);
      events.queue('payment.created', { kind: 'payment', value: payment });
      events.queue('payment.updated', { kind: 'payment', value: later });
      return { answer: { payment }, payment: payment.id };
    }),
  );
  serve('GET', '/v2/payments', ({ query }) => {
    const { page, cursor } = listPage(journal.all('payment'), query, clock());
    return { payments: page, ...(cursor ? { cursor } : {}) };
  });
  serve('GET', '/v2/payments/:id', ({ params: { id = '' } }) => ({ payment: requirePayment(id) }));
  // The call succeeds even if no request has used the key
  serve('POST', '/v2/payments/cancel', ({ body }) => {
    const first = journal.get('answer', `payments ${requireText(body, 'idempotency_key', 45)}`);
    if (!first?.payment) return {};
    const payment = requirePayment(first.payment);
    if (payment.status !== 'APPROVED')
      throw createInvalidRequestError('BAD_REQUEST', `The payment is ${payment.status}.`);
    journal.put('payment', payment.id, { ...payment, status: 'CANCELED', updated_at: clock().toISOString() });
    return {};
  });

  registerRefundRoutes(serve, selling, requirePayment);
  registerCustomerRoutes(serve, journal, clock);
}

/**
 * Registers the routes of refunds. The first response says PENDING; by the next request, the refund is completed, unless
 * `holdsRefunds` is set.
 */
function registerRefundRoutes(
  serve: RegisterRoute,
  selling: PaymentRouteContext,
  requirePayment: (id: string) => SquarePayment,
): void {
  const { journal, events, clock, faults } = selling;

  serve('POST', '/v2/refunds', ({ body }) =>
    runIdempotently(journal, { endpoint: 'refunds', body }, () => {
      const amount = parseMoney(body);
      const payment = requirePayment(requireText(body, 'payment_id'));
      const refund = createRefund(journal, payment, {
        amount,
        at: clock().toISOString(),
        ...pickTexts(body, ['reason']),
      });
      const pending = { ...refund, status: 'PENDING' as const };
      events.queue('refund.created', { kind: 'refund', value: pending });
      if (!faults.holdsRefunds) completeRefund(selling, pending);
      return { answer: { refund: pending } };
    }),
  );
  serve('GET', '/v2/refunds', ({ query }) => {
    const { page, cursor } = listPage(journal.all('refund'), query, clock());
    return { refunds: page, ...(cursor ? { cursor } : {}) };
  });
  serve('GET', '/v2/refunds/:id', ({ params: { id = '' } }) => {
    const refund = journal.get('refund', id);
    if (!refund) throw createNotFoundError(`Refund ${id}`);
    return { refund };
  });
}

/**
 * Records a pending refund, and reduces the refundable amount of its payment.
 *
 * @throws SquareError if the payment can't be refunded, or the refund is larger than the payment's refundable amount
 */
export function createRefund(
  journal: Journal,
  payment: SquarePayment,
  { amount, at, reason }: { amount: Money; at: string; reason?: string },
): SquareRefund {
  if (payment.status !== 'COMPLETED')
    throw createInvalidRequestError('PAYMENT_NOT_REFUNDABLE', 'The payment was not completed.', 'payment_id');
  const before = payment.refunded_money?.amount ?? 0;
  if (before + amount.amount > payment.total_money.amount) {
    throw createInvalidRequestError(
      'REFUND_AMOUNT_INVALID',
      'The amount is more than what is left to refund.',
      'amount_money.amount',
    );
  }
  const refund: SquareRefund = {
    id: `${payment.id}_${createSquareId()}`,
    status: 'PENDING',
    created_at: at,
    updated_at: at,
    amount_money: amount,
    payment_id: payment.id,
    location_id: payment.location_id,
    ...(reason ? { reason } : {}),
  };
  journal.put('payment', payment.id, {
    ...payment,
    refunded_money: { amount: before + amount.amount, currency: 'GBP' },
    refund_ids: [...(payment.refund_ids ?? []), refund.id],
    updated_at: at,
  });
  journal.put('refund', refund.id, refund);
  return refund;
}

export function completeRefund(
  { journal, events, clock }: Omit<PaymentRouteContext, 'locationId' | 'faults'>,
  refund: SquareRefund,
): SquareRefund {
  const done: SquareRefund = { ...refund, status: 'COMPLETED', updated_at: clock().toISOString() };
  journal.put('refund', done.id, done);
  events.queue('refund.updated', { kind: 'refund', value: done });
  return done;
}

const pickTexts = <Name extends string>(
  body: ApiRequest['body'],
  names: readonly Name[],
): Partial<Record<Name, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = getOptionalText(body, name);
      return value === undefined ? [] : [[name, value]];
    }),
  ) as Partial<Record<Name, string>>;

/** The page size of Square's list of disputes. */
const disputePageSize = 50;

/** Registers the routes of disputes, which are listed by state and location with a cursor. */
export function registerDisputeRoutes(serve: RegisterRoute, journal: Journal): void {
  serve('GET', '/v2/disputes', ({ query }) => {
    const states = query.states?.split(',');
    const all = journal
      .all('dispute')
      .filter(({ state }) => states === undefined || states.includes(state))
      .filter(({ location_id }) => query.location_id === undefined || location_id === query.location_id);
    const begin = Number(query.cursor ?? 0) || 0;
    const next = begin + disputePageSize;
    return { disputes: all.slice(begin, next), ...(next < all.length ? { cursor: String(next) } : {}) };
  });
  serve('GET', '/v2/disputes/:id', ({ params: { id = '' } }) => {
    const dispute = journal.get('dispute', id);
    if (!dispute) throw createNotFoundError(`Dispute ${id}`);
    return { dispute };
  });
}
