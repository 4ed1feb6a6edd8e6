import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { createConcurrencyLimit } from '#platform/server/background/concurrency-limit.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';

/**
 * OWASP's minimum at this memory cost is one pass; two still allow ten simultaneous sign-ins on two cores
 * (docs/decisions/0010-accounts.md). After an increase, old hashes are upgraded at the next sign-in.
 */
const realCost = { memoryCost: 46 * 1024, timeCost: 2 };

/** More in parallel would be no faster and would slow down page views. */
const atOnce = 2;
const mostQueued = 200;
const crowded = () => refuse(503, 'Lots of people are signing in right now. Please try again in a minute.');

/**
 * The origin of a password to hash. `known` is somebody signed in, a browser that the member has signed in with before,
 * or the holder of a link that we mailed. The two have queues of their own, which take turns, so that strangers who try
 * passwords can't lock members out.
 */
export type Asker = 'known' | 'stranger';

/** Hashes passwords. The asker is `known` unless a call says otherwise. */
export interface PasswordHashing {
  hash(password: string, asker?: Asker): Promise<string>;
  /** Returns true if the password belongs to this hash. An empty or corrupt hash fits none, and takes as long. */
  fits(stored: string, password: string, asker?: Asker): Promise<boolean>;
  /** Returns true if a hash was made at a lower cost than today's. */
  needsRehash(stored: string): boolean;
}

/**
 * Hashes passwords with Argon2id in PHC notation, off the main thread. Passwords that look the same on two keyboards
 * are the same.
 *
 * @param chosen the cost of a hash; only tests pass a lower cost, and no setting can
 */
export function argon2Hashing(chosen = realCost): PasswordHashing {
  const cost = { algorithm: 2 satisfies Algorithm.Argon2id, parallelism: 1, ...chosen };
  const current = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  const inTurn = createConcurrencyLimit(atOnce, { mostQueued, refuse: crowded });
  const plain = (password: string) => password.normalize('NFKC');
  let nobodys: Promise<string> | undefined;
  return {
    hash: (password, asker = 'known') => inTurn(() => hash(plain(password), cost), asker),
    fits: (stored, password, asker = 'known') =>
      inTurn(async () => {
        nobodys ??= hash('nobody’s', cost);
        const against = stored || (await nobodys);
        const fits = await verify(against, plain(password)).catch(() => false);
        return fits && stored !== '';
      }, asker),
    needsRehash: (stored) => !stored.startsWith(current),
  };
}

declare module '#platform/server/feature/feature.ts' {
  interface Services {
    /** Hashes passwords. */
    passwords: PasswordHashing;
  }
}
