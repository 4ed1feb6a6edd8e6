import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';

/** The names of charges where they were taken, by id, as far as the feature knows them. */
export type ChargeNames = (db: Reading, chargeIds: readonly Id[]) => Promise<ReadonlyMap<Id, string>>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** The order's reference, by which the treasurer finds a payment that no member made. */
    chargeNames: readonly ChargeNames[];
  }
}
