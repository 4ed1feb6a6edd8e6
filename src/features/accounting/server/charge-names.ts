import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';

/** Says what charges are known by where they were taken, by their ids: those that it knows. */
export type ChargeNames = (db: Reading, chargeIds: readonly Id[]) => Promise<ReadonlyMap<Id, string>>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** What the treasurer finds a payment by that no member made: an order's reference. */
    chargeNames: readonly ChargeNames[];
  }
}
