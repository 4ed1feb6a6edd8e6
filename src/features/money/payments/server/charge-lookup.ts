import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import { usersView } from '#features/society/accounts/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, runInBatches } from '#platform/server/database/index.ts';
import type { PaymentIntentTable } from './tables.ts';

/** Finds the cards that charges were paid with. Returns them by the charges' ids. */
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

/** Finds our charges by Square's payment ids. Returns them by these ids. */
export async function findChargesByProviderId(
  db: DbReader,
  environment: PaymentEnvironment,
  paymentIds: readonly string[],
): Promise<Map<string, Pick<PaymentIntentTable, 'id' | 'label' | 'user_id'>>> {
  const charges = new Map<string, Pick<PaymentIntentTable, 'id' | 'label' | 'user_id'>>();
  await runInBatches(paymentIds, async (some) => {
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

/** The order and buyer that a feature names for a charge, because the ledger names neither. */
export interface ChargeName {
  /** The reference of the order, and the buyer's name. */
  ref: string;
  buyer: string;
  /** The order's id, under which its audit entries are filed. */
  subject: Id;
  /** The page that manages the order. */
  link: string;
}

/** Formats the name of a charge: "Order 246, The Allotment Society". */
export const formatChargeName = ({ ref, buyer }: Pick<ChargeName, 'ref' | 'buyer'>): string =>
  [`Order ${ref}`, buyer].filter(Boolean).join(', ');

/** Finds the names of charges that belong to a feature, by their ids. */
export type FindChargeNames = (db: DbReader, chargeIds: readonly Id[]) => Promise<ReadonlyMap<Id, ChargeName>>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /**
     * Functions that find the names of charges. They let the treasurer recognise payments by people without an account.
     */
    chargeNames: readonly FindChargeNames[];
  }
}

/** Finds the names of charges in all features. Returns them by the charges' ids. */
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
 * Describes charges, by their ids. Returns "Order 12, Jo Bloggs" if a feature has named the charge, otherwise the
 * charge's label and payer, such as "Full member, Ruth Marsh".
 */
export async function describeCharges(
  db: DbReader,
  names: ReadonlyMap<Id, ChargeName>,
  charges: readonly { id: Id; label: string; user_id: Id | null }[],
): Promise<Map<Id, string>> {
  const payers = new Map<Id, string>();
  await runInBatches([...new Set(charges.flatMap(({ user_id }) => user_id ?? []))], async (some) => {
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
