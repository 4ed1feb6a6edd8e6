/** The header with the key that a call is sent under. */
export const idempotencyKeyHeader = 'idempotency-key';

/** The header with the id of the user a page was made for, both in its response and in the calls made from it. */
export const visitorHeader = 'x-visitor';
