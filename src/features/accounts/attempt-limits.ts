import { hour, minute } from '#platform/shared/durations.ts';
/** This many attempts at once, and one more each time this many milliseconds have passed. */
export interface Allowance {
  burst: number;
  everyMs: number;
}

/**
 * What attempts are counted. Somebody who guesses a member's password from anywhere uses up `account`. That can't shut
 * the member out: a browser they have signed in with has a `device` allowance of its own, and they can always ask for a
 * new password by email. `address` is for one network: a hall full of members shares it.
 */
export const allowances = {
  account: { burst: 10, everyMs: 5 * minute },
  address: { burst: 40, everyMs: 15_000 },
  device: { burst: 10, everyMs: minute },
  /** The current password, asked of somebody who is signed in. */
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
  /** Cards that a member gives: this is no place to find out which of many stolen ones still work. */
  card: { burst: 10, everyMs: 5 * minute },
  /** Promo codes that a visitor types. */
  promo: { burst: 8, everyMs: 2 * minute },
} satisfies Record<string, Allowance>;

/**
 * One more attempt at `now`, where all earlier ones are used up until `freeAt`. Returns until when they then all are
 * or, if there have been too many, how long to wait. Milliseconds.
 */
export function spend(
  freeAt: number,
  now: number,
  { burst, everyMs }: Allowance,
): { freeAt: number } | { waitMs: number } {
  const from = Math.max(freeAt, now);
  const waitMs = from - now - (burst - 1) * everyMs;
  return waitMs > 0 ? { waitMs } : { freeAt: from + everyMs };
}

/** How long to wait, in words. */
export function inWords(waitMs: number): string {
  const minutes = Math.ceil(waitMs / minute);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}
