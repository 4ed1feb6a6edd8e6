import { createHmac, randomUUID } from 'node:crypto';

/** Where events are sent, and what signs them. */
export interface Subscription {
  /** The address that the signature is over: the one people know the site by. */
  address: string;
  /** Where it is sent, where that is another: a site on this machine may be behind a proxy. */
  to?: string;
  signatureKey: string;
}

export interface EventSender {
  /** Queues an event; it is sent by `deliver`, or soon by itself where the subscription says so. */
  queue: (type: string, object: { kind: 'payment' | 'refund'; value: { id: string } }) => void;
  /** Sends what waits, each `times` times. What isn't thanked waits on. Returns the statuses. */
  deliver: (how?: { times?: number; backwards?: boolean }) => Promise<number[]>;
}

/** Sends events as Square does: signed, and again until they are thanked with a 2xx. */
export function eventSender(subscription: () => Subscription | undefined, clock: () => Date): EventSender {
  let waiting: string[] = [];
  return {
    queue(type, { kind, value }) {
      // Square keeps them for those who subscribed alone
      if (!subscription()) return;
      waiting.push(
        JSON.stringify({
          merchant_id: 'PRACTICE',
          type,
          event_id: randomUUID(),
          created_at: clock().toISOString(),
          data: { type: kind, id: value.id, object: { [kind]: value } },
        }),
      );
    },
    async deliver({ times = 1, backwards = false } = {}) {
      const where = subscription();
      if (!where) return [];
      const sending = waiting;
      waiting = [];
      const statuses: number[] = [];
      for (const body of backwards ? sending.reverse() : sending) {
        let isThanked = false;
        for (let time = 0; time < times; time++) {
          const status = await send(where, body);
          statuses.push(status);
          isThanked ||= status >= 200 && status < 300;
        }
        if (!isThanked) waiting.push(body);
      }
      return statuses;
    },
  };
}

/** Square's signature of a body that is sent to an address. */
export const signatureOf = ({ address, signatureKey }: Subscription, body: string): string =>
  createHmac('sha256', signatureKey).update(address).update(body).digest('base64');

async function send(where: Subscription, body: string): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'x-square-hmacsha256-signature': signatureOf(where, body),
    'square-environment': 'Sandbox',
  };
  try {
    const answer = await fetch(where.to ?? where.address, { method: 'POST', headers, body });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return 0;
  }
}
