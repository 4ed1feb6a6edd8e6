import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading, Writing } from '#platform/server/database/index.ts';
import { ok } from '#platform/server/http/call.ts';
import type { Instant } from '#platform/shared/dates.ts';

/** An account that its owner has asked to be erased is shut, and opens to them alone until it is, unless an admin shuts it too. */
export interface Erasure {
  isPending: (db: Reading, userId: Id) => Promise<boolean>;
  /** Whether signing in takes it back: not where an admin has shut the account since. */
  opensToOwner: (db: Reading, userId: Id) => Promise<boolean>;
  /** False where nothing was asked for, or an admin keeps the account shut. */
  takeBack: (tx: Writing, owner: { userId: Id; name: string; now: Instant; auditId: Id }) => Promise<boolean>;
}

/** To whoever is in now; `kept` are those who had asked for their erasure, and called it off by coming. */
export const welcome = ({ kept }: { kept: boolean }) =>
  kept
    ? ok('You are signed in. Your account was going to be erased: that is called off, and you keep it.', { kept })
    : ok('You are signed in.');

declare module '#platform/server/feature/feature.ts' {
  interface Services {
    erasure: Erasure;
  }
}
