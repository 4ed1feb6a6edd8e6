import type { ZodType } from 'zod';
import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { ContentSources } from '#platform/server/http/response/security-headers.ts';
import type { WebhookDelivery } from '#platform/server/http/routes/webhook.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { CardFormConfig } from '../../contract.ts';

/** A payment as its provider reports it. */
export interface ProviderPayment {
  /** The provider's id. */
  id: string;
  status: 'PENDING' | 'COMPLETED' | 'FAILED';
  pence: number;
  /** The id of the intent that it was made for. "" if it wasn't made on a site. */
  reference: Id;
  /** The provider's fee in pence. Undefined until it is known. */
  fee: number | undefined;
  cardBrand: string;
  last4: string;
  refundedPence: number;
  /** The provider's ids of the payment's refunds. */
  refundIds: readonly string[];
  /** The code of a failure, for `formatDecline`. "" if the payment hasn't failed. */
  code: string;
}

/** A refund as its provider reports it. */
export interface ProviderRefund {
  id: string;
  status: 'PENDING' | 'COMPLETED' | 'REJECTED' | 'FAILED';
  pence: number;
  /** The provider's id of the refunded payment. */
  paymentId: string;
  createdAt: Instant;
}

/** A dispute as its provider reports it. */
export interface ProviderDispute {
  id: string;
  /**
   * `WON`, `LOST`, `ACCEPTED` and `INQUIRY_CLOSED` are final. In a state that ends in `EVIDENCE_REQUIRED`, the society
   * has to respond. In all other states, it waits for the bank.
   */
  state: string;
  /** The cardholder's reason, for `formatDisputeReason`. */
  reason: string;
  pence: number;
  /** The provider's id of the disputed payment. */
  paymentId: string;
  /** The time by which the society has to respond. "" if there is none. */
  dueAt: Instant | '';
  createdAt: Instant;
}

/** A card that the provider has stored. */
export interface ProviderCard {
  id: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  postcode: string;
}

export interface ProviderPaymentRequest {
  /** The idempotency key and the reference. Several requests with the same id make only one payment. */
  id: Id;
  pence: number;
  /** The token of a card form, or the id of a stored card. */
  source: string;
  /** The provider's id of the stored card's customer. */
  customer?: string;
  /** The token of the buyer's verification by the bank. */
  verification?: string;
  locationId: string;
  /** The note in the provider's dashboard. */
  note: string;
}

/**
 * A service that charges cards. It must recognise repeated requests by a key: a request without a response is repeated
 * under the same key, or looked up. The names of codes are part of this interface, because stored rows contain them,
 * whichever version stored them. They are Square's names, into which the adapter of another provider translates its
 * own. All methods that send a request throw `PaymentProviderError` if it fails.
 */
export interface PaymentProvider {
  /** The provider's name in sentences: "Square". */
  readonly name: string;
  readonly environment: PaymentEnvironment;
  /** The provider's id of the account or place that receives the money. */
  readonly locationId: string;
  /** The data that the card form needs in the browser. */
  readonly cardForm: CardFormConfig;
  /** The sources that a page with the card form may load from. Undefined if they are the site's own. */
  readonly cardFormSources: ContentSources | undefined;

  /** Charges a card. Undefined if the provider's response names no payment. */
  createPayment: (request: ProviderPaymentRequest) => Promise<ProviderPayment | undefined>;
  getPayment: (paymentId: string) => Promise<ProviderPayment | undefined>;
  /** Makes sure that the payment requested under this id is never made. Throws a final error if it has been made. */
  cancelPayment: (id: Id) => Promise<void>;
  /** Lists the payments of a location since a time. The list may lag by some seconds. */
  listPayments: (filter: { since: Instant; locationId: string }) => AsyncIterable<ProviderPayment>;

  /** Refunds all or part of a payment. `id` is the idempotency key. */
  createRefund: (request: {
    id: Id;
    paymentId: string;
    pence: number;
    reason: string;
  }) => Promise<ProviderRefund | undefined>;
  getRefund: (refundId: string) => Promise<ProviderRefund | undefined>;
  /** Lists the refunds since a time. Without a location, it lists those of all locations. */
  listRefunds: (filter: { since: Instant; locationId?: string }) => AsyncIterable<ProviderRefund>;
  getDispute: (disputeId: string) => Promise<ProviderDispute | undefined>;
  /** Lists all disputes of a location. */
  listDisputes: (filter: { locationId: string }) => AsyncIterable<ProviderDispute>;

  /** Creates a customer, who owns stored cards. `key` is the idempotency key. */
  createCustomer: (customer: {
    key: string;
    userId: Id;
    givenName: string;
    familyName: string;
    email: string;
  }) => Promise<{ id: string }>;
  /** Finds the customer that was created for a member. Undefined if there is none. */
  findCustomer: (userId: Id) => Promise<{ id: string } | undefined>;
  /** Deletes a customer with all cards. Does nothing if there is no such customer. */
  deleteCustomer: (customerId: string) => Promise<void>;
  /** Stores a card. `key` is the idempotency key. */
  storeCard: (card: {
    key: string;
    token: string;
    verification?: string;
    customerId: string;
    userId: Id;
  }) => Promise<ProviderCard>;
  disableCard: (cardId: string) => Promise<void>;

  /** Returns true if the provider has signed this event. */
  isSigned: (delivery: WebhookDelivery) => boolean;
}

/**
 * The part of an event that identifies what has changed. The states in an event aren't trusted, so they aren't read.
 */
export interface ProviderEvent {
  eventId: string;
  /** The kind of object that the event is about. Undefined if it is none of these. */
  kind: 'payment' | 'refund' | 'dispute' | undefined;
  /** The provider's id of the payment, refund or dispute. */
  id: string;
  /** The reference of a payment. "" if it has none. */
  reference: Id;
  /** The provider's id of the payment that was refunded. "" if it isn't named. */
  paymentId: string;
}

/** The webhook for a provider's events. It is served whether or not the provider is in use. */
export interface ProviderWebhook {
  provider: string;
  path: string;
  /** The name under which the ids of handled events are stored. */
  service: string;
  event: ZodType<ProviderEvent>;
}

/**
 * The reason for a failure:
 * - `refused`: the provider or the bank has decided against it. Nothing was done.
 * - `source used`: the token was used before, perhaps by an earlier attempt of this request.
 * - `key used`: the key was used before, for a request with other content. The result of that request can only be found
 * in the list.
 * - `credentials`: our access was refused. Nothing was done.
 * - `rate limit`: there were too many requests. Nothing was done, and a later attempt may succeed.
 * - `unknown`: there was no usable response, so it may have been done or not. It has to be looked up.
 */
export type ProviderFailureReason = 'refused' | 'source used' | 'key used' | 'credentials' | 'rate limit' | 'unknown';

/**
 * Thrown if a provider refused a request, or if it isn't known what came of the request. The message contains no text
 * from the provider, which might repeat the request.
 */
export class PaymentProviderError extends Error {
  readonly reason: ProviderFailureReason;
  /** The provider's error code, such as `CVV_FAILURE`. */
  readonly code: string;

  constructor(
    message: string,
    { reason, code, cause }: { reason: ProviderFailureReason; code: string; cause?: unknown },
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.code = code;
  }

  /** False after a rate limit or without a usable response, when a later attempt or look-up may still succeed. */
  get isFinal(): boolean {
    return this.reason !== 'unknown' && this.reason !== 'rate limit';
  }
}

/**
 * Returns the error if a provider threw it.
 * @throws any other error
 */
export function requireProviderError(error: unknown): PaymentProviderError {
  if (error instanceof PaymentProviderError) return error;
  throw error;
}

declare module '#platform/server/feature/feature.ts' {
  interface Services {
    /** Charges cards. Undefined if paying by card is off. */
    paymentProvider: PaymentProvider | undefined;
  }
}

/** Returns the data of the card form. Null if the site takes no cards. */
export const getCardFormConfig = (provider: PaymentProvider | undefined): CardFormConfig | null =>
  provider?.cardForm ?? null;

/**
 * Returns the Content-Security-Policy sources that a page with a card form needs. Returns {} if the site takes no
 * cards, or the form comes from the site itself.
 */
export const buildCardFormCsp = (provider: PaymentProvider | undefined): { csp?: ContentSources } =>
  provider?.cardFormSources ? { csp: provider.cardFormSources } : {};
