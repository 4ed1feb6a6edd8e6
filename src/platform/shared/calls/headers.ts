/** The header with a call's idempotency key. */
export const idempotencyKeyHeader = 'idempotency-key';

/**
 * The header with the id of the user for whom a page was rendered. It is sent in the page's response and in the calls
 * made from the page.
 */
export const visitorHeader = 'x-visitor';
