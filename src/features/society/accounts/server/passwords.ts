import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createConcurrencyLimit } from '#platform/server/background/fair-queue.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { declareRateLimits } from '#platform/server/rate-limits/index.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { findPasswordProblem } from '../passwords.ts';

/**
 * OWASP's minimum at this memory cost is one pass. Two passes still allow ten simultaneous sign-ins on two cores
 * (docs/decisions/0010-accounts.md). After a change of the cost, a hash with the old cost is replaced when its owner
 * signs in.
 */
const defaultCost = { memoryCost: 46 * 1024, timeCost: 2 };

/**
 * The maximum number of passwords that are hashed at the same time. More wouldn't be faster, and would slow down page
 * views.
 */
const maxConcurrent = 2;
const maxQueued = 200;
const refuseWhenFull = () => refuse(503, 'Lots of people are signing in right now. Please try again in a minute.');

/**
 * The origin of a password to hash. `known`: somebody who is signed in, a browser that the member has used before, or
 * the holder of an emailed link. Each origin has its own queue, and the queues take turns, so that strangers who guess
 * passwords can't lock members out.
 */
export type PasswordOrigin = 'known' | 'stranger';

/** Hashes passwords, and compares passwords with hashes. The default origin is `known`. */
export interface PasswordHashing {
  hash(password: string, origin?: PasswordOrigin): Promise<string>;
  /** Returns true if the password matches the hash. An empty hash never matches, but takes the same time. */
  fits(stored: string, password: string, origin?: PasswordOrigin): Promise<boolean>;
  /** Returns true if a hash was made with a cost other than the current one. */
  needsRehash(stored: string): boolean;
}

/**
 * Creates the hashing of passwords with Argon2id in PHC notation, off the main thread. Passwords with the same
 * characters in different encodings are equal.
 *
 * @param chosenCost only tests pass a lower cost
 */
export function createArgon2Hashing(chosenCost = defaultCost): PasswordHashing {
  const cost = { algorithm: 2 satisfies Algorithm.Argon2id, parallelism: 1, ...chosenCost };
  const current = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  const runQueued = createConcurrencyLimit(maxConcurrent, { maxQueued, refuse: refuseWhenFull });
  const normalise = (password: string) => password.normalize('NFKC');
  let dummyHash: Promise<string> | undefined;
  return {
    hash: (password, origin = 'known') => runQueued(() => hash(normalise(password), cost), origin),
    fits: (stored, password, origin = 'known') =>
      runQueued(async () => {
        dummyHash ??= hash('no password', cost);
        const against = stored || (await dummyHash);
        const matches = await verify(against, normalise(password)).catch(() => false);
        return matches && stored !== '';
      }, origin),
    needsRehash: (stored) => !stored.startsWith(current),
  };
}

declare module '#platform/server/feature/feature.ts' {
  interface Services {
    passwords: PasswordHashing;
  }
}

let cached: Promise<ReadonlySet<string>> | undefined;

/**
 * Loads some 14,000 common passwords, folded, from published counts of leaked passwords. The file is compressed so that
 * nobody has to see them.
 */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  cached ??= readFile(join(import.meta.dirname, 'common-passwords.txt.gz'))
    .then(promisify(gunzip))
    .then((text) => new Set(text.toString().trim().split('\n')));
  return cached;
}

/**
 * Refuses a new password that is too short, too long or easy to guess.
 *
 * @throws HttpError 400 with a message for the field
 */
export async function assertPasswordAcceptable(
  db: DbReader,
  { field, password, person }: { field: string; password: string; person: readonly string[] },
): Promise<void> {
  const { siteName } = await readSettings(db);
  const problem = findPasswordProblem(password, {
    common: await loadCommonPasswords(),
    personal: [siteName, ...person],
  });
  if (problem) refuse(400, 'Choose another password: see the note next to the field.', { [field]: problem });
}

/**
 * Password guesses for an account in browsers that the member hasn't used before count towards `account`, from any
 * network. They can't lock the member out: a browser that the member has used before has its own `device` limit, and
 * resetting the password by email isn't limited by `account`. `address` is per network, which many members may share.
 */
export const accountRateLimits = declareRateLimits({
  account: { burst: 10, everyMs: 5 * minute },
  address: { burst: 40, everyMs: 15_000 },
  device: { burst: 10, everyMs: minute },
  /**
   * Passwords typed to re-authenticate or to change the password, by account (in a public demo, re-authentication by
   * network); and passwords that confirm a registration's address, by registration.
   */
  confirm: { burst: 10, everyMs: minute },
  /**
   * Emails to one address: confirmations of a registration, requested from one network; links to reset the password or
   * to change an account's address; and links to confirm a place on a waiting list. Each of these uses has its own
   * count. The link in the last email is still valid when the next email is allowed.
   */
  mail: { burst: 3, everyMs: 10 * minute },
  /**
   * Confirmation emails to one address from all networks. This limit is higher than `mail`, so that a stranger can't
   * use up the owner's share.
   */
  mails: { burst: 12, everyMs: 5 * minute },
});
