import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import { usersView } from '#features/society/accounts/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, inBatches } from '#platform/server/database/index.ts';
import type { PaymentIntentTable } from './tables.ts';

/** Finds the cards that charges were paid with, by the charges' ids. */
export async function findCardsByCharge(
  db: DbReader,
  chargeIds: readonly Id[],
): Promise<Map<Id, Pick<PaymentIntentTable, 'card_brand' | 'last_4'>>> {
  if (chargeIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('payment_intent')
    .select(['id', 'card_brand', 'last_4'])
    .where('id', 'in', chargeIds)
    .where('kind', '=', 'charge')
    .where('status', '=', 'settled')
    .execute();
  return new Map(rows.map(({ id, ...card }) => [id, card]));
}

/** Finds our charges by Square's ids of their payments. */
export async function findChargesAtSquare(
  db: DbReader,
  environment: PaymentEnvironment,
  paymentIds: readonly string[],
): Promise<Map<string, Pick<PaymentIntentTable, 'id' | 'label' | 'user_id'>>> {
  const charges = new Map<string, Pick<PaymentIntentTable, 'id' | 'label' | 'user_id'>>();
  await inBatches(paymentIds, async (some) => {
    const rows = await db
      .selectFrom('payment_intent')
      .select(['id', 'label', 'user_id', 'provider_id'])
      .where('environment', '=', environment)
      .where('kind', '=', 'charge')
      .where('provider_id', 'in', some)
      .execute();
    for (const { provider_id, ...charge } of rows) charges.set(provider_id, charge);
  });
  return charges;
}

/** The name of a charge's subject, if nothing else names it. */
export interface ChargeName {
  /** The order's reference, and its buyer's name. */
  ref: string;
  buyer: string;
  /** The order's id, under which its audit entries are filed. */
  subject: Id;
  /** The page that manages it. */
  link: string;
}

/** "Order 246, The Allotment Society". */
export const formatChargeName = ({ ref, buyer }: Pick<ChargeName, 'ref' | 'buyer'>): string =>
  [`Order ${ref}`, buyer].filter(Boolean).join(', ');

/** The feature's names of charges, by id, as far as it knows them. */
export type FindChargeNames = (db: DbReader, chargeIds: readonly Id[]) => Promise<ReadonlyMap<Id, ChargeName>>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** The order's reference, by which the treasurer finds a payment that no member made. */
    chargeNames: readonly FindChargeNames[];
  }
}

/** Returns the names of charges, by their ids, from every feature that knows some. */
export async function findChargeNames(
  sources: readonly FindChargeNames[],
  db: DbReader,
  chargeIds: readonly Id[],
): Promise<Map<Id, ChargeName>> {
  const names = new Map<Id, ChargeName>();
  for (const source of sources) for (const [id, name] of await source(db, chargeIds)) names.set(id, name);
  return names;
}

/**
 * Returns the subjects of charges, by their ids: "Order 12, Jo Bloggs" by its name, or else "Full member, Ruth Marsh"
 * by its label and payer.
 */
export async function describeCharges(
  db: DbReader,
  names: ReadonlyMap<Id, ChargeName>,
  charges: readonly { id: Id; label: string; user_id: Id | null }[],
): Promise<Map<Id, string>> {
  const payers = new Map<Id, string>();
  await inBatches([...new Set(charges.flatMap(({ user_id }) => user_id ?? []))], async (some) => {
    const rows = await usersView(db).where('id', 'in', some).execute();
    for (const { id, firstname, lastname } of rows) payers.set(id, `${firstname} ${lastname}`.trim());
  });
  return new Map(
    charges.map(({ id, label, user_id }) => {
      const name = names.get(id);
      const payer = payers.get(user_id ?? '') ?? '';
      return [id, name ? formatChargeName(name) : [label, payer].filter(Boolean).join(', ')];
    }),
  );
}
