import type { Environment } from '#features/books/entry.ts';
import { gathered } from '#platform/server/background/gathered.ts';
import { aside, NotDone } from '#platform/server/background/index.ts';
import { ServiceFault, type TrustedService, trustedFetch } from '#platform/server/outgoing/trusted-fetch.ts';
import { minute } from '#platform/shared/durations.ts';
import type { Answered, ParamsOf, SquareCall, SquareDone, SquareTask } from './square-thread.ts';

/** How Square is reached, or what stands in for it. */
export interface SquareAccess {
  environment: Environment;
  baseUrl: string;
  accessToken: string;
  applicationId: string;
  locationId: string;
  /** What its events are signed with. */
  signatureKey: string;
}

/** Square, as the site uses it. */
export interface Square extends Omit<SquareAccess, 'baseUrl' | 'accessToken'> {
  /**
   * Asks through Square's own client.
   * @throws what `refusalIn` reads
   */
  ask: <Call extends SquareCall>(call: Call, params: ParamsOf<Call>) => Promise<Answered<Call>>;
  /** Has Square's client loaded, since it will be asked soon. */
  prepare: () => void;
}

/** Square's own servers. */
export const squareAddresses = {
  sandbox: 'https://connect.squareupsandbox.com',
  production: 'https://connect.squareup.com',
} as const;

/** Reading or writing a call takes a millisecond or two; the second that loading takes may be ten on a busy machine. */
const inThread = aside<SquareTask[], SquareDone[]>(new URL('./square-thread.ts', import.meta.url), {
  as: 'thread',
  patience: 30_000,
  memory: 192,
  longestWait: minute,
  stays: 10 * minute,
});
/** Under a rush each way to the thread and back takes longer than what is done there. */
const thread = gathered(inThread, 50);

/** Square over a fetch that limits time and tries again; how it does so can be handed in. */
export function openSquare(
  { baseUrl, accessToken, ...access }: SquareAccess,
  how: Partial<Omit<TrustedService, 'origin' | 'knowsAgain'>> = {},
): Square {
  const send = trustedFetch({
    ...how,
    origin: new URL(baseUrl).origin,
    // What has no body names a card to disable or a customer to delete: twice is once
    knowsAgain: (body) => body === '' || body.includes('"idempotency_key"'),
  });
  const to = { baseUrl, token: accessToken };
  return {
    ...access,
    async ask<Call extends SquareCall>(call: Call, params: ParamsOf<Call>) {
      const task = { call, params, access: to };
      const written = await thread(task);
      if (!('request' in written)) throw new Error(`Square’s client asked for no ${call}.`);
      const { url, body, ...request } = written.request;
      const received = await send(url, body === '' ? request : { ...request, body });
      const { status, headers } = received;
      const read = await thread({ ...task, received: { status, headers: [...headers], body: await received.text() } });
      if ('refused' in read) throw new SquareRefusal(read.refused);
      if (!('answer' in read)) throw new Error(`Square’s client read no answer to ${call}.`);
      return read.answer as Answered<Call>;
    },
    // Writing any request loads it, and this one is never sent
    prepare: () => void thread({ call: 'payments.list', params: {}, access: to }).catch(() => undefined),
  };
}

/** Everything on one of Square's lists, which come in pages. */
export async function* listed<Item>(
  page: (cursor: string | null) => Promise<{ items: Item[]; cursor: string | undefined }>,
): AsyncGenerator<Item> {
  for (let next: string | null = null; next !== ''; ) {
    const { items, cursor }: { items: Item[]; cursor: string | undefined } = await page(next);
    yield* items;
    next = cursor ?? '';
  }
}

/** Square has answered that it won't. Its words stay with it: they may repeat what was sent. */
class SquareRefusal extends Error {
  /** Square's code, such as `CVV_FAILURE`. */
  readonly code: string;
  readonly status: number;
  constructor({ status, code }: { status: number; code: string }) {
    super(`Square answered ${status} ${code}`);
    this.code = code;
    this.status = status;
  }
}

/** Why Square did not do what it was asked. */
export interface Refused {
  /** Square's code, such as `CVV_FAILURE`. */
  code: string;
  /** Whether it is the bank's or Square's last word, and not a failure that passes. */
  isFinal: boolean;
}

/** What an error of `ask` says. @throws the error where it isn't one */
export function refusalIn(error: unknown): Refused {
  if (error instanceof ServiceFault) return { code: error.code, isFinal: false };
  if (error instanceof NotDone) return { code: 'ENOTDONE', isFinal: false };
  if (!(error instanceof SquareRefusal)) throw error;
  const { code, status } = error;
  return { code, isFinal: status >= 400 && status < 500 && status !== 408 && status !== 429 };
}

declare module '#platform/server/feature/feature.ts' {
  interface Services {
    /** How cards are charged; undefined where paying by card is off. */
    square: Square | undefined;
  }
}
