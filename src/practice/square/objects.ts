/**
 * An amount in Square's JSON. The interfaces below describe Square's other objects, with the fields that this site
 * reads.
 */
export interface Money {
  /** The amount in pence. */
  amount: number;
  currency: string;
}

export interface SquareCustomer {
  id: string;
  created_at: string;
  given_name?: string;
  family_name?: string;
  email_address?: string;
  reference_id?: string;
  deleted?: true;
}

/** A card's details as Square shows them, without its full number. */
export interface MaskedCard {
  card_brand: string;
  last_4: string;
  exp_month: number;
  exp_year: number;
  bin: string;
  billing_address?: { postal_code: string; country?: string };
}

export interface SquareCardOnFile extends MaskedCard {
  id: string;
  customer_id: string;
  enabled: boolean;
  created_at: string;
  version: number;
  disabled_at?: string;
  reference_id?: string;
}

export interface SquarePayment {
  id: string;
  created_at: string;
  updated_at: string;
  amount_money: Money;
  total_money: Money;
  status: 'APPROVED' | 'COMPLETED' | 'CANCELED' | 'FAILED';
  source_type: 'CARD';
  card_details: object;
  location_id: string;
  customer_id?: string;
  reference_id?: string;
  note?: string;
  processing_fee?: { effective_at: string; type: 'INITIAL'; amount_money: Money }[];
  refunded_money?: Money;
  refund_ids?: string[];
}

export interface SquareRefund {
  id: string;
  created_at: string;
  updated_at: string;
  status: 'PENDING' | 'COMPLETED' | 'REJECTED' | 'FAILED';
  amount_money: Money;
  payment_id: string;
  location_id: string;
  reason?: string;
}

/** Square's states of a dispute. */
export const disputeStates = [
  'INQUIRY_EVIDENCE_REQUIRED',
  'INQUIRY_PROCESSING',
  'INQUIRY_CLOSED',
  'EVIDENCE_REQUIRED',
  'PROCESSING',
  'WON',
  'LOST',
  'ACCEPTED',
] as const;
export type DisputeState = (typeof disputeStates)[number];

/** A dispute, in which the cardholder's bank asks for the money of a payment. */
export interface SquareDispute {
  id: string;
  /** The same as `id`, which Square still sends under its former name too. */
  dispute_id: string;
  amount_money: Money;
  reason:
    | 'AMOUNT_DIFFERS'
    | 'CANCELLED'
    | 'DUPLICATE'
    | 'NO_KNOWLEDGE'
    | 'NOT_AS_DESCRIBED'
    | 'NOT_RECEIVED'
    | 'PAID_BY_OTHER_MEANS'
    | 'CUSTOMER_REQUESTS_CREDIT'
    | 'EMV_LIABILITY_SHIFT';
  state: DisputeState;
  due_at: string;
  disputed_payment: { payment_id: string };
  card_brand: string;
  created_at: string;
  updated_at: string;
  reported_at: string;
  brand_dispute_id: string;
  version: number;
  location_id: string;
}

/** The card behind a token. */
export interface SquareToken {
  face: MaskedCard;
  /** The code with which the bank declines the card. */
  declines?: string;
  /** The code with which the bank later declines the card on file. */
  declinesOnFile?: string;
  used?: boolean;
}

/** The first response under an idempotency key. */
export interface StoredResponse {
  /** The request's body. */
  body: string;
  status: number;
  answer: object;
  /** The id of the payment that was created. */
  payment?: string;
}

/** The objects that the practice provider stores. */
export interface SquareObjects {
  customer: SquareCustomer;
  card: SquareCardOnFile;
  /** The code with which a card on file is declined. */
  cardDeclines: string;
  payment: SquarePayment;
  refund: SquareRefund;
  dispute: SquareDispute;
  token: SquareToken;
  answer: StoredResponse;
}
