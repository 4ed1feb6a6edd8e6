import type { SquareClient } from 'square';
import type { Environment } from '#features/books/entry.ts';
import { ServiceFault, type TrustedService, trustedFetch } from '#platform/server/outgoing/trusted-fetch.ts';

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
  /** Square's own client. It is loaded when it is first asked for: half a second that no start should take. */
  client: () => Promise<SquareClient>;
}

/** Square's own servers. */
export const squareAddresses = {
  sandbox: 'https://connect.squareupsandbox.com',
  production: 'https://connect.squareup.com',
} as const;

/** Longer than all attempts of a trusted fetch take together. */
const neverFirst = 180;

/** Square over a fetch that limits time and tries again; how it does so can be handed in. */
export function openSquare(
  { baseUrl, accessToken, ...access }: SquareAccess,
  how: Partial<Omit<TrustedService, 'origin' | 'knowsAgain'>> = {},
): Square {
  let opened: Promise<SquareClient> | undefined;
  const open = async () => {
    const { SquareClient } = await import('square');
    return new SquareClient({
      token: accessToken,
      baseUrl,
      // Attempts are the fetch's
      maxRetries: 0,
      timeoutInSeconds: neverFirst,
      fetch: trustedFetch({
        ...how,
        origin: new URL(baseUrl).origin,
        // What has no body names a card to disable or a customer to delete: twice is once
        knowsAgain: (body) => body === '' || body.includes('"idempotency_key"'),
      }),
    });
  };
  return {
    ...access,
    client: () => {
      opened ??= open();
      return opened;
    },
  };
}

/** Why Square did not do what it was asked. */
export interface Refused {
  /** Square's code, such as `CVV_FAILURE`. */
  code: string;
  /** Whether it is the bank's or Square's last word, and not a failure that passes. */
  isFinal: boolean;
}

/** What an error of Square's client says. @throws the error where it isn't one */
export function refusalIn(error: unknown): Refused {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ServiceFault) return { code: cause.code, isFinal: false };
    if ('statusCode' in cause && typeof cause.statusCode === 'number') {
      const [first] = (cause as { errors?: { code?: string }[] }).errors ?? [];
      const { statusCode } = cause;
      const isFinal = statusCode >= 400 && statusCode < 500 && statusCode !== 408 && statusCode !== 429;
      return { code: first?.code ?? `HTTP_${statusCode}`, isFinal };
    }
  }
  throw error;
}

/** Does what a job does, so that a failure is kept by Square's code. */
export async function codingFaults(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw error instanceof Error && !('code' in error) ? Object.assign(error, { code: refusalIn(error).code }) : error;
  }
}

declare module '#platform/server/feature/feature.ts' {
  interface Services {
    /** How cards are charged; undefined where paying by card is off. */
    square: Square | undefined;
  }
}
