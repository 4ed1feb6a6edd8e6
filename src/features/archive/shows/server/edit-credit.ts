import { findUser } from '#features/society/accounts/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { foldText } from '#platform/shared/text/text.ts';
import { formatCreditName } from '../credits.ts';
import { findOrCreatePeople, incrementShowVersions, resolveCreditedPerson } from '../people/server/index.ts';
import { listShowCredits } from './store.ts';
import type { CreditTable } from './tables.ts';

/** Lists a show's credits under the names as printed. Only people who manage the archive may see these names. */
export const listPrintedCredits = (db: DbReader, showId: Id) =>
  listNamedCredits(db, showId, ({ name, printed_as }) => formatCreditName(name, printed_as, 'as_printed'));

/** Lists the credits for the public: each person under the name that their credit style shows. */
export const listPublicCredits = (db: DbReader, showId: Id) =>
  listNamedCredits(db, showId, ({ name, printed_as, credit_style }) =>
    formatCreditName(name, printed_as, credit_style),
  );

type Credit = Awaited<ReturnType<typeof listShowCredits>>[number];

async function listNamedCredits(db: DbReader, showId: Id, nameOf: (credit: Credit) => string) {
  return (await listShowCredits(db, showId)).map((credit) => ({
    id: credit.credit,
    name: nameOf(credit),
    role: credit.role,
    kind: credit.kind,
  }));
}

type CreditAssignment = Pick<CreditTable, 'person_id' | 'merged_from' | 'printed_as' | 'role' | 'set_by'>;

/**
 * Changes the name or the role of a credit, or both; "" leaves a value unchanged. Returns the former values; undefined
 * if the credit no longer exists.
 */
export async function updateCredit(
  tx: DbTransaction,
  { id, name, role, now, by }: { id: Id; name: string; role: string; now: Instant; by: Id },
): Promise<CreditAssignment | undefined> {
  const before = await findCredit(tx, id);
  if (!before) return undefined;
  const { show_id, person_id, merged_from, printed_as, set_by } = before;
  const whose =
    name === ''
      ? { person_id, merged_from, printed_as }
      : (await findOrCreatePeople(tx, [name], now, { showId: show_id })).creditedTo(name);
  await reassignCredit(tx, { id, showId: show_id, whose: { ...whose, role: role || before.role, set_by: by }, now });
  return { person_id, merged_from, printed_as, role: before.role, set_by };
}

/** Changes the person of a credit, and its role. */
export async function reassignCredit(
  tx: DbTransaction,
  { id, showId, whose, now }: { id: Id; showId: Id; whose: CreditAssignment; now: Instant },
): Promise<void> {
  const set_by = await findRemainingUserId(tx, whose.set_by);
  await tx
    .updateTable('credit')
    .set({ ...whose, ...(await resolveCreditedPerson(tx, whose)), set_by })
    .where('id', '=', id)
    .execute();
  await incrementShowVersions(tx, [showId], { now });
}

/** Finds the place of a new credit in the billing: next to credits with the same role, or else at the end. */
export async function findPlaceInBilling(
  tx: DbTransaction,
  { showId, kind, role }: Pick<CreditTable, 'kind' | 'role'> & { showId: Id },
) {
  const credits = await tx
    .selectFrom('credit')
    .select(['role', 'ord', 'place', 'person_id'])
    .where('show_id', '=', showId)
    .where('kind', '=', kind)
    .orderBy('ord')
    .execute();
  const same = credits.filter((credit) => foldText(credit.role) === foldText(role));
  const ord = same[0]?.ord ?? Math.max(0, credits.at(-1)?.ord ?? 0) + 1;
  const place = Math.max(-1, ...same.map((credit) => credit.place)) + 1;
  return { same, billing: { role: same[0]?.role ?? role, ord, place } };
}

export async function addCredit(
  tx: DbTransaction,
  {
    id,
    showId,
    kind,
    name,
    role,
    now,
    by,
  }: Pick<CreditTable, 'id' | 'kind' | 'role'> & { showId: Id; name: string; now: Instant; by: Id },
): Promise<void> {
  const { billing } = await findPlaceInBilling(tx, { showId, kind, role });
  const whose = (await findOrCreatePeople(tx, [name], now, { showId })).creditedTo(name);
  await tx
    .insertInto('credit')
    .values({ id, show_id: showId, kind, ...billing, ...whose, set_by: by })
    .execute();
  await incrementShowVersions(tx, [showId], { now });
}

/** Deletes a credit and returns the whole row, so that it can be restored. */
export async function removeCredit(tx: DbTransaction, id: Id, now: Instant): Promise<CreditTable | undefined> {
  const credit = await findCredit(tx, id);
  if (!credit) return undefined;
  await tx.deleteFrom('credit').where('id', '=', id).execute();
  await incrementShowVersions(tx, [credit.show_id], { now });
  return credit;
}

export async function restoreCredit(tx: DbTransaction, credit: CreditTable, now: Instant): Promise<void> {
  const set_by = await findRemainingUserId(tx, credit.set_by);
  await tx
    .insertInto('credit')
    .values({ ...credit, ...(await resolveCreditedPerson(tx, credit)), set_by })
    .execute();
  await incrementShowVersions(tx, [credit.show_id], { now });
}

/** Returns the user's id, or null if the account no longer exists. */
async function findRemainingUserId(tx: DbTransaction, user: Id | null): Promise<Id | null> {
  if (user === null) return null;
  return (await findUser(tx, user))?.id ?? null;
}

const findCredit = (db: DbReader, id: Id) =>
  db.selectFrom('credit').selectAll().where('id', '=', id).executeTakeFirst();
