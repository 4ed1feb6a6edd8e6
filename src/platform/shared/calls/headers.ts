/** The header with a call's idempotency key. */
export const idempotencyKeyHeader = 'idempotency-key';

/**
 * The header with the id of the user that a page was rendered for, both in its response and in the calls made from it.
 */
export const visitorHeader = 'x-visitor';
