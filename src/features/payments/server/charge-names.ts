import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';

/** What a charge has paid for, where nothing else names it. */
export interface ChargeName {
  /** The order's reference, and its buyer's name. */
  ref: string;
  buyer: string;
  /** The order's id, which its audit entries are about. */
  subject: Id;
  /** Where it is looked after. */
  link: string;
}

/** "Order 246, The Allotment Society". */
export const formatChargeName = ({ ref, buyer }: Pick<ChargeName, 'ref' | 'buyer'>): string =>
  [`Order ${ref}`, buyer].filter(Boolean).join(', ');

/** The names of charges where they were taken, by id, as far as the feature knows them. */
export type ChargeNames = (db: Reading, chargeIds: readonly Id[]) => Promise<ReadonlyMap<Id, ChargeName>>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** The order's reference, by which the treasurer finds a payment that no member made. */
    chargeNames: readonly ChargeNames[];
  }
}

/** Returns the names of charges, by their ids, from every feature that knows some. */
export async function namesOfCharges(
  sources: readonly ChargeNames[],
  db: Reading,
  chargeIds: readonly Id[],
): Promise<Map<Id, ChargeName>> {
  const names = new Map<Id, ChargeName>();
  for (const source of sources) for (const [id, name] of await source(db, chargeIds)) names.set(id, name);
  return names;
}
