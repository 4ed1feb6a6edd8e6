import { type EntrySubject, manualPaymentSourcePhrases } from '#features/money/ledger/entry.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type DbReader, write } from '#platform/server/database/index.ts';
import type { AdminTodoSource, Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseFields, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { AccessRule } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { compareDates, toCalendarDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { formatRefundRefusal } from '../cards.ts';
import type { PaidYear, RefundIssue } from '../contract.ts';
import * as contract from '../contract.ts';
import {
  formatRefundIssue,
  formatRefundIssueCounts,
  isExternalRefundFinal,
  type RefundIssueDetails,
} from '../refund-issues.ts';
import { describeCharges, findChargedOrders } from './charges.ts';
import {
  findExternalRefund,
  listOpenExternalRefunds,
  postExternalRefund,
  recordNewExternalRefunds,
} from './external-refunds.ts';
import { findIntent, type PaymentIntent } from './intents.ts';
import { listUnsettledRefusedRefunds, retryRefusedRefund, settleRefusedRefund, submitRefund } from './refunds.ts';

type Purpose = EntrySubject['about'];
type WithPurpose = { purpose: Purpose | null };

/** Refunds of tickets are settled by people who manage bookings, all other refunds by the treasurer. */
const maySettleRefund: AccessRule<WithPurpose> = {
  name: 'get_subs; of tickets, bookings',
  members: true,
  allows: (visitor, { purpose }) => visitor.may[purpose === 'tickets' ? 'bookings' : 'get_subs'] === true,
};

/** The treasurer can record all external refunds; people who manage bookings can record those of tickets. */
const mayRecordRefund: AccessRule<WithPurpose> = {
  name: 'get_subs; of tickets, bookings too',
  members: true,
  allows: (visitor, { purpose }) =>
    visitor.may.get_subs === true || (purpose === 'tickets' && visitor.may.bookings === true),
};

/** A refund or dispute that somebody has to decide on, with its charge. */
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

/** Finds the refunds and disputes that somebody has to decide on, latest first. */
async function listOpenIssues(db: DbReader, { environment }: Pick<IssueServices, 'environment'>): Promise<OpenIssue[]> {
  const { timeZone } = await readSettings(db);
  const refused = (await listUnsettledRefusedRefunds(db, environment)).map((intent): OpenIssue => {
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

interface RefundIssueFilter {
  /** If set, only issues of these charges are listed. */
  charges?: ReadonlySet<Id>;
  purposes?: readonly (Purpose | null)[];
  /** The subscription years by the charges that paid for them. A refund of the charge may end the year. */
  paidYears?: ReadonlyMap<Id, PaidYear>;
}

/**
 * Lists the refunds and disputes that somebody has to decide on, latest first, with what the visitor can do about each.
 */
export async function listRefundIssues(
  { db, visitor }: Pick<PageRequest, 'db' | 'visitor'>,
  { environment, all }: IssueServices,
  { charges, purposes, paidYears }: RefundIssueFilter = {},
): Promise<RefundIssue[]> {
  const issues = (await listOpenIssues(db, { environment })).filter(
    ({ charge_id, purpose }) => (charges?.has(charge_id ?? '') ?? true) && (purposes?.includes(purpose) ?? true),
  );
  const names = await findChargedOrders(
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
  where: Pick<AdminTodoSource, 'tool'> & { item: string; link: string },
  isTheirs: (purpose: Purpose | null) => boolean,
): AdminTodoSource => ({
  tool: where.tool,
  waiting: async ({ db }, services) => {
    const counts = { refused: 0, refund: 0, dispute: 0, lost: 0 };
    for (const { purpose, issue } of await listOpenIssues(db, services)) {
      if (!isTheirs(purpose)) continue;
      counts[issue.kind === 'dispute' && isExternalRefundFinal(issue) ? 'lost' : issue.kind] += 1;
    }
    return formatRefundIssueCounts(counts).map((words) => ({ words, link: where.link }));
  },
  nudge: { kind: 'refund_issue', item: where.item, action: 'See what to do' },
});

/**
 * Holders of either permission may make these calls. The purpose of the payment decides which refunds they may settle.
 */
const access = mayUse('bookings', 'get_subs');

export function registerRefundIssueCalls({ call, db }: RouteRegistry, services: Services): void {
  const context = { db, services };
  call(contract.recordExternalRefund, { access }, recordExternalRefund(context));
  call(contract.retryRefund, { access, requiresReauthentication: true }, retry(context));
  call(contract.settleRefund, { access }, settle(context));
}

type Context = Pick<RouteRegistry, 'db'> & { services: Services };

const recordExternalRefund =
  (context: Context): CallHandler<typeof contract.recordExternalRefund> =>
  async ({ body, ...request }) => {
    const { now: at } = request;
    const row = await findExternal(context, request.params.id, request.visitor);
    const subject = await findAuditSubject(context, row.charge_id);
    const amount = formatMoney(row.pence);
    const action = row.kind === 'refund' ? 'refund.recorded' : 'dispute.recorded';
    const audit = { ...createAuditContext(request, action), subject, detail: `${amount}, ${row.label ?? ''}` };
    const done = await write(context.db, async (tx) => {
      const recorded = await postExternalRefund(tx, context.services, row.id, {
        at,
        ends: body.subscription === 'end',
        by: request.visitor.id,
      });
      if (typeof recorded !== 'string') await recordAudit(tx, audit);
      return recorded;
    });
    if (done === 'unfinished') refuse(409, 'This refund or dispute isn’t final yet. You can record it once it is.');
    if (done === 'none') refuse(409, 'This is recorded already, or ended without a refund. Reload the page.');
    return ok(`Recorded: ${amount}. No further money was moved.`);
  };

const retry =
  (context: Context): CallHandler<typeof contract.retryRefund> =>
  async (request) => {
    const { now: at } = request;
    const refund = await findRefused(context, request.params.id, request.visitor);
    await assertNotRefundedAtProvider(context, refund);
    const as = newId();
    const amount = formatMoney(refund.pence);
    const subject = await findAuditSubject(context, refund.charge_id);
    const audit = { ...createAuditContext(request, 'refund.retried'), subject, detail: amount };
    const opened = await write(context.db, async (tx) => {
      const id = await retryRefusedRefund(tx, refund.id, { as, at, by: request.visitor.id });
      if (id === undefined) return refuse(409, 'This refund is settled already. Reload the page.');
      if (id === 'too much') return refuse(409, tooMuchMessage);
      await recordAudit(tx, audit);
      return id;
    });
    const { status, code } = await submitRefund(context.services, opened);
    if (status === 'declined' || status === 'abandoned') {
      return refuse(409, `Nothing was refunded. ${formatRefundRefusal(code)}`);
    }
    return ok(
      status === 'open'
        ? `Square has been asked to refund ${amount}. If the bank refuses it, you’ll find it here again.`
        : `Refunded ${amount}. It should reach the cardholder’s bank within ten days.`,
    );
  };

const settle =
  (context: Context): CallHandler<typeof contract.settleRefund> =>
  async ({ body: { how, reason }, ...request }) => {
    const { now: at } = request;
    const refund = await findRefused(context, request.params.id, request.visitor);
    if (how === 'dismissed' && reason === '') refuseFields({ reason: 'Say why nothing is owed any more.' });
    if (how !== 'dismissed') await assertNotRefundedAtProvider(context, refund);
    const amount = formatMoney(refund.pence);
    const subject = await findAuditSubject(context, refund.charge_id);
    const action = how === 'dismissed' ? 'refund.dismissed' : 'refund.paid_otherwise';
    const detail = [amount, how === 'dismissed' ? '' : manualPaymentSourcePhrases[how], reason]
      .filter(Boolean)
      .join(', ');
    const audit = { ...createAuditContext(request, action), subject, detail };
    await write(context.db, async (tx) => {
      const settled = await settleRefusedRefund(tx, context.services, refund.id, {
        how,
        reason,
        by: request.visitor.id,
        at,
      });
      if (settled === undefined) return refuse(409, 'This refund is settled already. Reload the page.');
      if (settled === 'too much') return refuse(409, tooMuchMessage);
      await recordAudit(tx, audit);
    });
    return ok(
      how === 'dismissed' ? `Retained ${amount}.` : `Recorded: ${amount} paid ${manualPaymentSourcePhrases[how]}.`,
    );
  };

async function findRefused({ db, services }: Context, id: Id, visitor: PageRequest['visitor']): Promise<PaymentIntent> {
  const intent = (await findIntent(db.read, id)) ?? refuseNotFound();
  if (intent.kind !== 'refund' || intent.environment !== services.environment) refuseNotFound();
  if (!maySettleRefund.allows(visitor, intent)) refuse(403, wrongPersonMessage);
  return intent;
}

async function findExternal({ db, services }: Context, id: Id, visitor: PageRequest['visitor']) {
  const row = (await findExternalRefund(db.read, id)) ?? refuseNotFound();
  if (row.environment !== services.environment) refuseNotFound();
  if (!mayRecordRefund.allows(visitor, row)) refuse(403, wrongPersonMessage);
  return row;
}

/**
 * Finds the subject of an audit entry: the charge or, if it is for an order, the order, so that the order's history has
 * the entry. "" if the charge isn't ours.
 */
async function findAuditSubject({ db, services: { all } }: Context, chargeId: Id | null): Promise<string> {
  const names = await findChargedOrders(all('chargeNames'), db.read, chargeId ? [chargeId] : []);
  return names.get(chargeId ?? '')?.subject ?? chargeId ?? '';
}

/** @throws HttpError 409 if some of the charge was refunded at Square in the meantime */
async function assertNotRefundedAtProvider(
  { services }: Context,
  { charge_id }: Pick<PaymentIntent, 'charge_id'>,
): Promise<void> {
  const found = await recordNewExternalRefunds(services, charge_id ? [charge_id] : []);
  if (found > 0)
    refuse(
      409,
      `Square has refunded ${formatMoney(found)} of this payment in the meantime. Nothing was done: reload the page.`,
    );
}

const wrongPersonMessage =
  'Refunds of tickets are handled by people who manage bookings, and all others by the treasurer.';

const tooMuchMessage =
  'Less than that can still be refunded, because of another refund or a dispute. If nothing is owed any more, choose “Nothing is owed any more” instead.';
