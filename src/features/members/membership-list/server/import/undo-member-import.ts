import {
  deletePaperMember,
  deleteSubscription,
  findPaperMember,
  findSubscription,
  renewPaperMember,
} from '#features/money/subscriptions/server/index.ts';
import { findUserName } from '#features/society/accounts/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { ImportedRow, ImportUndo } from '#platform/server/imports/undo-import.ts';

/** The name of the import of members. */
export const memberImport = 'members';

type Payment = Parameters<typeof renewPaperMember>[2];
type ListedPayment = Pick<Payment, 'amount' | 'paid_on' | 'source' | 'paid_until'>;

/** The payment of somebody without an account, as text to compare. */
export const formatPaperState = ({ amount, paid_on, source, paid_until }: ListedPayment): string =>
  JSON.stringify([amount, paid_on, source, paid_until]);

type Subscription = NonNullable<Awaited<ReturnType<typeof findSubscription>>>;

/** The parts of a subscription that a payment, a card or a cancellation changes, as text to compare. */
export const formatSubscriptionState = (subscription: Subscription): string => {
  const { amount, status, renews_on, cancelled_at, card_id } = subscription;
  return JSON.stringify([amount, status, renews_on, cancelled_at, card_id]);
};

/**
 * Undoes an import of members: removes the people whom it added to the list and the subscriptions that it created, and
 * restores the former payments of people who were on the list already, as long as nothing has been paid or changed
 * since.
 */
export const memberImportUndo: Omit<ImportUndo, 'access' | 'findUserName'> = {
  kind: memberImport,
  action: 'membership.import_undone',
  async inspect(db, rows) {
    const inspected = [];
    for (const row of rows) inspected.push({ row, ...(await inspectRow(db, row)) });
    return inspected.filter(({ name }) => name !== '');
  },
  async undo(tx, rows) {
    for (const { kind, row_id, state } of rows) {
      if (kind === 'paper_member') await deletePaperMember(tx, row_id);
      if (kind === 'subscription') await deleteSubscription(tx, row_id);
      const member = kind === 'renewed_paper_member' ? await findPaperMember(tx, row_id) : undefined;
      if (member) {
        const { before } = JSON.parse(state) as { before: ListedPayment };
        await renewPaperMember(tx, row_id, { name: member.name, phone: member.phone, ...before });
      }
    }
  },
};

/** Describes a row as it is now; its name is "" if the row no longer exists. */
async function inspectRow(db: DbReader, { kind, row_id, state }: ImportedRow): Promise<{ name: string; kept: string }> {
  const changed = 'something has been paid or changed since';
  if (kind === 'subscription') {
    const subscription = await findSubscription(db, row_id);
    if (!subscription) return { name: '', kept: '' };
    const name = subscription.name || (await findUserName(db, subscription.user_id));
    return { name, kept: formatSubscriptionState(subscription) === state ? '' : changed };
  }
  const member = await findPaperMember(db, row_id);
  if (!member) return { name: '', kept: '' };
  const after = kind === 'paper_member' ? state : (JSON.parse(state) as { after: string }).after;
  const isUnchanged = formatPaperState(member.listed) === after && member.years.length === 0;
  return { name: member.name, kept: isUnchanged ? '' : changed };
}
