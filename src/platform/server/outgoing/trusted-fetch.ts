import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { request as requestHttp } from '../program/node-http.ts';

/** Thrown if a request to a service gets no usable response. A job stores the `code`. */
export class ExternalServiceError extends Error {
  /**
   * `ETIMEDOUT` and `EBROKEN`: nobody knows if the service has done the work. `EREDIRECT`, `ETOOLARGE`, `EELSEWHERE`:
   * the service redirects, its response is too large, or the request is for another origin; in these cases a retry
   * won't help.
   */
  readonly code: 'ETIMEDOUT' | 'EBROKEN' | 'EREDIRECT' | 'ETOOLARGE' | 'EELSEWHERE';

  constructor(code: ExternalServiceError['code'], cause?: unknown) {
    super(`An external service gave no usable response: ${code}`, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

export interface OutgoingRequest {
  /** Default: `GET`. */
  method?: 'GET' | 'POST' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  signal?: AbortSignal;
}

/** A response that has arrived in full. */
export interface FetchedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends one request, and resolves with the response; rejects if none arrives in full. */
export type SendRequestOnce = (url: URL, request: OutgoingRequest, maxBytes?: number) => Promise<FetchedResponse>;

/** The default maximum size of a response in bytes. */
const defaultMaxBytes = 1024 * 1024;

/**
 * Sends a request without following redirects. It uses Node's `http` (`program/node-http.ts` says why not `fetch`),
 * which keeps connections open for the next request.
 * @throws ExternalServiceError `ETOOLARGE` if the response has more than `maxBytes`; other errors as Node throws them
 */
export const sendRequestOnce: SendRequestOnce = async (
  url,
  { method = 'GET', headers = {}, body, signal },
  maxBytes = defaultMaxBytes,
) => {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const sent = request(url, { method, headers, ...(signal ? { signal } : {}) });
  // `once` reports an error until the response begins; after that, reading the response does
  sent.on('error', () => {});
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new ExternalServiceError('ETOOLARGE');
    pieces.push(piece);
  }
  return { status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(pieces).toString() };
};

/** Fetches from one service. */
export type TrustedFetch = (url: URL, request?: OutgoingRequest) => Promise<FetchedResponse>;

export interface TrustedFetchOptions {
  /** `https://connect.example`. Nothing is ever sent to another origin, because requests carry secrets. */
  origin: string;
  /**
   * Returns true if a request that changes something may be sent a second time, because the service recognises it by a
   * key in its body. Requests that only read may always be repeated.
   */
  isIdempotent: (body: string) => boolean;
  /** The maximum time in milliseconds of one attempt, including the response. */
  patience?: number;
  attempts?: number;
  /** The maximum number of bytes of a response. */
  maxBytes?: number;
  /** Sends a single request. Tests replace it. */
  send?: SendRequestOnce;
  sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>;
  random?: () => number;
  clock?: () => Date;
  timeout?: (ms: number) => AbortSignal;
}

/**
 * The longest pause between attempts, in milliseconds. If the service asks for a longer one, the response is returned
 * at once. A job should then retry, because it delays no other work.
 */
const maxPauseMs = 10_000;
const minPauseMs = 250;

/**
 * Statuses that may be temporary. A declined payment (402) or a bad request (400) isn't retried, because its result
 * would be the same.
 */
const temporaryStatuses = new Set([429, 500, 502, 503, 504]);

/**
 * Creates a function that fetches from one trusted external service, such as a payment provider. It limits time and
 * response size, and follows no redirects. It retries temporary failures with the same body, after growing pauses.
 * Requests that aren't idempotent are never retried.
 *
 * @throws ExternalServiceError if there is no usable response. Otherwise the last response is returned unchanged,
 * whatever its status
 */
export function createTrustedFetch({
  origin,
  isIdempotent: knowsAgain,
  patience: attemptTimeoutMs = 10_000,
  attempts = 4,
  maxBytes = defaultMaxBytes,
  send = sendRequestOnce,
  sleep = (ms, signal) => pause(ms, undefined, signal ? { signal } : {}),
  random = Math.random,
  clock = () => new Date(),
  timeout = AbortSignal.timeout,
}: TrustedFetchOptions): TrustedFetch {
  async function attempt(url: URL, request: OutgoingRequest): Promise<FetchedResponse> {
    const late = timeout(attemptTimeoutMs);
    const signal = request.signal ? AbortSignal.any([late, request.signal]) : late;
    try {
      const response = await send(url, { ...request, signal }, maxBytes);
      if (response.status >= 300 && response.status < 400) throw new ExternalServiceError('EREDIRECT');
      return response;
    } catch (error) {
      if (error instanceof ExternalServiceError || request.signal?.aborted) throw error;
      throw new ExternalServiceError(late.aborted ? 'ETIMEDOUT' : 'EBROKEN', error);
    }
  }

  /** Returns the milliseconds to wait before the next attempt; undefined if there is none. */
  function pauseAfter(outcome: FetchedResponse | ExternalServiceError, tried: number): number | undefined {
    const isPassing =
      outcome instanceof ExternalServiceError
        ? ['ETIMEDOUT', 'EBROKEN'].includes(outcome.code)
        : temporaryStatuses.has(outcome.status);
    if (!isPassing || tried >= attempts) return undefined;
    const waitMs = outcome instanceof ExternalServiceError ? undefined : retryAfter(outcome, clock());
    if (waitMs !== undefined) return waitMs <= maxPauseMs ? waitMs : undefined;
    // The pause is random, so that clients refused at the same time don't retry at the same time
    const maxMs = Math.min(maxPauseMs, minPauseMs * 2 ** tried);
    return maxMs / 2 + (random() * maxMs) / 2;
  }

  return async (url, request = {}) => {
    if (url.origin !== origin) throw new ExternalServiceError('EELSEWHERE');
    const { method = 'GET', body = '', signal } = request;
    const mayRepeat = method === 'GET' || knowsAgain(body);
    for (let tried = 1; ; tried++) {
      const outcome = await attempt(url, request).catch((error: unknown) => {
        if (error instanceof ExternalServiceError) return error;
        throw error;
      });
      const ms = mayRepeat ? pauseAfter(outcome, tried) : undefined;
      if (ms === undefined) {
        if (outcome instanceof ExternalServiceError) throw outcome;
        return outcome;
      }
      await sleep(ms, signal);
    }
  };
}

/**
 * Returns the milliseconds to wait according to the `Retry-After` header, which contains seconds or a date; undefined
 * without a valid header.
 */
function retryAfter({ headers }: FetchedResponse, now: Date): number | undefined {
  const after = headers['retry-after'];
  if (after === undefined) return undefined;
  const ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
