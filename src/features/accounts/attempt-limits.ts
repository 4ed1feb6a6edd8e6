/** So many tries at once, and one more each time so many milliseconds have passed. */
export interface Allowance {
  burst: number;
  everyMs: number;
}

const minute = 60_000;

/**
 * What may be tried. Somebody who guesses a member's password from anywhere uses up `account`; that can't shut the
 * member out, since a browser they have signed in with has a `device` allowance of its own, and a new password by mail
 * is always to be had. `address` is for one network: a hall full of members shares it.
 */
export const allowances = {
  account: { burst: 10, everyMs: 5 * minute },
  address: { burst: 40, everyMs: 15_000 },
  device: { burst: 10, everyMs: minute },
  /** The current password, asked of somebody who is signed in. */
  confirm: { burst: 10, everyMs: minute },
  /** Mails to one address: the last one's link is still good when the next may be asked for. */
  mail: { burst: 3, everyMs: 10 * minute },
  /** The same from all networks together, where each has `mail`: a stranger's mails leave room for the owner's own. */
  mails: { burst: 12, everyMs: 5 * minute },
} satisfies Record<string, Allowance>;

/**
 * One try more at `now`, where all tries before are worked off at `freeAt`: when they all will be then, or how long to
 * wait if there have been too many. Milliseconds.
 */
export function spend(
  freeAt: number,
  now: number,
  { burst, everyMs }: Allowance,
): { freeAt: number } | { waitMs: number } {
  const standing = Math.max(freeAt, now);
  const waitMs = standing - now - (burst - 1) * everyMs;
  return waitMs > 0 ? { waitMs } : { freeAt: standing + everyMs };
}

/** How long to wait, in words. */
export function inWords(waitMs: number): string {
  const minutes = Math.ceil(waitMs / minute);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}
