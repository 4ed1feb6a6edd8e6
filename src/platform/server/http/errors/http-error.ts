import type { AuthenticationRequirement } from '#platform/shared/calls/call-response.ts';
import { formatWait } from '#platform/shared/dates/durations.ts';

/**
 * Thrown to refuse a request with a reason, usually by `refuse`. If a call is refused, its transaction is rolled back.
 */
export class HttpError extends Error {
  readonly code: number;
  readonly fields: Record<string, string> | undefined;

  constructor(code: number, msg: string, fields?: Record<string, string>) {
    super(msg);
    this.code = code;
    this.fields = fields;
  }
}

/**
 * Thrown if a call needs confirmation. The same call succeeds once it includes a confirmation. The response includes
 * the fields of `about`.
 */
export class ConfirmationRequiredError extends HttpError {
  readonly about: object;

  constructor(msg: string, about: object = {}) {
    super(409, msg);
    this.about = about;
  }
}

/**
 * Thrown if nobody is signed in, if the signed-in user isn't the one who opened the page, or if the user's
 * authentication isn't recent enough.
 */
export class AuthenticationRequiredError extends HttpError {
  readonly needs: AuthenticationRequirement;

  constructor(needs: AuthenticationRequirement) {
    super(needs === 'sign_in' ? 401 : 403, messages[needs]);
    this.needs = needs;
  }
}

const messages: Record<AuthenticationRequirement, string> = {
  sign_in: 'Sign in first, then you can carry on from here.',
  password: 'Please confirm your password first: you haven’t entered it in the last ten minutes.',
  second_factor:
    'Please confirm your second factor first: a code from your app, a recovery code or a passkey, used within the last ten minutes, here or when signing in.',
};

/**
 * Thrown if the visitor has to do something else first, on the page at `path`. A page redirects there; a call responds
 * with 403.
 */
export class StepRequiredError extends HttpError {
  readonly path: string;

  constructor(path: string, msg: string) {
    super(403, msg);
    this.path = path;
  }
}

/**
 * Thrown with 503 if the site can't do something at the moment. `retryAfterSeconds` is the time after which the client
 * can try again.
 */
export class ServiceUnavailableError extends HttpError {
  readonly retryAfterSeconds: number;

  constructor(msg: string, retryAfterSeconds: number) {
    super(503, msg);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Thrown with 429 if a rate limit has no attempt left for `waitMs` milliseconds. All rate limits have the same message,
 * which ends with the hint about what to do next.
 */
export class TooManyRequestsError extends HttpError {
  readonly retryAfterSeconds: number;

  constructor(waitMs: number, hint = 'then try again') {
    super(429, `There have been too many attempts. Wait ${formatWait(waitMs)}, ${hint}.`);
    this.retryAfterSeconds = Math.ceil(waitMs / 1000);
  }
}

/**
 * Ends the request. `msg` is a message that a volunteer understands; `fields` has one for each wrong field.
 */
export function refuse(code: number, msg: string, fields?: Record<string, string>): never {
  throw new HttpError(code, msg, fields);
}

/** Ends the request with 400: `fields` has a message for each wrong field. */
export function refuseFields(fields: Record<string, string>): never {
  return refuse(400, 'Some of this needs another look: see the notes next to the fields.', fields);
}

export const notFoundMessage = 'There’s nothing at this address. The page may have moved, or the link may be mistyped.';

export const urlTooLongMessage = 'That web address is too long to be one of ours.';

export const malformedRequestMessage = 'That request couldn’t be read. Reload the page and try again.';

/** Ends the request with 404, with the same message everywhere. */
export const refuseNotFound = (): never => refuse(404, notFoundMessage);
