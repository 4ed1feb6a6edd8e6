import { recordAudit } from '#platform/server/audit/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading, Writing } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { findErasure, takeErasureBack } from './store.ts';

export { erasureJob } from './erasure-job.ts';
export { forgetErasure, keepShut } from './store.ts';

/** Signing in takes back what one has asked for: an account that waits for its erasure opens to its password, until an admin shuts it. */
export const erasureByOwner = {
  isPending: async (db: Reading, userId: Id) => (await findErasure(db, userId)) !== undefined,
  opensToOwner: async (db: Reading, userId: Id) => (await findErasure(db, userId))?.kept_shut === 0,
  takeBack: async (
    tx: Writing,
    { userId, name, now, auditId }: { userId: Id; name: string; now: Instant; auditId: Id },
  ): Promise<boolean> => {
    if (!(await takeErasureBack(tx, userId, now))) return false;
    const actor = { id: userId, name };
    await recordAudit(tx, { id: auditId, at: now, actor, action: 'took back their erasure', subject: userId });
    return true;
  },
};
