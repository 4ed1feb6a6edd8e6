import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ZodType } from 'zod';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { isSameSecret } from '../../crypto/secrets.ts';
import type { DbTransaction } from '../../database/index.ts';

/** An event from another service, before its signature is checked. */
export interface WebhookDelivery {
  /** The bytes as received. The signature is of the bytes, not of their meaning. */
  body: Buffer;
  headers: IncomingHttpHeaders;
  /** The URL to which the service sends the event: the site's origin (PUBLIC_URL, if set) and the path. */
  url: string;
}

export interface WebhookOptions<Event> {
  /** The service that sends the events. Event ids are unique within it. */
  service: string;
  /**
   * Returns true if the service sent the event. Use `isValidSignature`, or a check that is as careful. Nothing is
   * parsed before this check.
   */
  verify: (delivery: WebhookDelivery) => boolean | Promise<boolean>;
  /** The schema of the event's JSON. */
  event: ZodType<Event>;
  /** Returns the event's own id, which is the same each time the event is sent. */
  getEventId: (event: Event) => string;
}

/**
 * Declares where a service sends its events. `run` takes effect once for each event, in the transaction that records
 * that the event was handled. Like any write, it may run again if the transaction fails, so it must change nothing
 * outside `tx`. The service gets a success response only after the commit; until then, it sends the event again. Events
 * arrive in any order, and more than once. `run` should therefore queue a job (`queueJob`) that fetches the current
 * state, instead of trusting the event.
 */
export type DeclareWebhook = <Event>(
  path: string,
  options: WebhookOptions<Event>,
  run: (tx: DbTransaction, event: Event, now: Instant) => Promise<void>,
) => void;

/** Returns true if `signature` (base64) is the HMAC-SHA256 of `content`. Compares in constant time. */
export function isValidSignature(
  signature: string | string[] | undefined,
  { key, content }: { key: string; content: readonly (string | Buffer)[] },
): boolean {
  const hmac = createHmac('sha256', key);
  for (const part of content) hmac.update(part);
  return isSameSecret(Buffer.from(typeof signature === 'string' ? signature : '', 'base64'), hmac.digest());
}
