import { setTimeout as pause } from 'node:timers/promises';

/** Thrown if a request to a service gets no usable response. A job stores the `code`. */
export class ExternalServiceError extends Error {
  /**
   * `ETIMEDOUT` and `EBROKEN`: nobody knows if the service has done the work. `EREDIRECT`, `ETOOLARGE`, `EELSEWHERE`:
   * the service redirects, its response is too large, or the request is for another origin; in these cases a retry
   * won't help.
   */
  readonly code: 'ETIMEDOUT' | 'EBROKEN' | 'EREDIRECT' | 'ETOOLARGE' | 'EELSEWHERE';

  constructor(code: ExternalServiceError['code'], cause?: unknown) {
    super(`An external service did not respond: ${code}`, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

export interface TrustedFetchOptions {
  /** `https://connect.example`. Nothing is ever sent to another origin, because requests carry secrets. */
  origin: string;
  /**
   * Returns true if a request that changes something may be sent a second time, because the service recognises it by a
   * key in its body. Requests that only read may always be repeated.
   */
  isIdempotent: (body: string) => boolean;
  /** The time in milliseconds for one attempt, including the response. */
  patience?: number;
  attempts?: number;
  /** The maximum number of bytes of a response. */
  mostBytes?: number;
  fetch?: typeof fetch;
  sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>;
  random?: () => number;
  clock?: () => Date;
  timeout?: (ms: number) => AbortSignal;
}

/**
 * The longest pause between attempts, in milliseconds. If the wait is longer, a job should retry, because it delays no
 * other work.
 */
const longestPause = 10_000;
const shortestPause = 250;

/**
 * Statuses that may be temporary. A declined payment (402) or a bad request (400) isn't retried, because its result
 * would be the same.
 */
const passing = new Set([429, 500, 502, 503, 504]);

/**
 * Creates a `fetch` for one trusted external service, such as a payment provider; the service's own client can use it.
 * It limits time and response size, and follows no redirects. It retries temporary failures with the same body, after
 * growing pauses. Requests that aren't idempotent are never retried.
 * @throws ExternalServiceError if no response was received; the last response is returned unchanged, whatever its
 * status
 */
export function createTrustedFetch({
  origin,
  isIdempotent: knowsAgain,
  patience = 10_000,
  attempts = 4,
  mostBytes = 1024 * 1024,
  fetch: ask = fetch,
  sleep = (ms, signal) => pause(ms, undefined, signal ? { signal } : {}),
  random = Math.random,
  clock = () => new Date(),
  timeout = AbortSignal.timeout,
}: TrustedFetchOptions): typeof fetch {
  async function attempt(request: Request, body: string | undefined): Promise<Response> {
    const late = timeout(patience);
    const signal = AbortSignal.any([late, request.signal]);
    try {
      const { method, headers } = request;
      const answer = await ask(request.url, {
        ...{ method, headers, signal, redirect: 'manual' },
        ...(body === undefined ? {} : { body }),
      });
      if (answer.status >= 300 && answer.status < 400) {
        await answer.body?.cancel();
        throw new ExternalServiceError('EREDIRECT');
      }
      return await whole(answer, mostBytes);
    } catch (error) {
      if (error instanceof ExternalServiceError || request.signal.aborted) throw error;
      throw new ExternalServiceError(late.aborted ? 'ETIMEDOUT' : 'EBROKEN', error);
    }
  }

  /** Returns the milliseconds to wait before the next attempt; undefined if there is none. */
  function pauseAfter(outcome: Response | ExternalServiceError, tried: number): number | undefined {
    const isPassing =
      outcome instanceof Response ? passing.has(outcome.status) : ['ETIMEDOUT', 'EBROKEN'].includes(outcome.code);
    if (!isPassing || tried >= attempts) return undefined;
    const waitMs = outcome instanceof Response ? retryAfter(outcome, clock()) : undefined;
    if (waitMs !== undefined) return waitMs <= longestPause ? waitMs : undefined;
    // The pause is random, so that clients refused at the same time don't retry at the same time
    const most = Math.min(longestPause, shortestPause * 2 ** tried);
    return most / 2 + (random() * most) / 2;
  }

  return async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin !== origin) throw new ExternalServiceError('EELSEWHERE');
    const body = request.body === null ? undefined : await request.text();
    const mayRepeat = request.method === 'GET' || request.method === 'HEAD' || knowsAgain(body ?? '');
    for (let tried = 1; ; tried++) {
      const outcome = await attempt(request, body).catch((error: unknown) => {
        if (error instanceof ExternalServiceError) return error;
        throw error;
      });
      const ms = mayRepeat ? pauseAfter(outcome, tried) : undefined;
      if (ms === undefined) {
        if (outcome instanceof ExternalServiceError) throw outcome;
        return outcome;
      }
      await sleep(ms, request.signal);
    }
  };
}

/** Returns the milliseconds in a `Retry-After` header, which contains seconds or a date. */
function retryAfter({ headers }: Response, now: Date): number | undefined {
  const after = headers.get('retry-after');
  if (after === null) return undefined;
  const ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Returns the response once it has arrived in full. */
async function whole(answer: Response, mostBytes: number): Promise<Response> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new ExternalServiceError('ETOOLARGE');
    pieces.push(piece);
  }
  const { status, statusText, headers } = answer;
  const isEmpty = status === 204 || status === 205;
  return new Response(isEmpty ? null : new Blob(pieces), { status, statusText, headers });
}
