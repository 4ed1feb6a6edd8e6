import { fastify as createFastify, type FastifyInstance, type FastifyReply } from 'fastify';
import type { Journal } from './journal.ts';

/** A refusal with Square's response body. */
class SquareError extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, body: object) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
  }
}

type Category =
  | 'API_ERROR'
  | 'AUTHENTICATION_ERROR'
  | 'INVALID_REQUEST_ERROR'
  | 'RATE_LIMIT_ERROR'
  | 'PAYMENT_METHOD_ERROR'
  | 'REFUND_ERROR';

interface ErrorDetails {
  category: Category;
  code: string;
  detail: string;
  field?: string;
}

const createError = (status: number, error: ErrorDetails, also = {}) =>
  new SquareError(status, { errors: [error], ...also });

/** Creates the refusal of an invalid request; `field` names the invalid field. */
export const createInvalidRequestError = (code: string, detail: string, field?: string): SquareError =>
  createError(400, { category: 'INVALID_REQUEST_ERROR', code, detail, ...(field ? { field } : {}) });

export const createNotFoundError = (what: string): SquareError =>
  createError(404, { category: 'INVALID_REQUEST_ERROR', code: 'NOT_FOUND', detail: `${what} was not found.` });

export const createUnauthorizedError = (): SquareError =>
  createError(401, {
    category: 'AUTHENTICATION_ERROR',
    code: 'UNAUTHORIZED',
    detail: 'This request could not be authorized.',
  });

/** Creates the refusal of a declined card. As at Square, the response to a charge contains the failed payment. */
export const createDeclinedError = (code: string, payment?: object): SquareError =>
  createError(
    402,
    { category: 'PAYMENT_METHOD_ERROR', code, detail: `Authorization error: '${code}'` },
    payment ? { payment } : {},
  );

/** Creates the error that Square, or a proxy in front of it, sends when it is overloaded or unavailable. */
export function createServiceError(status: number): SquareError {
  if (status === 429) {
    return createError(429, { category: 'RATE_LIMIT_ERROR', code: 'RATE_LIMITED', detail: 'Too many requests.' });
  }
  const code = status === 503 ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR';
  return createError(status, { category: 'API_ERROR', code, detail: 'An internal error has occurred.' });
}

export interface ApiRequest {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: Readonly<Record<string, unknown>>;
}

/** Registers a route. `answer` returns the response, or throws a `SquareError` to refuse. */
export type RegisterRoute = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  answer: (ask: ApiRequest) => object,
) => void;

interface ApiServerOptions {
  faults: FaultInjector;
  journal: Pick<Journal, 'transaction'>;
  accessToken: string;
}

/** Creates the API server. It checks the access token, and makes a request fail if `faults` has an entry for it. */
export function createApiServer({ faults, journal, accessToken }: ApiServerOptions): {
  fastify: FastifyInstance;
  serve: RegisterRoute;
} {
  const refuseSchema = () => {
    throw new Error('This server doesn’t support JSON Schemas of routes.');
  };
  const fastify = createFastify({
    logger: false,
    bodyLimit: 64 * 1024,
    forceCloseConnections: true,
    // Without these, Fastify would load the compilers of JSON Schema
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
  });
  fastify.setNotFoundHandler((_, reply) => {
    const error = { category: 'INVALID_REQUEST_ERROR', code: 'NOT_FOUND', detail: 'Resource not found.' };
    return reply.code(404).send({ errors: [error] });
  });
  fastify.setErrorHandler(({ statusCode = 500 }: { statusCode?: number }, _, reply) =>
    send(
      reply,
      statusCode < 500
        ? createInvalidRequestError('EXPECTED_JSON_BODY', 'The body is not JSON.')
        : createServiceError(500),
    ),
  );
  const serve: RegisterRoute = (method, url, answer) =>
    fastify.route({
      method,
      url,
      handler: (request, reply) => {
        const fault = faults.take(`${method} ${url}`);
        if (typeof fault === 'number') return send(reply, createServiceError(fault));
        if (fault === 'break before') return breakConnection(reply);
        const { headers, params, query, body } = request;
        const done = journal.transaction(() =>
          attempt(() => {
            authenticate(headers, accessToken);
            return answer({ params, query, body: body ?? {} } as ApiRequest);
          }),
        );
        if (fault === 'break after') return breakConnection(reply);
        if (fault === 'stall after') {
          reply.hijack();
          return faults.onStalled((body as { idempotency_key?: string } | null)?.idempotency_key ?? '');
        }
        reply.header('square-version', headers['square-version'] ?? '');
        return send(reply, done);
      },
    });
  return { fastify, serve };
}

function attempt(answer: () => object): object {
  try {
    return answer();
  } catch (error) {
    if (error instanceof SquareError) return error;
    throw error;
  }
}

const send = (reply: FastifyReply, done: object) =>
  done instanceof SquareError ? reply.code(done.status).send(done.body) : reply.send(done);

function breakConnection(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

function authenticate(headers: Record<string, string | string[] | undefined>, accessToken: string): void {
  if (headers.authorization !== `Bearer ${accessToken}`) throw createUnauthorizedError();
  if (!/^\d{4}-\d{2}-\d{2}$/.test(`${headers['square-version'] ?? '2026-01-01'}`)) {
    throw createInvalidRequestError('INVALID_SQUARE_VERSION_FORMAT', 'A version must be a date.');
  }
}

/**
 * Runs a request only once per idempotency key if it succeeds or the payment is declined: the same request then gets
 * the first response again, and a different request with the same key is refused. After any other error, the key may be
 * used again.
 */
export function runIdempotently(
  journal: Journal,
  { endpoint, body }: { endpoint: string; body: ApiRequest['body'] },
  make: () => { answer: object; payment?: string },
): object {
  const key = requireText(body, 'idempotency_key', 45);
  const sent = JSON.stringify(body);
  const id = `${endpoint} ${key}`;
  const first = journal.get('answer', id);
  if (first && first.body !== sent) {
    throw createInvalidRequestError(
      'IDEMPOTENCY_KEY_REUSED',
      'Different request parameters used for the same idempotency_key.',
    );
  }
  if (first && first.status !== 200) throw new SquareError(first.status, first.answer);
  if (first) return first.answer;
  try {
    const { answer, payment } = make();
    journal.put('answer', id, { body: sent, status: 200, answer, ...(payment ? { payment } : {}) });
    return answer;
  } catch (error) {
    // Of the refusals, only the bank's is stored: after a mistake in the request, a corrected one may use the same key
    if (error instanceof SquareError && error.status === 402) {
      journal.put('answer', id, { body: sent, status: 402, answer: error.body });
    }
    throw error;
  }
}

/** @throws SquareError if the text is missing, empty or too long */
export function requireText(body: ApiRequest['body'], field: string, longest = 500): string {
  const value = body[field];
  if (typeof value !== 'string' || value === '')
    throw createInvalidRequestError('MISSING_REQUIRED_PARAMETER', `Missing: ${field}`, field);
  if (value.length > longest)
    throw createInvalidRequestError('VALUE_TOO_LONG', `At most ${longest} characters.`, field);
  return value;
}

/** Returns an optional text; undefined if it is missing or empty. */
export const getOptionalText = (body: ApiRequest['body'], field: string): string | undefined =>
  typeof body[field] === 'string' && body[field] !== '' ? body[field] : undefined;

/** Returns a nested object; empty if it is missing. */
export const getNestedObject = (body: ApiRequest['body'], field: string): ApiRequest['body'] =>
  typeof body[field] === 'object' && body[field] !== null ? (body[field] as ApiRequest['body']) : {};

/**
 * Parses an amount in pence, which Square's SDK sends as a plain number.
 *
 * @throws SquareError if it isn't a whole number of at least 1, or the currency isn't GBP
 */
export function parseMoney(body: ApiRequest['body']): { amount: number; currency: string } {
  const { amount, currency } = getNestedObject(body, 'amount_money');
  if (typeof amount !== 'number' || !Number.isInteger(amount)) {
    throw createInvalidRequestError('EXPECTED_INTEGER', 'An amount must be a whole number.', 'amount_money.amount');
  }
  if (amount < 1)
    throw createInvalidRequestError('VALUE_TOO_LOW', 'An amount must be at least 1.', 'amount_money.amount');
  if (currency !== 'GBP')
    throw createInvalidRequestError('INVALID_VALUE', 'This location takes GBP.', 'amount_money.currency');
  return { amount, currency };
}

/** A simulated failure of a request. */
export type Fault =
  /** The connection breaks before the request is handled, or after. */
  | 'break before'
  | 'break after'
  /** The request is handled, but the response never comes. */
  | 'stall after'
  /** The response has this status, and the request has no effect. */
  | 429
  | 500
  | 503;

/** Lets tests make requests fail. */
export interface FaultInjector {
  /** Makes the next `times` requests to a route, such as `POST /v2/payments`, fail. */
  next: (route: string, fault: Fault, times?: number) => void;
  /** Removes and returns the next failure of a route; undefined if there is none. */
  take: (route: string) => Fault | undefined;
  /** Called with the idempotency key, or "", when a response is never sent. */
  onStalled: (key: string) => void;
  /** True if new refunds stay pending until the dashboard completes or rejects them. */
  holdsRefunds: boolean;
}

/** Creates a fault injector. No request fails until `next` is called. */
export function createFaultInjector(): FaultInjector {
  const waiting: { route: string; fault: Fault }[] = [];
  return {
    onStalled: () => {},
    holdsRefunds: false,
    next(route, fault, times = 1) {
      for (let time = 0; time < times; time++) waiting.push({ route, fault });
    },
    take(route) {
      const place = waiting.findIndex((one) => one.route === route);
      return place < 0 ? undefined : waiting.splice(place, 1)[0]?.fault;
    },
  };
}
