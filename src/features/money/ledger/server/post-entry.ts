import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
import { type CalendarDate, type Instant, toCalendarDate } from '#platform/shared/dates/dates.ts';
import type { EntrySubject, ManualPaymentSource, PaymentEnvironment, PaymentSource } from '../entry.ts';
import { getEntryDay } from './closed-years.ts';
import { type EntryNote, recordEntryNote } from './entry-notes.ts';
import type { EntryTable, PayerTable } from './tables.ts';

/**
 * The payer of a charge: a member with an account, or a name that the treasurer entered. Payments by name with the same
 * `id` share one payer, who can be linked to an account later.
 */
export type Payer = { user_id: Id } | { name: string; id?: Id };

interface EntryBase {
  /** Created before the write, because the write may run twice. */
  id: Id;
  at: Instant;
  /**
   * The day that a person chose. A day in a closed year is refused. Without it, the entry counts on the day of
   * `providerAt` or, if that isn't given either, of `at`; later if that day's year is closed (see `getEntryDay`).
   */
  day?: CalendarDate;
  /** The time of the payment, refund or dispute at Square. */
  providerAt?: Instant;
  /** Pence, above zero. */
  pence: number;
  /**
   * Square's id of the charge, refund or lost dispute; for a fee, of the fee's payment. The same id is posted only once
   * for each kind of entry.
   */
  square_id?: string;
}

/**
 * An entry to post. Fees and refunds get the subject, environment and payer of their charge and, unless `paid_in` is
 * set, its payment method.
 */
export type NewEntry =
  | (EntryBase & {
      kind: 'charge';
      environment: PaymentEnvironment;
      source: PaymentSource;
      about: EntrySubject;
      payer?: Payer;
    })
  /** If a refund to a card has no `note`, it keeps the note from when it was requested. */
  | (EntryBase & { kind: 'refund'; charge_id: Id; note?: EntryNote; paid_in?: ManualPaymentSource })
  | (EntryBase & { kind: 'fee'; charge_id: Id });

/**
 * Posts a charge, refund or fee in the caller's transaction. If the ledger has Square's id already, posts nothing and
 * returns false.
 * @throws HttpError 400 if a person chose a day in a closed year
 * @throws Error if Square's id was posted with another amount, or the charge doesn't exist
 */
export async function postEntry(tx: DbTransaction, entry: NewEntry): Promise<boolean> {
  const { id, at, kind, pence, square_id = null } = entry;
  const amount = kind === 'charge' ? pence : -pence;
  if (square_id !== null) {
    const before = await tx
      .selectFrom('entry')
      .select('amount')
      .where('kind', '=', kind)
      .where('square_id', '=', square_id)
      .executeTakeFirst();
    if (before && before.amount !== amount) {
      throw new Error(`The ${kind} ${square_id} was posted with ${before.amount} pence, and is now ${amount}`);
    }
    if (before) return false;
  }
  const details = entry.kind === 'charge' ? await createChargeDetails(tx, entry) : await findChargeDetails(tx, entry);
  const { timeZone } = await readSettings(tx);
  const enteredOn = toCalendarDate(at, timeZone);
  const day = await getEntryDay(tx, details.environment, {
    day: entry.day ?? toCalendarDate(entry.providerAt ?? at, timeZone),
    enteredOn,
    isChosen: entry.day !== undefined,
  });
  await tx
    .insertInto('entry')
    .values({ id, at, day, kind, amount, square_id, corrects: null, ...details })
    .execute();
  if (entry.kind === 'refund' && entry.note) await recordEntryNote(tx, id, entry.note);
  return true;
}

type EntryDetails = Pick<
  EntryTable,
  'environment' | 'source' | 'about' | 'plan_id' | 'show_id' | 'label' | 'payer_id' | 'charge_id'
>;

async function createChargeDetails(tx: DbTransaction, entry: NewEntry & { kind: 'charge' }): Promise<EntryDetails> {
  const { environment, source, about, payer } = entry;
  return {
    environment,
    source,
    plan_id: '',
    show_id: '',
    ...about,
    payer_id: payer ? await findOrCreatePayer(tx, payer, entry.id) : null,
    charge_id: null,
  };
}

async function findChargeDetails(
  tx: DbTransaction,
  { charge_id: chargeId, paid_in }: { charge_id: Id; paid_in?: ManualPaymentSource },
): Promise<EntryDetails> {
  const charge = await tx
    .selectFrom('entry')
    .select(['environment', 'source', 'about', 'plan_id', 'show_id', 'label', 'payer_id', 'id as charge_id'])
    .where('id', '=', chargeId)
    .where('kind', '=', 'charge')
    .executeTakeFirst();
  if (!charge) throw new Error(`There is no charge ${chargeId}`);
  return { ...charge, ...(paid_in ? { source: paid_in } : {}) };
}

/**
 * Finds or creates the payer. A user has one row, and so has a name with an id. A name without an id gets a new row
 * each time.
 */
async function findOrCreatePayer(tx: DbTransaction, payer: Payer, id: Id): Promise<Id> {
  if ('name' in payer) {
    const own = payer.id ?? id;
    await tx
      .insertInto('payer')
      .values({ id: own, user_id: null, account_id: null, name: payer.name })
      .onConflict((clash) => clash.column('id').doNothing())
      .execute();
    return own;
  }
  const { user_id } = payer;
  const existing = await tx.selectFrom('payer').select('id').where('user_id', '=', user_id).executeTakeFirst();
  if (existing) return existing.id;
  await tx.insertInto('payer').values({ id, user_id, account_id: null, name: '' }).execute();
  return id;
}

/** Links a payer without an account to an account, and removes the name. */
export async function linkPayerToAccount(tx: DbTransaction, payerId: Id, userId: Id): Promise<void> {
  await tx.updateTable('payer').set({ account_id: userId, name: '' }).where('id', '=', payerId).execute();
}

/** Returns the pence left of a charge after refunds and reversals; 0 if there is no such charge. */
export async function getChargeBalance(db: DbReader, chargeId: Id): Promise<number> {
  const [charge] = await listChargeBalances(db, [chargeId]);
  return charge ? charge.charged - charge.refunded : 0;
}

/** Selects the ids of charges with a reversed refund. The refund's money may be owed again. */
export const selectChargesWithReversedRefund = (db: DbReader) =>
  db
    .selectFrom('entry')
    .select('charge_id')
    .where('kind', '=', 'refund')
    .where('corrects', 'is not', null)
    .where('charge_id', 'is not', null);

/** A charge with the sums of its refunds and reversals. */
export interface ChargeBalance {
  id: Id;
  source: PaymentSource;
  at: Instant;
  /** The pence charged. 0 if the charge was reversed. */
  charged: number;
  /** The pence refunded, without reversed refunds. */
  refunded: number;
  /** The refunds that were paid by another method than the charge, added up by method. */
  refunded_otherwise: { source: PaymentSource; pence: number }[];
}

/** Lists charges with the sums of their refunds and reversals, oldest first. */
export async function listChargeBalances(db: DbReader, ids: readonly Id[]): Promise<ChargeBalance[]> {
  const found: ChargeBalance[] = [];
  await runInBatches(ids, async (some) => {
    const charges = await db
      .selectFrom('entry')
      .select(['id', 'source', 'amount', 'at'])
      .where('id', 'in', some)
      .where('kind', '=', 'charge')
      .execute();
    const since = await db
      .selectFrom('entry')
      .select(['kind', 'charge_id', 'corrects', 'amount', 'source'])
      .where(({ or, and, eb }) =>
        or([eb('corrects', 'in', some), and([eb('charge_id', 'in', some), eb('kind', '=', 'refund')])]),
      )
      .execute();
    const sums = new Map<Id, { reversed: number; refunds: number }>();
    const bySources = new Map<Id, Map<PaymentSource, number>>();
    for (const { kind, charge_id, corrects, amount, source } of since) {
      const id = (kind === 'refund' ? charge_id : corrects) ?? '';
      const { reversed, refunds } = sums.get(id) ?? { reversed: 0, refunds: 0 };
      if (kind === 'refund') {
        const bySource = bySources.get(id) ?? new Map<PaymentSource, number>();
        bySources.set(id, bySource.set(source, (bySource.get(source) ?? 0) - amount));
      }
      sums.set(
        id,
        kind === 'refund' ? { reversed, refunds: refunds + amount } : { reversed: reversed + amount, refunds },
      );
    }
    for (const { id, source, amount, at } of charges) {
      const { reversed = 0, refunds = 0 } = sums.get(id) ?? {};
      const refunded_otherwise = [...(bySources.get(id) ?? [])].flatMap(([by, pence]) =>
        by === source || pence <= 0 ? [] : [{ source: by, pence }],
      );
      found.push({ id, source, at, charged: amount + reversed, refunded: 0 - refunds, refunded_otherwise });
    }
  });
  return found.sort((one, other) => (one.at === other.at ? (one.id < other.id ? -1 : 1) : one.at < other.at ? -1 : 1));
}

/**
 * Reverses an entry by posting its opposite. The reversal counts on the entry's day, or today if that day's year is
 * closed. An entry can be reversed only once, and a charge only if no part of it was refunded.
 */
export async function reverseEntry(
  tx: DbTransaction,
  { id, at, entry }: { id: Id; at: Instant; entry: EntryTable },
): Promise<'reversed' | 'already reversed' | 'has refunds'> {
  const before = await tx.selectFrom('entry').select('id').where('corrects', '=', entry.id).executeTakeFirst();
  if (before) return 'already reversed';
  if (entry.kind === 'charge' && (await getChargeBalance(tx, entry.id)) !== entry.amount) return 'has refunds';
  const day = await getEntryDay(tx, entry.environment, {
    day: entry.day,
    enteredOn: toCalendarDate(at, (await readSettings(tx)).timeZone),
    isChosen: false,
  });
  await tx
    .insertInto('entry')
    .values({ ...entry, id, at, day, amount: -entry.amount, corrects: entry.id, square_id: null })
    .execute();
  return 'reversed';
}

/**
 * Posts many past entries at once, as the demo does. None of them may be in the ledger yet, charges must come before
 * their fees and refunds, and payers need an account.
 */
export async function importPastEntries(
  tx: DbTransaction,
  entries: readonly NewEntry[],
  timeZone: string,
): Promise<void> {
  const payers = new Map<string, PayerTable>();
  const rows = new Map<string, EntryTable>();
  for (const entry of entries) {
    const { id, at, kind, pence, square_id = null, day = toCalendarDate(entry.providerAt ?? at, timeZone) } = entry;
    const own = { id, at, day, kind, amount: kind === 'charge' ? pence : -pence, square_id, corrects: null };
    if (entry.kind === 'charge') {
      const { environment, source, about, payer } = entry;
      const user_id = payer && 'user_id' in payer ? payer.user_id : '';
      if (user_id !== '' && !payers.has(user_id)) payers.set(user_id, { id, user_id, account_id: null, name: '' });
      const payer_id = payers.get(user_id)?.id ?? null;
      rows.set(id, { plan_id: '', show_id: '', ...about, environment, source, payer_id, charge_id: null, ...own });
    } else {
      const charge = rows.get(entry.charge_id);
      if (!charge) throw new Error(`There is no charge ${entry.charge_id}`);
      rows.set(id, { ...charge, charge_id: charge.id, ...own });
    }
  }
  await runInBatches([...payers.values()], (batch) =>
    tx
      .insertInto('payer')
      .values([...batch])
      .execute(),
  );
  await runInBatches([...rows.values()], (batch) =>
    tx
      .insertInto('entry')
      .values([...batch])
      .execute(),
  );
}
