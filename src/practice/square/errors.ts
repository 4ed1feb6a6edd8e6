/** A refusal with Square's response body. */
export class SquareError extends Error {
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
