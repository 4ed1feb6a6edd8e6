import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ZodType } from 'zod';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { DbTransaction } from '../../database/index.ts';

/** An event from another service, before its signature is checked. */
export interface WebhookDelivery {
  /** The bytes as they came: a signature covers these, not their meaning. */
  body: Buffer;
  headers: IncomingHttpHeaders;
  /** The address that it was sent to, as the service knows it: PUBLIC_URL and the path. */
  address: string;
}

export interface WebhookOptions<Event> {
  /** The service that sends the events. Their ids are unique within it. */
  service: string;
  /** Returns true if the service sent it: use `isSigned`, or something as careful. Nothing is parsed before. */
  verify: (delivery: WebhookDelivery) => boolean | Promise<boolean>;
  /** Reads the JSON in it. */
  event: ZodType<Event>;
  /** The event's own id, the same each time that it is sent. */
  getEventId: (event: Event) => string;
}

/**
 * Declares where a service sends its events. `run` is called once for each event, in the transaction that records that
 * it was handled, and the service is told so only after that is committed: until then it sends it again. Events come
 * in any order and more than once, so an event is a reason to look (`queueJob`), not a state to believe.
 */
export type DeclareWebhook = <Event>(
  path: string,
  options: WebhookOptions<Event>,
  run: (tx: DbTransaction, event: Event, now: Instant) => Promise<void>,
) => void;

/** Returns true if `signature` (base64) is the HMAC-SHA256 of `content`. Compares in constant time. */
export function isSigned(
  signature: string | string[] | undefined,
  { key, content }: { key: string; content: readonly (string | Buffer)[] },
): boolean {
  const hmac = createHmac('sha256', key);
  for (const part of content) hmac.update(part);
  const given = Buffer.from(typeof signature === 'string' ? signature : '', 'base64');
  const expected = hmac.digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}
