import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import { membershipPath } from '#features/money/membership/paths.ts';
import { listPlans } from '#features/money/membership/server/index.ts';
import { normaliseEmail } from '#features/society/accounts/email.ts';
import { findInvitedEmails, mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { csvPhone } from '#platform/server/formats/csv.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { createCsvResponse } from '#platform/server/http/response/csv-response.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import {
  paginateTable,
  parseTableQuery,
  rowsAPage,
  type TableRequest,
  tableKeys,
} from '#platform/shared/tables/table.ts';
import { fold } from '#platform/shared/text/text.ts';
import type { ListedMember, MembershipImport, MembershipList, MembershipReminders } from '../contract.ts';
import { isMember, type Membership, sortMemberships } from '../members.ts';
import { importPath, remindersPath } from '../paths.ts';
import { membershipStatuses, membershipStatusLabels, membershipTable, unpaidStatuses } from '../table.ts';
import { listMemberships } from './list.ts';
import { listReminderCandidates, type ReminderCandidate, renderPaymentReminderEmail } from './reminders.ts';

const access = mayUse('membership');
const query = tableKeys(membershipTable);

type MembershipQuery = TableRequest<typeof membershipTable>;

type Needed = Pick<Services, 'environment'>;

/** The secretary's list: members, former members, and those who have to be asked to pay. */
export function registerMembershipListPages(platform: Platform, services: Needed): void {
  const { page, resource } = platform;
  page(membershipPath, { type: 'membership', access, query }, buildMembershipPage(services));
  // Addresses and telephone numbers of everybody
  resource(`${membershipPath}.csv`, { access, query, grave: true }, exportMembership(services));
  page(remindersPath, { type: 'membership_reminders', access, query: ['status'] }, (visit) =>
    loadRemindersPage(visit, services.environment, visit.query.get('status')),
  );
  page(importPath, { type: 'membership_import', access }, importPage);
}

const buildMembershipPage =
  ({ environment }: Needed) =>
  async (visit: PageRequest): Promise<MembershipList> => {
    const { db, today, now, visitor } = visit;
    const tableRequest = parseTableQuery(membershipTable, visit.query);
    const { plans, memberships } = await listMemberships(db, today, environment);
    const found = fitting(memberships, tableRequest);
    const size = rowsAPage(tableRequest);
    const { from, table } = paginateTable(tableRequest, found.length, size);
    const shown = sortMemberships(found, { by: tableRequest.by, descending: tableRequest.descending }).slice(
      from,
      from + size,
    );
    const waiting = shown.filter(({ user_id, email }) => user_id === '' && email !== '');
    const invited = await findInvitedEmails(
      db,
      waiting.map(({ email }) => normaliseEmail(email)),
      now,
    );
    const { giftAid } = await readSettings(db);
    return {
      type: 'membership',
      title: 'Membership',
      table,
      members: shown.map((one) => listed(one, invited)),
      by_status: membershipStatuses.map((status) => ({
        status,
        count: memberships.filter((one) => one.status === status).length,
      })),
      by_plan: plans.map(({ id, name }) => ({
        ...{ id, name },
        count: memberships.filter((one) => one.plan_id === id && isMember(one, today)).length,
      })),
      today,
      gift_aid: giftAid === '1',
      may_invite: visitor.may.admin === true,
    };
  };

const exportMembership =
  ({ environment }: Needed) =>
  async (visit: PageRequest) => {
    const tableRequest = parseTableQuery(membershipTable, visit.query);
    const { memberships } = await listMemberships(visit.db, visit.today, environment);
    const rows = sortMemberships(fitting(memberships, tableRequest), {
      by: tableRequest.by,
      descending: tableRequest.descending,
    });
    const head = [
      'name',
      'paid for by',
      'plan',
      'status',
      'paid until',
      'last day to pay',
      'renews on',
      'payment method',
      'by card',
    ];
    return createCsvResponse('membership.csv', [[...head, 'email', 'phone', 'account'], ...rows.map(csvRow)]);
  };

/** Builds the page that imports a list. */
export async function importPage({ db, today }: Pick<PageRequest, 'db' | 'today'>): Promise<MembershipImport> {
  const plans = (await listPlans(db, today)).map(({ name }) => name);
  return { type: 'membership_import', title: 'Import members', plans };
}

/** People who can be sent a reminder, all or those of one status. */
export async function loadRemindersPage(
  { db, today, now, home }: Pick<PageRequest, 'db' | 'today' | 'now' | 'home'>,
  environment: PaymentEnvironment,
  status: string | null = null,
): Promise<MembershipReminders> {
  const only = unpaidStatuses.find((one) => one === status) ?? '';
  const { siteName } = await readSettings(db);
  const owing = (await listReminderCandidates(db, { today, now, only, environment })).sort((a, b) =>
    fold(a.name) < fold(b.name) ? -1 : 1,
  );
  const people = owing.filter(({ skip_reason: why_not }) => why_not === '');
  const examples = [true, false].flatMap((hasAccount) => people.find((one) => one.hasAccount === hasAccount) ?? []);
  return {
    type: 'membership_reminders',
    title: 'Reminders',
    status: only,
    people: people.map(reminded),
    left_out: owing
      .filter(({ skip_reason: why_not }) => why_not !== '')
      .map(({ key, name, skip_reason: why }) => ({ key, name, why })),
    mails: examples.map((one) => {
      const { subject, text } = renderPaymentReminderEmail(one, { siteName, home });
      return { to: one.name, account: one.hasAccount, subject, text };
    }),
  };
}

/**
 * Returns true if they have an account of their own. For somebody whom another member pays for, `user_id` is that
 * member’s.
 */
const hasAccount = ({ user_id, payer }: Pick<Membership, 'user_id' | 'payer'>): boolean =>
  user_id !== '' && payer === '';

const fitting = (memberships: readonly Membership[], { words, filters }: MembershipQuery): Membership[] =>
  memberships.filter((one) => {
    if (filters.status !== '' && one.status !== filters.status) return false;
    if (filters.plan !== '' && one.plan_id !== filters.plan) return false;
    if (filters.account !== '' && hasAccount(one) !== (filters.account === 'yes')) return false;
    if (words.length === 0) return true;
    const key = fold(`${one.name} ${one.payer} ${one.email} ${one.phone}`);
    return words.every((word) => key.includes(word));
  });

const listed = (
  { user_id, plan_id: _, key: __, written_on: ___, is_shut: ____, greeting: _____, ...one }: Membership,
  invited: ReadonlySet<string>,
): ListedMember => ({
  ...one,
  account: hasAccount({ user_id, ...one }),
  invited: user_id === '' && invited.has(normaliseEmail(one.email)),
});

const reminded = ({ key, name, email, owing }: ReminderCandidate): MembershipReminders['people'][number] => ({
  ...{ key, name, email },
  owing: owing.map((one) => ({ name: one.name, plan: one.plan, status: one.status, paid_until: one.paid_until })),
});

const csvRow = (one: Membership): string[] => [
  ...[
    one.name,
    one.payer,
    one.plan,
    membershipStatusLabels[one.status],
    one.paid_until,
    one.grace_until,
    one.renews_on,
  ],
  ...[one.paid_by, one.by_card ? 'yes' : 'no', one.email, csvPhone(one.phone), hasAccount(one) ? 'yes' : 'no'],
];
