import { declareRateLimits } from '#platform/server/rate-limits/index.ts';
import { minute } from '#platform/shared/dates/durations.ts';

/**
 * Guessing a member's password, from anywhere, counts against `account`. It can't lock the member out: a browser they
 * have signed in with has its own `device` limit, and a reset by email is always possible. `address` is per network,
 * which a hall full of members may share.
 */
export const accountLimits = declareRateLimits({
  account: { burst: 10, everyMs: 5 * minute },
  address: { burst: 40, everyMs: 15_000 },
  device: { burst: 10, everyMs: minute },
  /** Re-authentication with the current password. */
  confirm: { burst: 10, everyMs: minute },
  /** Emails to one address: the last one's link is still valid when the next may be requested. */
  mail: { burst: 3, everyMs: 10 * minute },
  /** The same from all networks together, where each has `mail`: a stranger's mails leave room for the owner's own. */
  mails: { burst: 12, everyMs: 5 * minute },
});
