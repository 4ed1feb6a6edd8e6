import { sql } from 'kysely';
import { listLinkedPersons } from '#features/archive/shows/people/server/index.ts';
import {
  findSecondFactorKinds,
  findUserIdsWithSecondFactor,
  hasSecondFactorSql,
} from '#features/identity/second-factor/server/index.ts';
import { listSubscriptionsForAdmin } from '#features/money/subscriptions/server/index.ts';
import { listAssignableRoles } from '#features/society/accounts/roles.ts';
import {
  adminsOnly,
  createInviterCheck,
  findErasure,
  formatDevice,
  listActiveSessions,
  listPermissionOverrides,
  listUnusedInvitations,
  listUsersAwaitingApproval,
  mayUse,
  usersView,
} from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import {
  countAuditEntriesAbout,
  createAuditActionFormatter,
  listAuditEntriesAbout,
} from '#platform/server/audit/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { createCsvResponse, formatCsvDateTime } from '#platform/server/http/response/csv-response.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { findUnsentReason, type MailTransport } from '#platform/server/mail/index.ts';
import { formatDateTime, formatLocalDate, type Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatTableDateTime } from '#platform/shared/dates/short-dates.ts';
import {
  listTableQueryKeys,
  parseTableQuery,
  ROWS_PER_PAGE,
  resolveTablePage,
  type TableRequest,
} from '#platform/shared/tables/table.ts';
import { foldText } from '#platform/shared/text/text.ts';
import type { InviteUsersContent, ListedUser, ManageUserContent, ManageUsersContent } from '../contract.ts';
import { accountStatusLabels, listPermissionChoices, roleLabels } from '../permissions.ts';
import { invitationsTable, usersTable } from '../table.ts';
import { loadUser, type StoredUser } from './calls.ts';

const access = mayUse('admin');
const base = '/members/admin/manage_users';

const maxAuditEntries = 20;

const formatUnsentReason = (transport: MailTransport | undefined): string =>
  transport?.to === 'folder'
    ? `${findUnsentReason(transport)} Until then each link is shown here for you to pass on.`
    : findUnsentReason(transport);

type PageServices = Pick<Services, 'mailTransport' | 'all'>;

export function registerUserPages(registry: RouteRegistry, services: PageServices): void {
  const { page, resource } = registry;
  page(base, { type: 'manage_users', access, query: listTableQueryKeys(usersTable) }, buildUserListPage);
  resource(
    `${base}.csv`,
    { access, requiresReauthentication: true, query: listTableQueryKeys(usersTable) },
    exportUsers,
  );
  page(
    `${base}/invite`,
    { type: 'invite_users', access, query: listTableQueryKeys(invitationsTable) },
    buildInvitePage(services),
  );
  page(`${base}/:id`, { type: 'manage_user', access, load: loadUser }, buildUserPage(services));
}

const buildUserListPage = async ({ db, query }: PageRequest): Promise<ManageUsersContent> => {
  const parsed = parseTableQuery(usersTable, query);
  const isNarrowed = parsed.q !== '' || Object.values(parsed.filters).some((value) => value !== '');
  const tableRequest = { ...parsed, decided: !isNarrowed };
  const { from, table } = resolveTablePage(tableRequest, await countUsers(db, tableRequest));
  const { timeZone } = await readSettings(db);
  const users = await listMatchingUsers(db, tableRequest, from);
  const waiting = isNarrowed ? [] : await listApprovalQueue(db);
  return {
    type: 'manage_users',
    title: 'Manage Users',
    table,
    users: users.map((user) => ({ ...user, last_signed_in: toLocalTime(user.last_signed_in, timeZone) })),
    awaiting: (await listUsersAwaitingApproval(db)).length,
    waiting: waiting.map(({ joined, ...user }) => ({ ...user, asked: toLocalTime(joined, timeZone) })),
  };
};

const exportUsers = async ({ db, query }: PageRequest) => {
  const users = await listMatchingUsers(db, parseTableQuery(usersTable, query));
  const { timeZone } = await readSettings(db);
  const head = ['name', 'email', 'role', 'status', 'in shows as', 'last signed in', 'second factor'];
  return createCsvResponse('users.csv', [head, ...users.map((user) => formatCsvRow(user, timeZone))]);
};

const buildInvitePage =
  ({ mailTransport: transport }: PageServices) =>
  async ({ db, now, query, visitor }: PageRequest): Promise<InviteUsersContent> => {
    const { timeZone } = await readSettings(db);
    const tableRequest = parseTableQuery(invitationsTable, query);
    const invited = await listMatchingInvitations(db, tableRequest);
    const { from, table } = resolveTablePage(tableRequest, invited.length);
    const mayInvite = createInviterCheck(db);
    const invitations = [];
    for (const { invited_by, ...invitation } of invited.slice(from, from + ROWS_PER_PAGE)) {
      invitations.push({ ...invitation, ended: !(await mayInvite({ invited_by, role: invitation.role })) });
    }
    return {
      type: 'invite_users',
      title: 'Invite people',
      table,
      gives: listAssignableRoles(visitor.role),
      why_kept: formatUnsentReason(transport),
      invited: invitations.map(({ created_at, expires_at, ...invitation }) => ({
        ...invitation,
        sent: formatLocalDate(formatIsoWithOffset(created_at, timeZone)),
        expired: expires_at <= now,
      })),
    };
  };

const buildUserPage =
  ({ all }: PageServices) =>
  async ({ db, now, today, visitor, subject: user }: PageRequest<StoredUser>): Promise<ManageUserContent> => {
    const formatAction = createAuditActionFormatter(all('auditActions'));
    const { timeZone } = await readSettings(db);
    const changes = await listPermissionOverrides(db, user.id);
    const factors = await findSecondFactorKinds(db, user.id);
    const { id, firstname, email, role, status } = user;
    const name = `${firstname} ${user.lastname}`.trim();
    const erasure = await findErasure(db, id);
    return {
      type: 'manage_user',
      title: name || email,
      user: {
        ...{ id, name, firstname, email, role, status },
        persons: (await listLinkedPersons(db, [id])).map((person) => ({ id: person.id, name: person.name })),
        last_signed_in: toLocalTime(user.last_signed_in_at ?? '', timeZone),
        second_factor: factors.codes || factors.passkeys,
        joined: toLocalTime(user.created_at, timeZone),
      },
      own: id === visitor.id,
      may_change: adminsOnly.allows(visitor, undefined),
      gives: listAssignableRoles(visitor.role),
      version: user.version,
      items: listPermissionChoices(changes),
      subscriptions: await listSubscriptionsForAdmin(db, id, today),
      sessions: (await listActiveSessions(db, id, now)).map((session) => ({
        id: session.id,
        device: formatDevice(session.device),
        address: session.address,
        last_used: formatTableDateTime(formatIsoWithOffset(session.last_used_at, timeZone)),
      })),
      factors,
      erased_on: erasure ? formatLocalDate(formatIsoWithOffset(erasure.due_at, timeZone)) : '',
      kept_shut: erasure?.kept_shut === 1,
      noted: (await listAuditEntriesAbout(db, id, { count: maxAuditEntries })).map((entry) => ({
        id: entry.id,
        when: formatDateTime(formatIsoWithOffset(entry.at, timeZone)),
        what: `${entry.actor_name || 'The site'} ${formatAction(entry.action)}${entry.detail && ` (${entry.detail})`}`,
        address: entry.address,
      })),
      noted_total: await countAuditEntriesAbout(db, id),
    };
  };

const toLocalTime = (moment: Instant, timeZone: string): string =>
  moment === '' ? '' : formatIsoWithOffset(moment, timeZone);

const formatCsvRow = (user: ListedUser, timeZone: string): string[] => [
  user.name,
  user.email,
  roleLabels[user.role],
  accountStatusLabels[user.status],
  user.persons.map(({ name }) => name).join('; '),
  formatCsvDateTime(toLocalTime(user.last_signed_in, timeZone)),
  user.second_factor ? 'yes' : 'no',
];

interface UsersQuery extends TableRequest<typeof usersTable> {
  /** True to leave out users who wait for approval. */
  decided?: boolean;
}

const sortExpressions = {
  name: sql.ref('user.search_key'),
  surname: sql`lower("user".lastname)`,
  email: sql.ref('user.email_key'),
  role: sql.ref('user.role'),
  status: sql.ref('user.status'),
  joined: sql.ref('user.created_at'),
  last_in: sql`coalesce("user".last_signed_in_at, '')`,
  // Users without a second factor sort first, because admins look for them
  second_factor: sql`case when ${hasSecondFactorSql(sql.ref('user.id'))} then 1 else 0 end`,
};

/** Builds the query for the users that match a search and its filters. */
const selectMatching = (db: DbReader, { words, filters, decided }: UsersQuery) => {
  let users = db.selectFrom(usersView(db).as('user'));
  if (decided) users = users.where('user.status', '<>', 'awaiting');
  // A folded word has only letters and digits, so `like` needs no escaping
  for (const word of words) users = users.where('user.search_key', 'like', `%${word}%`);
  if (filters.role) users = users.where('user.role', '=', filters.role);
  if (filters.status) users = users.where('user.status', '=', filters.status);
  if (filters.second_factor) {
    users = users.where(({ not, ref }) => {
      const any = hasSecondFactorSql(ref('user.id'));
      return filters.second_factor === 'yes' ? any : not(any);
    });
  }
  return users;
};

async function countUsers(db: DbReader, tableRequest: UsersQuery): Promise<number> {
  const { count } = await selectMatching(db, tableRequest)
    .select((user) => user.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Lists the matching users in the requested order: all, or one page from row `from`. */
async function listMatchingUsers(db: DbReader, tableRequest: UsersQuery, from?: number): Promise<ListedUser[]> {
  const direction = tableRequest.descending ? 'desc' : 'asc';
  const sorted = selectMatching(db, tableRequest)
    .select(listedColumns)
    .orderBy(sortExpressions[tableRequest.by], direction)
    .orderBy('user.search_key', direction)
    .orderBy('user.id', direction);
  const rows = await (from === undefined ? sorted : sorted.limit(ROWS_PER_PAGE).offset(from)).execute();
  return addPersonsAndSecondFactors(db, rows, from !== undefined);
}

const listedColumns = [
  'user.id',
  'user.firstname',
  'user.lastname',
  'user.email',
  'user.role',
  'user.status',
  sql<string>`coalesce("user".last_signed_in_at, '')`.as('last_signed_in'),
] as const;

type Row = Omit<ListedUser, 'name' | 'persons' | 'second_factor'> & { firstname: string; lastname: string };

/**
 * Adds the persons that users are linked to, and whether each user has a second factor. If `isPage` is true, only the
 * data of these users is loaded.
 */
async function addPersonsAndSecondFactors<UserRow extends Row>(
  db: DbReader,
  rows: readonly UserRow[],
  isPage: boolean,
) {
  const ids = isPage ? rows.map(({ id }) => id) : undefined;
  const persons = Map.groupBy(await listLinkedPersons(db, ids), ({ user_id }) => user_id);
  const withSecondFactor = await findUserIdsWithSecondFactor(db, ids);
  return rows.map(({ id, firstname, lastname, ...user }) => ({
    id,
    name: `${firstname} ${lastname}`.trim(),
    ...user,
    persons: (persons.get(id) ?? []).map((person) => ({ id: person.id, name: person.name })),
    second_factor: withSecondFactor.has(id),
  }));
}

/** Lists users awaiting approval, the oldest account first, up to one page. */
async function listApprovalQueue(db: DbReader) {
  const rows = await db
    .selectFrom(usersView(db).as('user'))
    .select([...listedColumns, 'user.created_at as joined'])
    .where('user.status', '=', 'awaiting')
    .orderBy('user.created_at')
    .orderBy('user.id')
    .limit(ROWS_PER_PAGE)
    .execute();
  return addPersonsAndSecondFactors(db, rows, true);
}

async function listMatchingInvitations(db: DbReader, { words, by, descending }: TableRequest<typeof invitationsTable>) {
  const invitations = await listUnusedInvitations(db, { by, descending });
  if (words.length === 0) return invitations;
  return invitations.filter(({ firstname, lastname, email }) => {
    const key = foldText(`${firstname} ${lastname} ${email}`);
    return words.every((word) => key.includes(word));
  });
}
