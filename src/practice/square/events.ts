import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';

/** The receiver of events, and the key that signs them. */
export interface WebhookSubscription {
  /** The public URL of the webhook, which is part of the signature. */
  address: string;
  /** The address that events are sent to, if that differs because the site is behind a proxy. */
  to?: string;
  signatureKey: string;
}

export interface EventSender {
  /** Queues an event, to be sent by `deliver`. */
  queue: (
    type: string,
    object: { kind: 'payment' | 'refund' | 'dispute'; value: { id: string; location_id?: string } },
  ) => void;
  /**
   * Delivers queued events, each of them `times` times, and in reverse order with `backwards`. With `due`, delivers
   * only those whose retry time has come. An event that gets no 2xx response is queued again, with exponential
   * back-off, and finally dropped. Returns the response statuses; 0 for no response.
   */
  deliver: (how?: { times?: number; backwards?: boolean; due?: boolean }) => Promise<number[]>;
}

/** An event, the number of its failed attempts, and the time of the next attempt in milliseconds. */
interface QueuedEvent {
  body: string;
  refused: number;
  next: number;
}

/** The number of attempts that Square makes. */
const maxAttempts = 11;

/**
 * Creates the sender of events. As at Square, events are signed, and are sent until they get a 2xx response, in at most
 * `maxAttempts` attempts.
 */
export function createEventSender(subscription: () => WebhookSubscription | undefined, clock: () => Date): EventSender {
  let waiting: QueuedEvent[] = [];
  return {
    queue(type, { kind, value }) {
      // Square stores events only for subscribers
      if (!subscription()) return;
      const body = JSON.stringify({
        merchant_id: 'PRACTICE',
        // Square includes the location only for disputes
        ...(kind === 'dispute' && value.location_id !== undefined ? { location_id: value.location_id } : {}),
        type,
        event_id: randomUUID(),
        created_at: clock().toISOString(),
        data: { type: kind, id: value.id, object: { [kind]: value } },
      });
      waiting.push({ body, refused: 0, next: 0 });
    },
    async deliver({ times = 1, backwards = false, due = false } = {}) {
      const where = subscription();
      if (!where) return [];
      const now = clock().getTime();
      const isDue = ({ next }: QueuedEvent) => !due || next <= now;
      const sending = waiting.filter(isDue);
      waiting = waiting.filter((event) => !isDue(event));
      const statuses: number[] = [];
      for (const { body, refused } of backwards ? sending.reverse() : sending) {
        let isAcknowledged = false;
        for (let time = 0; time < times; time++) {
          const status = await sendEvent(where, body);
          statuses.push(status);
          isAcknowledged ||= status >= 200 && status < 300;
        }
        const tries = refused + 1;
        if (!isAcknowledged && tries < maxAttempts)
          waiting.push({ body, refused: tries, next: now + 1000 * 2 ** tries });
      }
      return statuses;
    },
  };
}

/** Returns the signature of the webhook's public URL and an event's body, as Square computes it. */
export const signBody = ({ address, signatureKey }: WebhookSubscription, body: string): string =>
  createHmac('sha256', signatureKey).update(address).update(body).digest('base64');

/** The time in milliseconds after which an event without a response counts as refused, as at Square. */
const responseTimeoutMs = 10_000;

/** Loaded in this way because Node's `fetch` takes 15 MB of memory, and importing `node:http` loads `fetch` too. */
const http = process.getBuiltinModule('node:http');
const https = process.getBuiltinModule('node:https');

async function sendEvent(where: WebhookSubscription, body: string): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'x-square-hmacsha256-signature': signBody(where, body),
    'square-environment': 'Sandbox',
  };
  try {
    const url = new URL(where.to ?? where.address);
    const signal = AbortSignal.timeout(responseTimeoutMs);
    const request = (url.protocol === 'https:' ? https : http).request(url, { method: 'POST', headers, signal });
    request.on('error', () => {}).end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode ?? 0;
  } catch {
    return 0;
  }
}
