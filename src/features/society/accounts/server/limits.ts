import { declareRateLimits } from '#platform/server/rate-limits/index.ts';
import { minute } from '#platform/shared/dates/durations.ts';

/**
 * Password guesses for an account in browsers that the member hasn't used before count towards `account`, from any
 * network. They can't lock the member out: a browser that the member has used before has its own `device` limit, and
 * resetting the password by email isn't limited by `account`. `address` is per network, which many members may share.
 */
export const accountRateLimits = declareRateLimits({
  account: { burst: 10, everyMs: 5 * minute },
  address: { burst: 40, everyMs: 15_000 },
  device: { burst: 10, everyMs: minute },
  /** Passwords for re-authentication, by account, and passwords that confirm a registration's address. */
  confirm: { burst: 10, everyMs: minute },
  /**
   * Confirmation emails to one address, requested from one network, and password reset emails to one address. The link
   * in the last email is still valid when the next email is allowed.
   */
  mail: { burst: 3, everyMs: 10 * minute },
  /**
   * Confirmation emails to one address from all networks. This limit is higher than `mail`, so that a stranger can't
   * use up the owner's share.
   */
  mails: { burst: 12, everyMs: 5 * minute },
});
