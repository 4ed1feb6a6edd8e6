import { z } from 'zod';
import {
  createTrustedFetch,
  ExternalServiceError,
  type TrustedFetchOptions,
} from '#platform/server/outgoing/trusted-fetch.ts';
import { type FailureReason, PaymentProviderError } from '../provider/payment-provider.ts';

/** The version of Square's API that the adapter was written for. Square serves old versions unchanged. */
const squareVersion = '2026-09-16';

/** A request to Square's REST API, with the schema of its response. */
export interface SquareRequest<Response> {
  method: 'GET' | 'POST' | 'DELETE';
  /** The path's segments after `/v2`. */
  path: readonly string[];
  /** Parameters that are undefined are left out. */
  query?: Readonly<Record<string, string | undefined>>;
  body?: object;
  response: z.ZodType<Response>;
}

/** Sends requests to Square. Throws `PaymentProviderError`. */
export type SendToSquare = <Response>(request: SquareRequest<Response>) => Promise<Response>;

/** The limits and retries of requests, and the function that sends them. Tests replace them. */
export type SquareFetchOptions = Partial<Omit<TrustedFetchOptions, 'origin' | 'isIdempotent'>>;

/**
 * Creates a client of Square's REST API. It limits the time of requests and the size of responses, and repeats only
 * requests that can't take effect twice.
 */
export function createSquareClient(
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
  throw new PaymentProviderError(`Square did not answer: ${code}`, { reason: 'unknown', code, cause: error });
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
  return new PaymentProviderError(`Square answered ${status} ${code}`, { reason: toFailureReason(status, code), code });
}

function toFailureReason(status: number, code: string): FailureReason {
  if (status === 429) return 'rate limit';
  if (status < 400 || status >= 500 || status === 408) return 'unknown';
  if (status === 401 || status === 403) return 'credentials';
  if (code === 'IDEMPOTENCY_KEY_REUSED') return 'key used';
  return usedSourceCodes.has(code) ? 'source used' : 'refused';
}
