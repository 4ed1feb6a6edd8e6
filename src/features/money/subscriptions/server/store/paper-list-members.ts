import { findPayerId, listSubscriptionPaymentsByPayer } from '#features/money/ledger/server/index.ts';
import { normaliseEmail } from '#features/society/accounts/contract.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
import type { DataSubject } from '#platform/server/feature/personal-data.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates/dates.ts';
import { buildPersonNameKey } from '#platform/shared/text/person-name.ts';
import { toPhoneKey } from '#platform/shared/text/phone-number.ts';
import type { PaperMemberTable, PaperMemberYearTable } from './tables.ts';

/**
 * Somebody without an account on the membership list, with the years that they have paid for on this site. If the last
 * of these ends no earlier than the year in the list, the plan and payment are those of that year; otherwise those in
 * the list.
 */
export interface PaperMember extends PaperMemberTable {
  /** The plan in the list; `plan_id` is the plan that the person paid for last. */
  listed_plan_id: Id;
  /** The payment in the list, without later payments. */
  listed: Pick<PaperMemberTable, 'amount' | 'paid_on' | 'source' | 'paid_until'>;
  years: readonly PaperMemberYearTable[];
}

/**
 * Returns true if the person is or was a member. A part payment alone adds a person to the list, but pays for no year.
 */
export const hasEverBeenMember = ({ from_payment, years }: Pick<PaperMember, 'from_payment' | 'years'>): boolean =>
  from_payment === 0 || years.length > 0;

async function addPaidYears(db: DbReader, rows: readonly PaperMemberTable[]): Promise<PaperMember[]> {
  const years: PaperMemberYearTable[] = [];
  await runInBatches(
    rows.map(({ id }) => id),
    async (batch) => {
      const ofBatch = db.selectFrom('paper_member_year').selectAll().where('member_id', 'in', batch);
      years.push(...(await ofBatch.orderBy('begins_on').orderBy('id').execute()));
    },
  );
  const byMember = Map.groupBy(years, ({ member_id }) => member_id);
  return rows.map((row) => {
    const own = byMember.get(row.id) ?? [];
    const [last] = own.toSorted((a, b) => (a.paid_until < b.paid_until ? 1 : -1));
    const latest = last && last.paid_until >= row.paid_until ? { plan_id: last.plan_id, ...paymentOf(last) } : {};
    return { ...row, ...latest, listed_plan_id: row.plan_id, listed: paymentOf(row), years: own };
  });
}

const paymentOf = <Payment extends PaperMember['listed']>({ amount, paid_on, source, paid_until }: Payment) => ({
  ...{ amount, paid_on, source, paid_until },
});

export const listPaperMembers = async (db: DbReader): Promise<PaperMember[]> =>
  addPaidYears(db, await db.selectFrom('paper_member').selectAll().orderBy('created_at').orderBy('id').execute());

/**
 * Returns the people on the membership list with this email address; none for "". An account may have the same address.
 */
export const listPaperMembersByEmail = async (db: DbReader, emailKey: string): Promise<PaperMember[]> =>
  addPaidYears(
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
  return (await addPaidYears(db, rows))[0];
}

export async function recordPaperMember(tx: DbTransaction, row: PaperMemberTable): Promise<void> {
  await tx.insertInto('paper_member').values(row).execute();
}

/** Updates a row with the data of a newer list. The person then counts as listed, unless `row` sets `from_payment`. */
export async function updatePaperMember(
  tx: DbTransaction,
  id: Id,
  row: Pick<PaperMemberTable, 'name' | 'phone' | 'amount' | 'paid_on' | 'source' | 'paid_until'> &
    Partial<Pick<PaperMemberTable, 'from_payment'>>,
): Promise<void> {
  await tx
    .updateTable('paper_member')
    .set({ from_payment: 0, ...row })
    .where('id', '=', id)
    .execute();
}

/**
 * Deletes a row and returns it; undefined if it has already been deleted, for example because the person has an account
 * now.
 */
export const deletePaperMember = (tx: DbTransaction, id: Id): Promise<PaperMemberTable | undefined> =>
  tx.deleteFrom('paper_member').where('id', '=', id).returningAll().executeTakeFirst();

/**
 * Deletes a person's row and, if `isIncluded` agrees, the person's rows for other plans, which have the same email
 * address and name. Returns the row; undefined if it has already been deleted.
 */
export async function deletePaperMembersOfPerson(
  tx: DbTransaction,
  id: Id,
  isIncluded: (other: PaperMemberTable, row: PaperMemberTable) => boolean = () => true,
): Promise<PaperMemberTable | undefined> {
  const row = await deletePaperMember(tx, id);
  if (!row) return undefined;
  for (const other of await listPaperMembersByEmail(tx, row.email_key)) {
    if (buildPersonNameKey(other.name) === buildPersonNameKey(row.name) && isIncluded(other, row))
      await deletePaperMember(tx, other.id);
  }
  return row;
}

export async function recordPaperMemberYear(
  tx: DbTransaction,
  year: Omit<PaperMemberYearTable, 'ended_by'>,
): Promise<void> {
  await tx
    .insertInto('paper_member_year')
    .values({ ...year, ended_by: null })
    .execute();
}

/**
 * Removes the membership year that a ledger entry bought for a person without an account. If a payment had added the
 * person to the list and no payment is left, removes the person too. Returns "not the last" if a later year is paid,
 * undefined if the entry bought no year.
 */
export async function reversePaperMemberYear(
  tx: DbTransaction,
  entryId: Id,
): Promise<'reversed' | 'not the last' | undefined> {
  const { member, year } = await findMemberWithYear(tx, entryId);
  if (!member || !year) {
    const payer = await findPaperMember(tx, (await findPayerId(tx, entryId)) ?? '');
    if (payer && !hasEverBeenMember(payer)) await deleteUnpaid(tx, payer.id);
    return undefined;
  }
  const others = member.years.filter(({ id }) => id !== year.id);
  if (others.some(({ paid_until }) => paid_until > year.paid_until)) return 'not the last';
  await tx.deleteFrom('paper_member_year').where('id', '=', year.id).execute();
  if (member.from_payment === 1 && others.length === 0) await deleteUnpaid(tx, member.id);
  return 'reversed';
}

/** Deletes a person from the list unless they have a payment left, even a part payment. */
async function deleteUnpaid(tx: DbTransaction, id: Id): Promise<void> {
  if (!(await hasPaperMemberPayment(tx, id))) await deletePaperMember(tx, id);
}

/**
 * Returns true if the ledger has a payment, even a part payment, of this person without an account. Payments that were
 * reversed or wholly refunded don't count.
 */
export const hasPaperMemberPayment = async (db: DbReader, id: Id): Promise<boolean> =>
  (await listSubscriptionPaymentsByPayer(db, { payerId: id })).length > 0;

/** Lists the last paid year of each person without an account, unless that year is over. */
export async function listCurrentPaperMemberYears(db: DbReader, on: CalendarDate) {
  return (await listPaperMembers(db)).flatMap(({ years, paid_until }) =>
    years.filter((year) => year.paid_until >= on && year.paid_until === paid_until),
  );
}

/**
 * Ends a person's last paid year because it is refunded. Returns the first day after its end; undefined if the charge
 * didn't pay for that year, or the year is over.
 */
export async function endPaperMemberYear(
  tx: DbTransaction,
  { chargeId, refundId }: { chargeId: Id; refundId: Id },
  on: CalendarDate,
): Promise<CalendarDate | undefined> {
  const { member, year } = await findMemberWithYear(tx, chargeId);
  if (!member || !year || year.paid_until < on || year.paid_until !== member.paid_until) return undefined;
  const ends = year.begins_on > on ? year.begins_on : on;
  await tx
    .updateTable('paper_member_year')
    .set({ paid_until: addDays(ends, -1), ended_by: refundId })
    .where('id', '=', year.id)
    .execute();
  return ends;
}

async function findMemberWithYear(db: DbReader, entryId: Id) {
  const found = db.selectFrom('paper_member_year').select('member_id').where('id', '=', entryId);
  const member = await findPaperMember(db, (await found.executeTakeFirst())?.member_id ?? '');
  return { member, year: member?.years.find(({ id }) => id === entryId) };
}

/**
 * Finds the rows about a person: those with their email address, and those without an address under a name that only
 * this person has. A row without an address is about somebody else if it has another phone number.
 */
async function findPaperListMembers(db: DbReader, { email, phone, names }: Subject): Promise<PaperMember[]> {
  const ownNames = new Set(names.map(buildPersonNameKey));
  const withoutEmail = await db.selectFrom('paper_member').selectAll().where('email_key', '=', '').execute();
  const theirs = withoutEmail.filter(
    (row) =>
      ownNames.has(buildPersonNameKey(row.name)) &&
      (row.phone === '' || phone === '' || toPhoneKey(row.phone) === toPhoneKey(phone)),
  );
  return [...(await listPaperMembersByEmail(db, normaliseEmail(email))), ...(await addPaidYears(db, theirs))];
}

type Subject = Pick<DataSubject, 'email' | 'phone' | 'names'>;

/** Returns what the list stores about a person, for the export of their data. */
export const exportPaperMemberData = async (db: DbReader, subject: Subject) =>
  (await findPaperListMembers(db, subject)).map(
    ({ id: _, listed_plan_id: __, listed: ___, from_payment: ____, ...row }) => ({
      ...row,
      years: row.years.map(({ begins_on, paid_until, amount, source, paid_on }) => ({
        ...{ begins_on, paid_until, amount, source, paid_on },
      })),
    }),
  );

export async function deletePaperMemberData(tx: DbTransaction, subject: Subject): Promise<void> {
  for (const { id } of await findPaperListMembers(tx, subject)) await deletePaperMember(tx, id);
}
