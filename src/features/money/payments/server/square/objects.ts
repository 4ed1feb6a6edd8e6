import { z } from 'zod';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type {
  ProviderCard,
  ProviderDispute,
  ProviderEvent,
  ProviderPayment,
  ProviderRefund,
} from '../provider/payment-provider.ts';

/** A text that Square may leave out. "" if it does. */
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

const instant = z
  .string()
  .refine((value) => !Number.isNaN(Date.parse(value)))
  .transform((value): Instant => new Date(value).toISOString());

/** The time of an object. The beginning of 1970 if Square leaves it out. */
const createdAt = instant.nullish().transform((value) => value ?? new Date(0).toISOString());

const Money = z.object({ amount: z.int().nullish() });

/** An amount in pence. 0 if Square leaves it out. */
const pence = Money.nullish().transform((money) => money?.amount ?? 0);

const CardDetails = z.object({
  card: z.object({ card_brand: text, last_4: text }).nullish(),
  errors: z.array(z.object({ code: text })).nullish(),
});

const Payment = z
  .object({
    id: z.string().min(1),
    status: text,
    amount_money: pence,
    reference_id: text,
    processing_fee: z.array(z.object({ amount_money: pence })).nullish(),
    refunded_money: pence,
    refund_ids: z.array(z.string()).nullish(),
    card_details: CardDetails.nullish(),
  })
  .transform(
    (payment): ProviderPayment => ({
      id: payment.id,
      status: toPaymentStatus(payment.status),
      pence: payment.amount_money,
      reference: payment.reference_id,
      fee: payment.processing_fee?.reduce((sum, { amount_money }) => sum + amount_money, 0),
      cardBrand: payment.card_details?.card?.card_brand ?? '',
      last4: payment.card_details?.card?.last_4 ?? '',
      refundedPence: payment.refunded_money,
      refundIds: payment.refund_ids ?? [],
      code:
        toPaymentStatus(payment.status) === 'FAILED' ? payment.card_details?.errors?.[0]?.code || payment.status : '',
    }),
  );

function toPaymentStatus(status: string): ProviderPayment['status'] {
  if (status === 'COMPLETED') return 'COMPLETED';
  return status === 'FAILED' || status === 'CANCELED' ? 'FAILED' : 'PENDING';
}

/** A refund. Its reason is left out, because it may name a person. */
const Refund = z
  .object({
    id: z.string().min(1),
    status: z.enum(['PENDING', 'COMPLETED', 'REJECTED', 'FAILED']).catch('PENDING'),
    amount_money: pence,
    payment_id: text,
    created_at: createdAt,
  })
  .transform(
    (refund): ProviderRefund => ({
      id: refund.id,
      status: refund.status,
      pence: refund.amount_money,
      paymentId: refund.payment_id,
      createdAt: refund.created_at,
    }),
  );

const Dispute = z
  .object({
    id: text,
    /** The former name of `id`. */
    dispute_id: text,
    state: text,
    reason: text,
    amount_money: pence,
    disputed_payment: z.object({ payment_id: text }).nullish(),
    due_at: instant.nullish(),
    created_at: createdAt,
  })
  .transform(
    (dispute): ProviderDispute => ({
      id: dispute.id || dispute.dispute_id,
      state: dispute.state,
      reason: dispute.reason,
      pence: dispute.amount_money,
      paymentId: dispute.disputed_payment?.payment_id ?? '',
      dueAt: dispute.due_at ?? '',
      createdAt: dispute.created_at,
    }),
  );

const Card = z
  .object({
    id: z.string().min(1),
    card_brand: text,
    last_4: text,
    exp_month: z.int().nullish(),
    exp_year: z.int().nullish(),
    billing_address: z.object({ postal_code: text }).nullish(),
  })
  .transform(
    (card): ProviderCard => ({
      id: card.id,
      brand: card.card_brand,
      last4: card.last_4,
      expMonth: card.exp_month ?? 0,
      expYear: card.exp_year ?? 0,
      postcode: card.billing_address?.postal_code ?? '',
    }),
  );

export const PaymentResponse = z.object({ payment: Payment.nullish() });
export const RefundResponse = z.object({ refund: Refund.nullish() });
export const DisputeResponse = z.object({ dispute: Dispute.nullish() });
const Customer = z.object({ id: z.string().min(1) });
export const CustomerResponse = z.object({ customer: Customer });
export const CustomerList = z.object({ customers: z.array(Customer).nullish() });
export const CardResponse = z.object({ card: Card });
/** The schema of a response from which nothing is read. */
export const IgnoredResponse = z.unknown();

const cursor = text;
const list = <Item>(item: z.ZodType<Item>) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? []);

export const PaymentList = z
  .object({ cursor, payments: list(Payment) })
  .transform(({ payments: items, cursor: next }) => ({ items, next }));
export const RefundList = z
  .object({ cursor, refunds: list(Refund) })
  .transform(({ refunds: items, cursor: next }) => ({ items, next }));
export const DisputeList = z
  .object({ cursor, disputes: list(Dispute) })
  .transform(({ disputes: items, cursor: next }) => ({ items, next }));

const EventObject = z.object({
  payment: z.object({ reference_id: text }).nullish(),
  refund: z.object({ payment_id: text }).nullish(),
});

export const SquareEvent = z
  .object({
    event_id: z.string().min(1).max(200),
    type: z.string(),
    data: z.object({ id: z.string().max(200), object: EventObject.nullish() }).nullish(),
  })
  .transform(
    ({ event_id, type, data }): ProviderEvent => ({
      eventId: event_id,
      kind: data ? (/^(payment|refund|dispute)(?=\.)/.exec(type)?.[0] as ProviderEvent['kind']) : undefined,
      id: data?.id ?? '',
      reference: data?.object?.payment?.reference_id ?? '',
      paymentId: data?.object?.refund?.payment_id ?? '',
    }),
  );
