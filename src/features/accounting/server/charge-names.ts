import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';

/** What a charge has paid for: the order's reference, and its buyer's name. */
export interface ChargeName {
  ref: string;
  buyer: string;
}

/** "Order 246, The Allotment Society". */
export const formatChargeName = ({ ref, buyer }: ChargeName): string =>
  [`Order ${ref}`, buyer].filter(Boolean).join(', ');

/** The names of charges where they were taken, by id, as far as the feature knows them. */
export type ChargeNames = (db: Reading, chargeIds: readonly Id[]) => Promise<ReadonlyMap<Id, ChargeName>>;

/** The paths of the pages where charges are looked after, by id, as far as the feature knows them. */
export type ChargePages = (db: Reading, chargeIds: readonly Id[]) => Promise<ReadonlyMap<Id, string>>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** The order's reference, by which the treasurer finds a payment that no member made. */
    chargeNames: readonly ChargeNames[];
    /** Where a payment for tickets is refunded and corrected: with its order. */
    chargePages: readonly ChargePages[];
  }
}
