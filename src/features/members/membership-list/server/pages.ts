import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import { membershipPath } from '#features/money/subscriptions/paths.ts';
import { listPlans } from '#features/money/subscriptions/server/index.ts';
import { normaliseEmail } from '#features/society/accounts/contract.ts';
import { findInvitedEmails, mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { formatCsvPhone } from '#platform/server/formats/csv.ts';
import { createCsvResponse } from '#platform/server/http/response/csv-response.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import {
  getRowsPerPage,
  listTableQueryKeys,
  parseTableQuery,
  resolveTablePage,
} from '#platform/shared/tables/table.ts';
import { foldText } from '#platform/shared/text/text.ts';
import type {
  ListedMember,
  MembershipImportContent,
  MembershipListContent,
  MembershipRemindersContent,
} from '../contract.ts';
import {
  filterMemberships,
  hasAccount,
  isCurrentMembership,
  type MembershipListRow,
  sortMemberships,
} from '../members.ts';
import {
  importMembersPath,
  membershipStatuses,
  membershipStatusLabels,
  membershipTable,
  remindableStatuses,
  remindersPath,
} from '../table.ts';
import { loadMembershipList } from './list.ts';
import { composePaymentReminderEmail, listReminderCandidates, type ReminderCandidate } from './reminders.ts';

const access = mayUse('membership');
const query = listTableQueryKeys(membershipTable);

type MembershipPageServices = Pick<Services, 'environment'>;

export function registerMembershipListPages(registry: RouteRegistry, services: MembershipPageServices): void {
  const { page, resource } = registry;
  page(membershipPath, { type: 'membership', access, query }, buildMembershipPage(services));
  // Requires re-authentication, because the file has everybody's email address and phone number
  resource(`${membershipPath}.csv`, { access, query, requiresReauthentication: true }, (visit) =>
    exportMembership(visit, services),
  );
  page(remindersPath, { type: 'membership_reminders', access, query: ['status'] }, (visit) =>
    buildRemindersPage(visit, services.environment, visit.query.get('status')),
  );
  page(importMembersPath, { type: 'membership_import', access }, buildMemberImportPage);
}

const buildMembershipPage =
  ({ environment }: MembershipPageServices) =>
  async (visit: PageRequest): Promise<MembershipListContent> => {
    const { db, today, now, visitor } = visit;
    const tableRequest = parseTableQuery(membershipTable, visit.query);
    const { plans, memberships } = await loadMembershipList(db, today, environment);
    const found = filterMemberships(memberships, tableRequest);
    const size = getRowsPerPage(tableRequest);
    const { from, table } = resolveTablePage(tableRequest, found.length, size);
    const shown = sortMemberships(found, tableRequest).slice(from, from + size);
    const withoutAccount = shown.filter(({ user_id, email }) => user_id === '' && email !== '');
    const invited = await findInvitedEmails(
      db,
      withoutAccount.map(({ email }) => normaliseEmail(email)),
      now,
    );
    const { giftAid } = await readSettings(db);
    return {
      type: 'membership',
      title: 'Membership',
      table,
      members: shown.map((one) => toListedMember(one, invited)),
      by_status: membershipStatuses.map((status) => ({
        status,
        count: memberships.filter((one) => one.status === status).length,
      })),
      by_plan: plans.map(({ id, name }) => ({
        ...{ id, name },
        count: memberships.filter((one) => one.plan_id === id && isCurrentMembership(one, today)).length,
      })),
      today,
      gift_aid: giftAid === '1',
      may_invite: visitor.may.admin === true,
    };
  };

/** Creates the membership list as a spreadsheet: all rows that match the page's search and filters, in its order. */
async function exportMembership({ db, query, today }: PageRequest, { environment }: MembershipPageServices) {
  const tableRequest = parseTableQuery(membershipTable, query);
  const { memberships } = await loadMembershipList(db, today, environment);
  const rows = sortMemberships(filterMemberships(memberships, tableRequest), tableRequest);
  return createCsvResponse('membership.csv', [
    csvColumns.map(([heading]) => heading),
    ...rows.map((membership) => csvColumns.map(([, cell]) => cell(membership))),
  ]);
}

const csvColumns: readonly (readonly [heading: string, cell: (membership: MembershipListRow) => string])[] = [
  ['name', ({ name }) => name],
  ['paid for by', ({ payer }) => payer],
  ['plan', ({ plan }) => plan],
  ['status', ({ status }) => membershipStatusLabels[status]],
  ['paid until', ({ paid_until }) => paid_until],
  ['last day to pay', ({ grace_until }) => grace_until],
  ['renews on', ({ renews_on }) => renews_on],
  ['payment method', ({ paid_by }) => paid_by],
  ['by card', ({ by_card }) => (by_card ? 'yes' : 'no')],
  ['email', ({ email }) => email],
  ['phone', ({ phone }) => formatCsvPhone(phone)],
  ['account', (membership) => (hasAccount(membership) ? 'yes' : 'no')],
];

export async function buildMemberImportPage({
  db,
  today,
}: Pick<PageRequest, 'db' | 'today'>): Promise<MembershipImportContent> {
  const plans = (await listPlans(db, today)).map(({ name }) => name);
  return { type: 'membership_import', title: 'Import members', plans };
}

/** Builds the reminders page for one status, or for everyone who hasn't paid. */
export async function buildRemindersPage(
  { db, today, now, home }: Pick<PageRequest, 'db' | 'today' | 'now' | 'home'>,
  environment: PaymentEnvironment,
  status: string | null = null,
): Promise<MembershipRemindersContent> {
  const only = remindableStatuses.find((one) => one === status) ?? '';
  const { siteName } = await readSettings(db);
  // Somebody with this status is listed with everything they owe, because the email is about all of it
  const owing = (await listReminderCandidates(db, { today, now, environment }))
    .filter((person) => only === '' || person.owing.some((membership) => membership.status === only))
    .sort((a, b) => (foldText(a.name) < foldText(b.name) ? -1 : 1));
  const people = owing.filter(({ skip_reason }) => skip_reason === '');
  const examples = [true, false].flatMap((hasAccount) => people.find((one) => one.hasAccount === hasAccount) ?? []);
  return {
    type: 'membership_reminders',
    title: 'Reminders',
    status: only,
    people: people.map(toPersonToRemind),
    left_out: owing
      .filter(({ skip_reason }) => skip_reason !== '')
      .map(({ key, name, skip_reason: why }) => ({ key, name, why })),
    mails: examples.map((one) => {
      const { subject, text } = composePaymentReminderEmail(one, { siteName, home });
      return { to: one.name, account: one.hasAccount, subject, text };
    }),
  };
}

const toListedMember = (
  { user_id, plan_id: _, key: __, last_email_on: ___, is_inactive: ____, greeting: _____, ...one }: MembershipListRow,
  invited: ReadonlySet<string>,
): ListedMember => ({
  ...one,
  account: hasAccount({ user_id, ...one }),
  invited: user_id === '' && invited.has(normaliseEmail(one.email)),
});

const toPersonToRemind = ({
  key,
  name,
  email,
  owing,
}: ReminderCandidate): MembershipRemindersContent['people'][number] => ({
  ...{ key, name, email },
  owing: owing.map((one) => ({ name: one.name, plan: one.plan, status: one.status, paid_until: one.paid_until })),
});
