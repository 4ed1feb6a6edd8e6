/** Creates an idempotency key: 128 random bits. Not `randomUUID`, which a site without https doesn't have. */
export const createIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
