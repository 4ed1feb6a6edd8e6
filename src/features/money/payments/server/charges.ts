import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import { usersView } from '#features/society/accounts/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, runInBatches } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { disputedPaymentReason, isExternalRefundFinal } from '../refund-issues.ts';
import type { ExternalRefundTable, PaymentIntentTable } from './tables.ts';

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

/**
 * The order that a charge paid for, as the feature that sold it describes it. The ledger names neither the order nor
 * its buyer.
 */
export interface ChargedOrder {
  /** The reference of the order: "246". `buyer` is the name of its buyer. */
  ref: string;
  buyer: string;
  /** The order's id, under which its audit entries are filed. */
  subject: Id;
  /** The page that manages the order. */
  link: string;
}

/** Formats the order that a charge paid for: "Order 246, The Allotment Society". */
export const formatChargedOrder = ({ ref, buyer }: Pick<ChargedOrder, 'ref' | 'buyer'>): string =>
  [`Order ${ref}`, buyer].filter(Boolean).join(', ');

/** Finds the orders that charges paid for, by the charges' ids. Charges of other features are left out. */
export type ChargedOrderFinder = (db: DbReader, chargeIds: readonly Id[]) => Promise<ReadonlyMap<Id, ChargedOrder>>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /**
     * Functions that find the orders of charges. They let the treasurer recognise payments by people without an
     * account.
     */
    chargeNames: readonly ChargedOrderFinder[];
  }
}

/** Finds the orders of charges in all features. Returns them by the charges' ids. */
export async function findChargedOrders(
  sources: readonly ChargedOrderFinder[],
  db: DbReader,
  chargeIds: readonly Id[],
): Promise<Map<Id, ChargedOrder>> {
  const names = new Map<Id, ChargedOrder>();
  for (const source of sources) for (const [id, name] of await source(db, chargeIds)) names.set(id, name);
  return names;
}

/**
 * Describes charges, by their ids: "Order 12, Jo Bloggs" if `names` has the charge's order, otherwise the charge's
 * label and payer, such as "Full member, Ruth Marsh".
 */
export async function describeCharges(
  db: DbReader,
  names: ReadonlyMap<Id, ChargedOrder>,
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
      return [id, name ? formatChargedOrder(name) : [label, payer].filter(Boolean).join(', ')];
    }),
  );
}

/** Selects external refunds and disputes that haven't been recorded in the ledger and may cost money. */
export const selectUnrecordedRefunds = (db: DbReader) =>
  db.selectFrom('external_refund').where('recorded_at', 'is', null).where('closed_at', 'is', null);

type UnrecordedRefund = Pick<ExternalRefundTable, 'kind' | 'state'>;

/** Adds up the pence of the unrecorded external refunds and disputes that `counts` selects, by the charges' ids. */
async function sumUnrecorded(
  db: DbReader,
  chargeIds: readonly Id[],
  counts: (row: UnrecordedRefund) => boolean,
): Promise<Map<Id, number>> {
  const sums = new Map<Id, number>();
  await runInBatches(chargeIds, async (some) => {
    const rows = await selectUnrecordedRefunds(db)
      .select(['charge_id', 'pence', 'kind', 'state'])
      .where('charge_id', 'in', some)
      .execute();
    for (const row of rows) {
      const id = row.charge_id ?? '';
      if (counts(row)) sums.set(id, (sums.get(id) ?? 0) + row.pence);
    }
  });
  return sums;
}

/**
 * Returns the pence that were refunded at Square without our request and aren't yet in the ledger, by the charges' ids.
 * A refund counts even while it is pending. A dispute counts once it is lost.
 */
export const sumUnrecordedRefunds = (db: DbReader, chargeIds: readonly Id[]): Promise<Map<Id, number>> =>
  sumUnrecorded(db, chargeIds, (row) => row.kind === 'refund' || isExternalRefundFinal(row));

/** Returns the pence in disputes that the bank hasn't decided yet, by the charges' ids. */
export const sumOpenDisputes = (db: DbReader, chargeIds: readonly Id[]): Promise<Map<Id, number>> =>
  sumUnrecorded(db, chargeIds, (row) => row.kind === 'dispute' && !isExternalRefundFinal(row));

/**
 * Lists the charges for which the society may owe money: those with a dispute or a refund made at Square, and those
 * with a refused refund.
 */
export async function listChargesPossiblyDueRefund(db: DbReader): Promise<Id[]> {
  const refused = db
    .selectFrom('payment_intent')
    .select('charge_id')
    .where('kind', '=', 'refund')
    .where('status', 'in', ['declined', 'abandoned']);
  const rows = await db.selectFrom('external_refund').select('charge_id').union(refused).execute();
  return rows.flatMap(({ charge_id }) => charge_id ?? []);
}

/**
 * Refuses a refund of disputed payments. Otherwise the cardholder would be paid twice if the bank decides in their
 * favour.
 * @throws HttpError 409 while a dispute about one of the charges is undecided
 */
export async function assertChargesNotDisputed(db: DbReader, chargeIds: readonly Id[]): Promise<void> {
  const disputed = await sumOpenDisputes(db, chargeIds);
  if (disputed.size === 0) return;
  refuse(409, `${disputedPaymentReason} Nothing was refunded: answer the dispute in Square’s dashboard first.`);
}
