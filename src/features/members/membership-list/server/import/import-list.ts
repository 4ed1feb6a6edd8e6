import { createHash } from 'node:crypto';
import { linkPayerToAccount } from '#features/money/ledger/server/index.ts';
import {
  assignPartPayments,
  deletePaperMember,
  deletePaperMembersOfPerson,
  deleteSubscription,
  findPaperMember,
  findSubscription,
  hasPaperMemberPayment,
  hasPartPayments,
  listPaperMembers,
  listSubscriptionsWithStatus,
  recordPaperMember,
  updatePaperMember,
} from '#features/money/subscriptions/server/index.ts';
import { findUserName, usersView } from '#features/society/accounts/server/index.ts';
import { runCooperatively, yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { ImportedRow, ImportUndo } from '#platform/server/imports/undo-import.ts';
import { addDays, type CalendarDate, formatLocalDate, type Instant } from '#platform/shared/dates/dates.ts';
import { buildPersonNameKey } from '#platform/shared/text/person-name.ts';
import { decideImportOutcomes, type KeyedPaperListRow, type MemberImportOutcome } from '../../import-outcomes.ts';
import { createSubscriptionFromPaperList, derivePaperSubscriptionId } from '../claim-paper-memberships.ts';

/**
 * Determines the outcome of each row if the list were imported now.
 *
 * @param nameKey returns the key of a name; memoised, so that several calls can share the keys
 */
export async function loadMemberImportOutcomes(
  db: DbReader,
  rows: readonly KeyedPaperListRow[],
  { today, nameKey }: { today: CalendarDate; nameKey: typeof buildPersonNameKey },
) {
  const users = await usersView(db).execute();
  await yieldToEventLoop();
  const subscriptions = await listSubscriptionsWithStatus(db, today);
  await yieldToEventLoop();
  const paper = await listPaperMembers(db);
  await yieldToEventLoop();
  const known = {
    accounts: users.map(({ id, firstname, lastname, email_key }) => ({
      ...{ id, email_key, name: `${firstname} ${lastname}`.trim() },
    })),
    held: subscriptions.map(({ user_id, plan_id, name, paid_until, status }) => ({
      ...{ user_id, plan_id, name, paid_until },
      goes_on: status !== 'lapsed' && status !== 'cancelled',
    })),
    paper,
  };
  const outcomes = await runCooperatively(decideImportOutcomes(rows, known, nameKey));
  const subscriptionsById = new Map(subscriptions.map((subscription) => [subscription.id, subscription]));
  return rows.map((row, at) => {
    const outcome = outcomes[at] ?? { to: 'new' as const };
    if (outcome.to !== 'account') return { row, outcome };
    // The same row may have been imported before, and its subscription may have been shortened since, for example by a
    // refund
    const { user_id, account, other } = outcome;
    const renews_on = addDays(row.paid_until, 1);
    const existing = subscriptionsById.get(derivePaperSubscriptionId(row, { userId: user_id, other, renews_on }));
    if (!existing) return { row, outcome };
    const { paid_until } = existing;
    return {
      row,
      outcome: { ...{ to: 'known' as const, user_id, account, paid_until }, goes_on: false, was: undefined },
    };
  });
}

/** Carries out the outcome of a row. Returns the database rows that were created or changed, for undoing the import. */
export async function importMemberRow(
  tx: DbTransaction,
  { row, outcome }: { row: KeyedPaperListRow; outcome: MemberImportOutcome },
  { today, now }: { today: CalendarDate; now: Instant },
): Promise<ImportedRow[]> {
  const { name, email, email_key, phone, plan_id, amount, paid_until } = row;
  const paid = { phone, amount, paid_on: row.paid_on || null, source: row.how || null, paid_until };
  const imported: ImportedRow[] = [];
  if (outcome.to === 'new') {
    const id = newId();
    await recordPaperMember(tx, {
      ...paid,
      id,
      name,
      email,
      email_key,
      plan_id,
      created_at: now,
      from_payment: 0,
    });
    imported.push({ kind: 'paper_member', row_id: id, state: formatPaperState(paid) });
  }
  if (outcome.to === 'paper') {
    const before = await findPaperMember(tx, outcome.id);
    await updatePaperMember(tx, outcome.id, { ...paid, name });
    const listed = before && { ...before.listed, from_payment: before.from_payment };
    const state = JSON.stringify({ before: listed, after: formatPaperState(paid) });
    imported.push({ kind: 'renewed_paper_member', row_id: outcome.id, state });
  }
  if (outcome.to === 'account') {
    const { user_id: userId, other } = outcome;
    const { id, isNew } = await createSubscriptionFromPaperList(
      tx,
      { ...paid, name, plan_id },
      { userId, other, today, now },
    );
    if (!isNew) return [];
    if (outcome.was !== undefined)
      await assignPartPayments(tx, outcome.was, other ? new Map([[plan_id, id]]) : undefined);
    const subscription = outcome.was === undefined ? await findSubscription(tx, id) : undefined;
    if (subscription) imported.push({ kind: 'subscription', row_id: id, state: formatSubscriptionState(subscription) });
  }
  if ((outcome.to === 'account' || outcome.to === 'known') && outcome.was !== undefined) {
    if (outcome.to === 'known' && buildPersonNameKey(name) === buildPersonNameKey(outcome.account))
      await assignPartPayments(tx, outcome.was);
    await linkPayerToAccount(tx, outcome.was, outcome.user_id);
    // Undoing the import leaves the account's subscription as it is, because the deleted row of the paper list and its
    // years can't be restored
    imported.push({ kind: mergedPaperListMemberRowKind, row_id: outcome.user_id, state: '' });
    // Deletes the person's expired older plans too, because they would otherwise reappear in the list
    await deletePaperMembersOfPerson(
      tx,
      outcome.was,
      (other, row) => other.paid_until < today && other.paid_until <= row.paid_until,
    );
  }
  return imported;
}

/** Describes the outcome for a row, as the report of the import shows it. */
export function formatMemberImportOutcome({
  row,
  outcome,
}: {
  row: KeyedPaperListRow;
  outcome: MemberImportOutcome;
}): string {
  const until = formatLocalDate(row.paid_until);
  if (outcome.to === 'new') return `Paid until ${until}. No account yet: added to the list without one.`;
  if (outcome.to === 'paper') return `Paid until ${until}. Already on the list: updated.`;
  if (outcome.to === 'known' && outcome.line !== undefined)
    return `The same person as line ${outcome.line}, which is paid until ${formatLocalDate(outcome.paid_until)}: that line is used.`;
  if (outcome.to === 'known') {
    const stays = outcome.was === undefined ? 'no change' : 'from now on listed only under their account';
    const known = `Already known, paid until ${formatLocalDate(outcome.paid_until)}: ${stays}.`;
    return outcome.goes_on && outcome.paid_until < row.paid_until
      ? `${known} A payment for a longer period has to be entered in Get Subs.`
      : known;
  }
  const found = outcome.by === 'address' ? 'matched by email address' : 'matched by name';
  if (outcome.other)
    return `Paid until ${until}. Added to the account of ${outcome.account}, who pays for them (${found}).`;
  return `Paid until ${until}. Added to the account of ${outcome.account} (${found}).`;
}

/** The kind under which imports of members are recorded. */
export const memberImportRecordKind = 'members';

/**
 * The kind of imported row for a person without an account whose entry was merged into an account. Such a merge can't
 * be undone.
 */
const mergedPaperListMemberRowKind = 'merged_paper_member';

type Payment = Parameters<typeof updatePaperMember>[2];
type ListedPayment = Pick<Payment, 'amount' | 'paid_on' | 'source' | 'paid_until'>;

/** Formats the payment of somebody without an account, as text to compare. */
const formatPaperState = ({ amount, paid_on, source, paid_until }: ListedPayment): string =>
  JSON.stringify([amount, paid_on, source, paid_until]);

type Subscription = NonNullable<Awaited<ReturnType<typeof findSubscription>>>;

/**
 * Formats the parts of a subscription that a payment, a card, a cancellation or an edit changes, as text to compare.
 * Personal data is hashed.
 */
const formatSubscriptionState = (subscription: Subscription): string => {
  const { amount, status, renews_on, cancelled_at, card_id } = subscription;
  const { person_id, name, phone_number, e_con_name, e_con_phone } = subscription;
  const personal = JSON.stringify([person_id, name, phone_number, e_con_name, e_con_phone]);
  const hash = createHash('sha256').update(personal).digest('base64url');
  return JSON.stringify([amount, status, renews_on, cancelled_at, card_id, hash]);
};

/**
 * Undoes an import of members: removes the people it added and the subscriptions it created, and restores the former
 * payments of people who were already on the list, if nothing has been paid or changed since. People whose entry was
 * merged into their account stay as they are.
 */
export const memberImportUndo: Omit<ImportUndo, 'access' | 'findUserName'> = {
  kind: memberImportRecordKind,
  action: 'membership.import_undone',
  async inspect(db, rows) {
    const inspected = [];
    for (const row of rows) {
      inspected.push({ row, ...(await inspectRow(db, row)) });
      await yieldToEventLoop();
    }
    return inspected;
  },
  async undo(tx, rows) {
    for (const { kind, row_id, state } of rows) {
      if (kind === 'paper_member') await deletePaperMember(tx, row_id);
      if (kind === 'subscription') await deleteSubscription(tx, row_id);
      const member = kind === 'renewed_paper_member' ? await findPaperMember(tx, row_id) : undefined;
      if (member) {
        const { before } = JSON.parse(state) as { before: ListedPayment & Pick<Payment, 'from_payment'> };
        await updatePaperMember(tx, row_id, { name: member.name, phone: member.phone, ...before });
      }
      await yieldToEventLoop();
    }
  },
};

/**
 * The description of a row that no longer exists. The person's name is unknown, because the record of an import stores
 * no names.
 */
const missingRow = { name: 'Somebody', kept: 'no longer on the list' };

/** Describes a row in its present state, and gives the reason why it can't be undone, if there is one. */
async function inspectRow(db: DbReader, { kind, row_id, state }: ImportedRow): Promise<{ name: string; kept: string }> {
  const changed = 'something has been paid or changed since';
  if (kind === mergedPaperListMemberRowKind) {
    const name = await findUserName(db, row_id);
    return name === '' ? missingRow : { name, kept: 'their entry on the list was merged into their account' };
  }
  if (kind === 'subscription') {
    const subscription = await findSubscription(db, row_id);
    if (!subscription) return missingRow;
    const name = subscription.name || (await findUserName(db, subscription.user_id));
    if (formatSubscriptionState(subscription) !== state) return { name, kept: changed };
    return { name, kept: (await hasPartPayments(db, row_id)) ? 'a payment from them is recorded' : '' };
  }
  const member = await findPaperMember(db, row_id);
  if (!member) return missingRow;
  const after = kind === 'paper_member' ? state : (JSON.parse(state) as { after: string }).after;
  const isUnchanged = formatPaperState(member.listed) === after && member.years.length === 0;
  if (!isUnchanged) return { name: member.name, kept: changed };
  // The member stays even if only a part payment is recorded, because otherwise the payment would have no payer
  return {
    name: member.name,
    kept: (await hasPaperMemberPayment(db, member.id)) ? 'a payment from them is recorded' : '',
  };
}
