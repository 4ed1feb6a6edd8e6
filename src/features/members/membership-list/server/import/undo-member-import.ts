import { createHash } from 'node:crypto';
import {
  deletePaperListMember,
  deleteSubscription,
  findPaperListMember,
  findSubscription,
  hasPaperCharge,
  updatePaperListMember,
} from '#features/money/subscriptions/server/index.ts';
import { findUserName } from '#features/society/accounts/server/index.ts';
import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { ImportedRow, ImportUndo } from '#platform/server/imports/undo-import.ts';

/** The name of the import of members. */
export const memberImportKind = 'members';

/**
 * The kind of imported row for a person without an account whose entry was merged into an account. Such a merge can't
 * be undone.
 */
export const mergedPaperListMemberRowKind = 'merged_paper_member';

type Payment = Parameters<typeof updatePaperListMember>[2];
type ListedPayment = Pick<Payment, 'amount' | 'paid_on' | 'source' | 'paid_until'>;

/** The payment of somebody without an account, as text to compare. */
export const formatPaperState = ({ amount, paid_on, source, paid_until }: ListedPayment): string =>
  JSON.stringify([amount, paid_on, source, paid_until]);

type Subscription = NonNullable<Awaited<ReturnType<typeof findSubscription>>>;

/**
 * Formats the parts of a subscription that a payment, a card, a cancellation or an edit changes, as text to compare.
 * Personal data is hashed.
 */
export const formatSubscriptionState = (subscription: Subscription): string => {
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
  kind: memberImportKind,
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
      if (kind === 'paper_member') await deletePaperListMember(tx, row_id);
      if (kind === 'subscription') await deleteSubscription(tx, row_id);
      const member = kind === 'renewed_paper_member' ? await findPaperListMember(tx, row_id) : undefined;
      if (member) {
        const { before } = JSON.parse(state) as { before: ListedPayment & Pick<Payment, 'from_payment'> };
        await updatePaperListMember(tx, row_id, { name: member.name, phone: member.phone, ...before });
      }
      await yieldToEventLoop();
    }
  },
};

/** A row that no longer exists. Its name is unknown, because the record of an import stores no names. */
const missing = { name: 'Somebody', kept: 'no longer on the list' };

/** Describes a row in its present state, and gives the reason why it can't be undone, if there is one. */
async function inspectRow(db: DbReader, { kind, row_id, state }: ImportedRow): Promise<{ name: string; kept: string }> {
  const changed = 'something has been paid or changed since';
  if (kind === mergedPaperListMemberRowKind) {
    const name = await findUserName(db, row_id);
    return name === '' ? missing : { name, kept: 'their entry on the list was merged into their account' };
  }
  if (kind === 'subscription') {
    const subscription = await findSubscription(db, row_id);
    if (!subscription) return missing;
    const name = subscription.name || (await findUserName(db, subscription.user_id));
    return { name, kept: formatSubscriptionState(subscription) === state ? '' : changed };
  }
  const member = await findPaperListMember(db, row_id);
  if (!member) return missing;
  const after = kind === 'paper_member' ? state : (JSON.parse(state) as { after: string }).after;
  const isUnchanged = formatPaperState(member.listed) === after && member.years.length === 0;
  if (!isUnchanged) return { name: member.name, kept: changed };
  // The member stays even if only a part payment is recorded, because otherwise the payment would have no payer
  return { name: member.name, kept: (await hasPaperCharge(db, member.id)) ? 'a payment of theirs is recorded' : '' };
}
