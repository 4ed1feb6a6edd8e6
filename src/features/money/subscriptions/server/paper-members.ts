import { findPayerId, listSubscriptionCharges } from '#features/money/ledger/server/index.ts';
import { normaliseEmail } from '#features/society/accounts/email.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { DataSubject } from '#platform/server/feature/personal-data.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates/dates.ts';
import { personNameKey } from '#platform/shared/text/person-name.ts';
import type { PaperMemberTable, PaperMemberYearTable } from './tables.ts';

/** Somebody on the membership list without an account: the list's data, and their later payments here. */
export interface PaperMember extends PaperMemberTable {
  /** The plan that the list has; `plan_id` is the one they paid for last. */
  listed_plan_id: Id;
  /** The payment according to the list, without later payments. */
  listed: Pick<PaperMemberTable, 'amount' | 'paid_on' | 'source' | 'paid_until'>;
  years: readonly PaperMemberYearTable[];
}

/** Returns true once they are or were a member: a part payment puts a new person on the list before that. */
export const wasEverPaid = ({ from_payment, years }: Pick<PaperMember, 'from_payment' | 'years'>): boolean =>
  from_payment === 0 || years.length > 0;

async function withYears(db: DbReader, rows: readonly PaperMemberTable[]): Promise<PaperMember[]> {
  if (rows.length === 0) return [];
  const years = await db.selectFrom('paper_member_year').selectAll().orderBy('begins_on').orderBy('id').execute();
  const byMember = Map.groupBy(years, ({ member_id }) => member_id);
  return rows.map((row) => {
    const own = byMember.get(row.id) ?? [];
    const [last] = own.toSorted((a, b) => (a.paid_until < b.paid_until ? 1 : -1));
    const since =
      last && last.paid_until >= row.paid_until
        ? {
            plan_id: last.plan_id,
            amount: last.amount,
            paid_on: last.paid_on,
            source: last.source,
            paid_until: last.paid_until,
          }
        : {};
    const { amount, paid_on, source, paid_until } = row;
    const listed = { amount, paid_on, source, paid_until };
    return { ...row, ...since, listed_plan_id: row.plan_id, listed, years: own };
  });
}

export const paperMembers = async (db: DbReader): Promise<PaperMember[]> =>
  withYears(db, await db.selectFrom('paper_member').selectAll().orderBy('created_at').orderBy('id').execute());

/** Returns the people with an address: an account with it may be theirs. */
export const paperMembersAt = async (db: DbReader, emailKey: string): Promise<PaperMember[]> =>
  withYears(
    db,
    await db
      .selectFrom('paper_member')
      .selectAll()
      .where('email_key', '=', emailKey)
      .where('email_key', '<>', '')
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  );

export async function findPaperMember(db: DbReader, id: Id): Promise<PaperMember | undefined> {
  const rows = await db.selectFrom('paper_member').selectAll().where('id', '=', id).execute();
  return (await withYears(db, rows))[0];
}

export async function recordPaperMember(tx: DbTransaction, row: PaperMemberTable): Promise<void> {
  await tx.insertInto('paper_member').values(row).execute();
}

/** Updates somebody from a later list. */
export async function renewPaperMember(
  tx: DbTransaction,
  id: Id,
  row: Pick<PaperMemberTable, 'name' | 'phone' | 'amount' | 'paid_on' | 'source' | 'paid_until'>,
): Promise<void> {
  await tx
    .updateTable('paper_member')
    .set({ ...row, from_payment: 0 })
    .where('id', '=', id)
    .execute();
}

/** Undefined when somebody else was first, or they have an account by now. */
export const deletePaperMember = (tx: DbTransaction, id: Id): Promise<PaperMemberTable | undefined> =>
  tx.deleteFrom('paper_member').where('id', '=', id).returningAll().executeTakeFirst();

/**
 * Deletes a row of a paper list and the lists' other data about the same person: with one address and name, other plans
 * are theirs too. `goes` selects them. Undefined if somebody else was first, or they have an account by now.
 */
export async function deletePaperPerson(
  tx: DbTransaction,
  id: Id,
  goes: (other: PaperMemberTable, row: PaperMemberTable) => boolean = () => true,
): Promise<PaperMemberTable | undefined> {
  const row = await deletePaperMember(tx, id);
  if (!row) return undefined;
  for (const other of await paperMembersAt(tx, row.email_key)) {
    if (personNameKey(other.name) === personNameKey(row.name) && goes(other, row))
      await deletePaperMember(tx, other.id);
  }
  return row;
}

/** Returns true if somebody without an account has a plan, or paid for it, so that it can't be deleted. */
export async function isOnPaper(db: DbReader, planId: Id): Promise<boolean> {
  for (const table of ['paper_member', 'paper_member_year'] as const) {
    if (await db.selectFrom(table).select('id').where('plan_id', '=', planId).limit(1).executeTakeFirst()) return true;
  }
  return false;
}

/** Returns the ledger entries that paid for a year of somebody without an account. */
export async function paperYearEntries(db: DbReader): Promise<Set<Id>> {
  const rows = await db.selectFrom('paper_member_year').select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

export async function recordPaperYear(tx: DbTransaction, year: Omit<PaperMemberYearTable, 'ended_by'>): Promise<void> {
  await tx
    .insertInto('paper_member_year')
    .values({ ...year, ended_by: null })
    .execute();
}

/**
 * Reverses the year that a ledger entry has paid for somebody without an account; if a payment put them on the list,
 * they are removed with their last payment. Undefined if it paid no year.
 */
export async function takeBackPaperYear(
  tx: DbTransaction,
  entryId: Id,
): Promise<'taken back' | 'not the last' | undefined> {
  const { member, year } = await memberWithYear(tx, entryId);
  if (!member || !year) {
    const payer = await findPaperMember(tx, (await findPayerId(tx, entryId)) ?? '');
    if (payer && !wasEverPaid(payer)) await deleteUnpaid(tx, payer.id);
    return undefined;
  }
  const others = member.years.filter(({ id }) => id !== year.id);
  if (others.some(({ paid_until }) => paid_until > year.paid_until)) return 'not the last';
  await tx.deleteFrom('paper_member_year').where('id', '=', year.id).execute();
  if (member.from_payment === 1 && others.length === 0) await deleteUnpaid(tx, member.id);
  return 'taken back';
}

/** Deletes somebody on the list who has no payment left, not even a part payment. */
async function deleteUnpaid(tx: DbTransaction, id: Id): Promise<void> {
  if ((await listSubscriptionCharges(tx, { payerId: id })).length === 0) await deletePaperMember(tx, id);
}

/** Returns the entries that paid for years of people without an account that run, or are to come. */
export async function currentPaperYears(db: DbReader, on: CalendarDate) {
  return (await paperMembers(db)).flatMap(({ years, paid_until }) =>
    years.filter((year) => year.paid_until >= on && year.paid_until === paid_until),
  );
}

/** Ends a running year because it is refunded. Returns the first day after its end; undefined if none is running. */
export async function endPaperYear(
  tx: DbTransaction,
  { chargeId, refundId }: { chargeId: Id; refundId: Id },
  on: CalendarDate,
): Promise<CalendarDate | undefined> {
  const { member, year } = await memberWithYear(tx, chargeId);
  if (!member || !year || year.paid_until < on || year.paid_until !== member.paid_until) return undefined;
  const ends = year.begins_on > on ? year.begins_on : on;
  await tx
    .updateTable('paper_member_year')
    .set({ paid_until: addDays(ends, -1), ended_by: refundId })
    .where('id', '=', year.id)
    .execute();
  return ends;
}

async function memberWithYear(db: DbReader, entryId: Id) {
  const found = db.selectFrom('paper_member_year').select('member_id').where('id', '=', entryId);
  const member = await findPaperMember(db, (await found.executeTakeFirst())?.member_id ?? '');
  return { member, year: member?.years.find(({ id }) => id === entryId) };
}

/**
 * Finds the list's rows about somebody: those with their address, and those without an address under a name that is
 * known to be theirs alone. A row with another phone number is somebody else's.
 */
async function paperMembersOf(db: DbReader, { email, phone, names }: Owner): Promise<PaperMember[]> {
  const own = new Set(names.map(personNameKey));
  const digits = (number: string) => number.replace(/\D/g, '').replace(/^(?:00)?44/, '0');
  const unaddressed = await db.selectFrom('paper_member').selectAll().where('email_key', '=', '').execute();
  const theirs = unaddressed.filter(
    (row) =>
      own.has(personNameKey(row.name)) && (row.phone === '' || phone === '' || digits(row.phone) === digits(phone)),
  );
  return [...(await paperMembersAt(db, normaliseEmail(email))), ...(await withYears(db, theirs))];
}

type Owner = Pick<DataSubject, 'email' | 'phone' | 'names'>;

/** Finds the list’s rows about somebody, for their download. */
export const paperDataOf = async (db: DbReader, owner: Owner) =>
  (await paperMembersOf(db, owner)).map(({ id: _, listed_plan_id: __, listed: ___, from_payment: ____, ...row }) => ({
    ...row,
    years: row.years.map(({ begins_on, paid_until, amount, source, paid_on }) => ({
      ...{ begins_on, paid_until, amount, source, paid_on },
    })),
  }));

export async function deletePaperDataOf(tx: DbTransaction, owner: Owner): Promise<void> {
  for (const { id } of await paperMembersOf(tx, owner)) await deletePaperMember(tx, id);
}
