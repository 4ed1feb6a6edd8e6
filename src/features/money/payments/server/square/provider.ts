import { z } from 'zod';
import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import type { ContentSources } from '#platform/server/http/response/security-headers.ts';
import { isValidSignature } from '#platform/server/http/routes/webhook.ts';
import {
  createTrustedFetch,
  ExternalServiceError,
  type TrustedFetchOptions,
} from '#platform/server/outgoing/trusted-fetch.ts';
import {
  type PaymentProvider,
  PaymentProviderError,
  type ProviderFailureReason,
  type ProviderPayment,
  type ProviderWebhook,
  requireProviderError,
} from '../provider/payment-provider.ts';
import * as objects from './objects.ts';

/** The credentials and identifiers for access to Square or the practice provider. */
export interface SquareAccess {
  environment: PaymentProvider['environment'];
  baseUrl: string;
  accessToken: string;
  applicationId: string;
  locationId: string;
  /** The key with which Square signs events. */
  signatureKey: string;
}

export const squareBaseUrls = {
  sandbox: 'https://connect.squareupsandbox.com',
  production: 'https://connect.squareup.com',
} as const;

const name = 'Square';
const signatureHeader = 'x-square-hmacsha256-signature';

const toMoney = (pence: number) => ({ amount: pence, currency: 'GBP' });

/**
 * Creates the payment provider for Square. The practice provider has the same API at another address. `how` overrides
 * the time limit and the retries of requests.
 */
export function createSquareProvider(
  { environment, locationId, applicationId, signatureKey, ...access }: SquareAccess,
  how: SquareFetchOptions = {},
): PaymentProvider {
  const send = createSquareClient(access, how);
  return {
    name,
    environment,
    locationId,
    cardForm: {
      ...{ provider: name, environment, script: getCardFormScriptUrl(environment) },
      ...{ application_id: applicationId, location_id: locationId },
    },
    cardFormSources: getCardFormSources(environment),
    ...createPaymentCalls(send),
    ...createRefundCalls(send),
    ...createCustomerCalls(send),
    isSigned: ({ headers, url, body }) =>
      isValidSignature(headers[signatureHeader], { key: signatureKey, content: [url, body] }),
  };
}

const createPaymentCalls = (
  send: SendToSquare,
): Pick<PaymentProvider, 'createPayment' | 'getPayment' | 'cancelPayment' | 'listPayments'> => ({
  async createPayment({ id, pence, source, customer, verification, locationId, note }) {
    const body = {
      idempotency_key: id,
      source_id: source,
      amount_money: toMoney(pence),
      location_id: locationId,
      reference_id: id,
      note,
      ...(customer ? { customer_id: customer } : {}),
      ...(verification ? { verification_token: verification } : {}),
    };
    const path = ['payments'];
    return readPayment(await send({ method: 'POST', path, body, response: objects.PaymentResponse }));
  },
  async getPayment(paymentId) {
    const path = ['payments', paymentId];
    return readPayment(await send({ method: 'GET', path, response: objects.PaymentResponse }));
  },
  async cancelPayment(id) {
    const body = { idempotency_key: id };
    await send({ method: 'POST', path: ['payments', 'cancel'], body, response: objects.IgnoredResponse });
  },
  listPayments: ({ since, locationId }) =>
    iteratePages(send, {
      path: ['payments'],
      query: { begin_time: since, location_id: locationId },
      response: objects.PaymentList,
    }),
});

const readPayment = ({ payment }: { payment?: ProviderPayment | null | undefined }) => payment ?? undefined;

const createRefundCalls = (
  send: SendToSquare,
): Pick<PaymentProvider, 'createRefund' | 'getRefund' | 'listRefunds' | 'getDispute' | 'listDisputes'> => ({
  async createRefund({ id, paymentId, pence, reason }) {
    const body = { idempotency_key: id, payment_id: paymentId, amount_money: toMoney(pence), reason };
    const path = ['refunds'];
    return (await send({ method: 'POST', path, body, response: objects.RefundResponse })).refund ?? undefined;
  },
  async getRefund(refundId) {
    const path = ['refunds', refundId];
    return (await send({ method: 'GET', path, response: objects.RefundResponse })).refund ?? undefined;
  },
  listRefunds: ({ since, locationId }) =>
    iteratePages(send, {
      path: ['refunds'],
      query: { begin_time: since, location_id: locationId },
      response: objects.RefundList,
    }),
  async getDispute(disputeId) {
    const path = ['disputes', disputeId];
    return (await send({ method: 'GET', path, response: objects.DisputeResponse })).dispute ?? undefined;
  },
  listDisputes: ({ locationId }) =>
    iteratePages(send, { path: ['disputes'], query: { location_id: locationId }, response: objects.DisputeList }),
});

const createCustomerCalls = (
  send: SendToSquare,
): Pick<PaymentProvider, 'createCustomer' | 'findCustomer' | 'deleteCustomer' | 'storeCard' | 'disableCard'> => ({
  async createCustomer({ key, userId, givenName, familyName, email }) {
    const body = {
      idempotency_key: key,
      given_name: givenName,
      family_name: familyName,
      email_address: email,
      reference_id: userId,
    };
    return (await send({ method: 'POST', path: ['customers'], body, response: objects.CustomerResponse })).customer;
  },
  async findCustomer(userId) {
    const body = { query: { filter: { reference_id: { exact: userId } } } };
    const path = ['customers', 'search'];
    return (await send({ method: 'POST', path, body, response: objects.CustomerList })).customers?.[0];
  },
  async deleteCustomer(customerId) {
    const path = ['customers', customerId];
    await send({ method: 'DELETE', path, response: objects.IgnoredResponse }).catch((error: unknown) => {
      if (requireProviderError(error).code !== 'NOT_FOUND') throw error;
    });
  },
  async storeCard({ key, token, verification, customerId, userId }) {
    const body = {
      idempotency_key: key,
      source_id: token,
      card: { customer_id: customerId, reference_id: userId },
      ...(verification ? { verification_token: verification } : {}),
    };
    return (await send({ method: 'POST', path: ['cards'], body, response: objects.CardResponse })).card;
  },
  async disableCard(cardId) {
    await send({ method: 'POST', path: ['cards', cardId, 'disable'], response: objects.IgnoredResponse });
  },
});

/** Yields all items of a list that Square returns in pages. */
async function* iteratePages<Item>(
  send: SendToSquare,
  { query, ...request }: Omit<SquareRequest<{ items: Item[]; next: string }>, 'method' | 'body'>,
): AsyncGenerator<Item> {
  let cursor: string | undefined;
  do {
    const { items, next } = await send({ ...request, method: 'GET', query: { ...query, cursor } });
    yield* items;
    cursor = next;
  } while (cursor !== '');
}

export const squareWebhook: ProviderWebhook = {
  provider: name,
  path: '/hooks/square',
  service: 'square',
  event: objects.SquareEvent,
};

/** The origins from which Square's script is loaded (`script`), and to which it sends requests (`asks`). */
const squareHosts = {
  sandbox: { script: 'https://sandbox.web.squarecdn.com', asks: 'https://pci-connect.squareupsandbox.com' },
  production: { script: 'https://web.squarecdn.com', asks: 'https://pci-connect.squareup.com' },
} as const;

/** Returns the URL of Square's script, or of the practice provider's script with the same functions. */
export const getCardFormScriptUrl = (environment: PaymentEnvironment): string =>
  environment === 'practice' ? '/practice/square.js' : `${squareHosts[environment].script}/v1/square.js`;

/**
 * Returns the Content-Security-Policy sources that a card form needs; undefined for the practice form, which comes from
 * the site itself. Square's script and form have their own sources, and banks may show their challenge in a frame from
 * anywhere.
 */
export function getCardFormSources(environment: PaymentEnvironment): ContentSources | undefined {
  if (environment === 'practice') return undefined;
  const { script, asks } = squareHosts[environment];
  return {
    'script-src': [script],
    'style-src': [script],
    'font-src': ['https://square-fonts-production-f.squarecdn.com', 'https://d1g145x70srn7h.cloudfront.net'],
    'connect-src': [script, asks],
    'frame-src': ['https:'],
  };
}

/** The version of Square's API that the adapter was written for. Square serves old versions unchanged. */
const squareVersion = '2026-09-16';

/** A request to Square's REST API, with the schema of its response. */
interface SquareRequest<Response> {
  method: 'GET' | 'POST' | 'DELETE';
  /** The path's segments after `/v2`. */
  path: readonly string[];
  /** Parameters that are undefined are left out. */
  query?: Readonly<Record<string, string | undefined>>;
  body?: object;
  response: z.ZodType<Response>;
}

/** Sends a request to Square. Throws `PaymentProviderError` if it fails or the response can't be read. */
type SendToSquare = <Response>(request: SquareRequest<Response>) => Promise<Response>;

/** The limits and retries of requests, and the function that sends them. Tests replace them. */
type SquareFetchOptions = Partial<Omit<TrustedFetchOptions, 'origin' | 'isIdempotent'>>;

/**
 * Creates a client of Square's REST API. It limits the time of requests and the size of responses, and repeats only
 * requests that can't take effect twice.
 */
function createSquareClient(
  { baseUrl, accessToken }: { baseUrl: string; accessToken: string },
  how: SquareFetchOptions,
): SendToSquare {
  const send = createTrustedFetch({
    ...how,
    origin: new URL(baseUrl).origin,
    // Square recognises a repeated key. Requests without a body only read, disable a card or delete a customer
    isIdempotent: (body) => body === '' || body.includes('"idempotency_key"'),
  });
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${accessToken}`,
    'square-version': squareVersion,
  };
  return async ({ method, path, query = {}, body, response: schema }) => {
    const url = new URL(`/v2/${path.map(encodeURIComponent).join('/')}`, baseUrl);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
    const content =
      body === undefined
        ? { headers }
        : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await send(url, { method, ...content }).catch(throwUnknownOutcome);
    const json = parseJson(response.text);
    if (response.status < 200 || response.status > 299) throw createRefusal(response.status, json);
    const parsed = schema.safeParse(json);
    if (parsed.success) return parsed.data;
    // The text of the response is left out, because it may repeat the request
    const code = `HTTP_${response.status}`;
    throw new PaymentProviderError(`Square’s response to ${path[0]} can’t be read`, { reason: 'unknown', code });
  };
}

function throwUnknownOutcome(error: unknown): never {
  if (!(error instanceof ExternalServiceError)) throw error;
  const { code } = error;
  throw new PaymentProviderError(`Square didn’t respond: ${code}`, { reason: 'unknown', code, cause: error });
}

/** Parses JSON. Returns undefined for any other text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const Refusal = z.object({ errors: z.tuple([z.object({ code: z.string().min(1).max(100) })], z.unknown()) });

/** Codes that mean that an earlier request has used the card's token. */
const usedSourceCodes = new Set(['CARD_TOKEN_USED', 'SOURCE_USED']);

function createRefusal(status: number, json: unknown): PaymentProviderError {
  const code = Refusal.safeParse(json).data?.errors[0].code ?? `HTTP_${status}`;
  return new PaymentProviderError(`Square responded with ${status} ${code}`, {
    reason: toFailureReason(status, code),
    code,
  });
}

function toFailureReason(status: number, code: string): ProviderFailureReason {
  if (status === 429) return 'rate limit';
  if (status < 400 || status >= 500 || status === 408) return 'unknown';
  if (status === 401 || status === 403) return 'credentials';
  if (code === 'IDEMPOTENCY_KEY_REUSED') return 'key used';
  return usedSourceCodes.has(code) ? 'source used' : 'refused';
}
