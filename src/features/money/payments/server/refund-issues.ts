import type { EntrySubject } from '#features/money/ledger/entry.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { AdminTodo, Services } from '#platform/server/feature/feature.ts';
import type { Access } from '#platform/server/http/request/access.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { compareDates, toCalendarDate } from '#platform/shared/dates/dates.ts';
import type { PaidYear, RefundIssue } from '../contract.ts';
import {
  formatRefundIssue,
  formatRefundIssueCounts,
  isExternalRefundFinal,
  type RefundIssueDetails,
} from '../refund-issues.ts';
import { describeCharges, findChargeNames } from './charge-lookup.ts';
import { listOpenExternalRefunds } from './external-refunds.ts';
import { listRefusedRefunds } from './refunds.ts';

type Purpose = EntrySubject['about'];
type WithPurpose = { purpose: Purpose | null };

/** Refunds of tickets are settled by people who manage bookings, all other refunds by the treasurer. */
export const maySettleRefund: Access<WithPurpose> = {
  name: 'get_subs; of tickets, bookings',
  members: true,
  allows: (visitor, { purpose }) => visitor.may[purpose === 'tickets' ? 'bookings' : 'get_subs'] === true,
};

/** The treasurer can record all external refunds; people who manage bookings can record those of tickets. */
export const mayRecordRefund: Access<WithPurpose> = {
  name: 'get_subs; of tickets, bookings too',
  members: true,
  allows: (visitor, { purpose }) =>
    visitor.may.get_subs === true || (purpose === 'tickets' && visitor.may.bookings === true),
};

/** An open decision about a refund or dispute, with the charge. */
interface OpenIssue {
  id: Id;
  charge_id: Id | null;
  purpose: Purpose | null;
  label: string | null;
  user_id: Id | null;
  square_id: string;
  issue: RefundIssueDetails;
  can_record: boolean;
  can_dismiss: boolean;
}

type IssueServices = Pick<Services, 'environment' | 'all'>;

/** Finds the open decisions about refunds and disputes, latest first. */
async function findOpenIssues(db: DbReader, { environment }: Pick<IssueServices, 'environment'>): Promise<OpenIssue[]> {
  const { timeZone } = await readSettings(db);
  const refused = (await listRefusedRefunds(db, environment)).map((intent): OpenIssue => {
    const { id, charge_id, purpose, label, user_id, pence, declined_because: code, provider_id, settled_at } = intent;
    const on = toCalendarDate(settled_at ?? intent.created_at, timeZone);
    const issue = { kind: 'refused', pence, code, on } as const;
    const charge = { charge_id, purpose, label, user_id };
    return { id, ...charge, square_id: provider_id, issue, can_record: false, can_dismiss: false };
  });
  const external = (await listOpenExternalRefunds(db, environment)).map((row): OpenIssue => {
    const { id, charge_id, purpose, label, user_id, provider_id, kind, pence, state, reason, due_at } = row;
    const isOurs = charge_id !== null;
    const about = { pence, state, isOurs, on: toCalendarDate(row.happened_at, timeZone) };
    const due = due_at === '' ? ('' as const) : toCalendarDate(due_at, timeZone);
    const issue: RefundIssueDetails = kind === 'refund' ? { kind, ...about } : { kind, ...about, reason, due };
    const charge = { charge_id, purpose, label, user_id };
    return {
      id,
      ...charge,
      square_id: provider_id,
      issue,
      can_record: isOurs && isExternalRefundFinal(row),
      can_dismiss: !isOurs,
    };
  });
  return [...refused, ...external].sort((a, b) => compareDates(b.issue.on, a.issue.on));
}

export interface RefundIssueFilter {
  /** If set, only issues of these charges are listed. */
  charges?: ReadonlySet<Id>;
  purposes?: readonly (Purpose | null)[];
  /** The subscription years by the charges that paid for them. A refund of the charge may end the year. */
  paidYears?: ReadonlyMap<Id, PaidYear>;
}

/** Lists the open decisions about refunds and disputes for a visitor, latest first. */
export async function listRefundIssues(
  { db, visitor }: Pick<PageRequest, 'db' | 'visitor'>,
  { environment, all }: IssueServices,
  { charges, purposes, paidYears }: RefundIssueFilter = {},
): Promise<RefundIssue[]> {
  const issues = (await findOpenIssues(db, { environment })).filter(
    ({ charge_id, purpose }) => (charges?.has(charge_id ?? '') ?? true) && (purposes?.includes(purpose) ?? true),
  );
  const names = await findChargeNames(
    all('chargeNames'),
    db,
    issues.flatMap(({ charge_id }) => charge_id ?? []),
  );
  const subjects = await describeCharges(
    db,
    names,
    issues.map(({ charge_id, label, user_id }) => ({ id: charge_id ?? '', label: label ?? '', user_id })),
  );
  return issues.map(({ id, charge_id, purpose, square_id, issue, can_record, can_dismiss }) => {
    const name = names.get(charge_id ?? '');
    const subject = (subjects.get(charge_id ?? '') ?? '').replace(/^Order/, 'order');
    return {
      ...{ id, kind: issue.kind, date: issue.on, square_id, amount: issue.pence, ...formatRefundIssue(issue, subject) },
      order_link: name && visitor.may.bookings === true ? name.link : '',
      can_record: can_record && mayRecordRefund.allows(visitor, { purpose }),
      can_settle: issue.kind === 'refused' && maySettleRefund.allows(visitor, { purpose }),
      can_dismiss: can_dismiss && visitor.may.get_subs === true,
      of_subscription: purpose === 'subscription',
      paid_year: paidYears?.get(charge_id ?? '') ?? null,
    };
  });
}

/** Creates a to-do about open refund issues with the purposes that `isTheirs` selects. */
export const createRefundTodo = (
  where: Pick<AdminTodo, 'tool'> & { item: string; link: string },
  isTheirs: (purpose: Purpose | null) => boolean,
): AdminTodo => ({
  tool: where.tool,
  waiting: async ({ db }, services) => {
    const counts = { refused: 0, refund: 0, dispute: 0, lost: 0 };
    for (const { purpose, issue } of await findOpenIssues(db, services)) {
      if (!isTheirs(purpose)) continue;
      counts[issue.kind === 'dispute' && isExternalRefundFinal(issue) ? 'lost' : issue.kind] += 1;
    }
    return formatRefundIssueCounts(counts).map((words) => ({ words, link: where.link }));
  },
  nudge: { kind: 'refund_issue', item: where.item, action: 'See what to do' },
});
