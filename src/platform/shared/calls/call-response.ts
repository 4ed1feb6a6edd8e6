/** The response to a call: `code` equals the HTTP status, `msg` is a message that a volunteer understands. */
export interface CallResponse {
  code: number;
  msg: string;
  /** For invalid input: a message for each wrong field. */
  fields?: Record<string, string>;
  /** The step that the client has to take before it can retry the call. */
  needs?: CallRequirement;
}

/** The response of a successful call. */
export interface SuccessResponse {
  code: 200;
  msg: string;
}

/** The steps that a refused call may require before it can be retried: an authentication or a confirmation. */
export const callRequirements = ['sign_in', 'password', 'second_factor', 'confirmation'] as const;

type CallRequirement = (typeof callRequirements)[number];

/** The authentication step that is required before the call can be retried. */
export type AuthenticationRequirement = Exclude<CallRequirement, 'confirmation'>;

/** The status codes of a call that was refused or has failed; 0 if there was no readable response. */
export type ErrorStatusCode = 0 | 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 414 | 415 | 422 | 429 | 500 | 503;

/** The response of a call that was refused or has failed. */
export interface ErrorResponse extends CallResponse {
  code: ErrorStatusCode;
}

export const unexpectedErrorMessage = 'An unexpected error occurred. Please try again later.';

/** The header with a call's idempotency key. */
export const idempotencyKeyHeader = 'idempotency-key';

/**
 * The header with the id of the user for whom a page was rendered. It is sent in the page's response and in the calls
 * made from the page.
 */
export const visitorHeader = 'x-visitor';
