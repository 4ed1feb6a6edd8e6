import { hour, minute } from '#platform/shared/durations.ts';
/** A burst of attempts, then one more every `everyMs` milliseconds. */
export interface RateLimit {
  burst: number;
  everyMs: number;
}

/**
 * The rate limits by kind. Guessing a member's password, from anywhere, counts against `account`. It can't lock the
 * member out: a browser they have signed in with has its own `device` limit, and a reset by email is always possible.
 * `address` is per network, which a hall full of members may share.
 */
export const rateLimits = {
  account: { burst: 10, everyMs: 5 * minute },
  address: { burst: 40, everyMs: 15_000 },
  device: { burst: 10, everyMs: minute },
  /** Re-authentication with the current password. */
  confirm: { burst: 10, everyMs: minute },
  /** Mails to one address: the last one's link is still valid when the next may be asked for. */
  mail: { burst: 3, everyMs: 10 * minute },
  /** The same from all networks together, where each has `mail`: a stranger's mails leave room for the owner's own. */
  mails: { burst: 12, everyMs: 5 * minute },
  /** What one network sends through forms that anybody may use: messages, corrections, links to sign in with. */
  message: { burst: 20, everyMs: 30_000 },
  /** Parties that one network adds to a show's waiting list. */
  waiting: { burst: 10, everyMs: 30 * minute },
  /** Orders that cost nothing, by the address that is asked to confirm them: three a day. */
  free: { burst: 3, everyMs: 8 * hour },
  /** The same from one network: a hall full of people may book at once. */
  freeFrom: { burst: 20, everyMs: hour },
  /** Card attempts, limited so that nobody can test stolen cards here. */
  card: { burst: 10, everyMs: 5 * minute },
  /** Promo codes that a visitor types. */
  promo: { burst: 8, everyMs: 2 * minute },
} satisfies Record<string, RateLimit>;

/**
 * Consumes one attempt (GCRA). Returns the new theoretical arrival time or, if the limit is reached, how long to wait.
 * Milliseconds.
 */
export function consumeGcra(
  freeAt: number,
  now: number,
  { burst, everyMs }: RateLimit,
): { freeAt: number } | { waitMs: number } {
  const from = Math.max(freeAt, now);
  const waitMs = from - now - (burst - 1) * everyMs;
  return waitMs > 0 ? { waitMs } : { freeAt: from + everyMs };
}

/** How long to wait, in words. */
export function formatWait(waitMs: number): string {
  const minutes = Math.ceil(waitMs / minute);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}
