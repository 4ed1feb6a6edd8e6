/** The header with the key that a call is sent under. */
export const idempotencyKeyHeader = 'idempotency-key';
