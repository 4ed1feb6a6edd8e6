import { deviceInWords } from '#features/accounts/device-names.ts';
import { rolesGivenBy } from '#features/accounts/roles.ts';
import {
  adminsOnly,
  findErasure,
  findUser,
  itemChanges,
  lastingSessionsOf,
  mayUse,
  senderStatus,
} from '#features/accounts/server/index.ts';
import { factorsOf } from '#features/second-factor/server/index.ts';
import { personsOfUsers } from '#features/shows/people/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import { paidFor } from '#features/subscriptions/server/index.ts';
import { auditAbout } from '#platform/server/audit/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { csvAnswer, csvMoment } from '#platform/server/http/csv-response.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type MailTransport, unsentReason } from '#platform/server/mail/index.ts';
import { dayInWords, type Instant, momentInWords } from '#platform/shared/dates.ts';
import { withOffset } from '#platform/shared/local-time.ts';
import { momentInTable } from '#platform/shared/short-dates.ts';
import { pageOfRows, ROWS_A_PAGE, readTable, tableKeys } from '#platform/shared/table.ts';
import type { InviteUsers, ListedUser, ManageUser, ManageUsers } from '../contract.ts';
import { roleLabels, statusLabels } from '../labels.ts';
import { choices } from '../permissions.ts';
import { invitedTable, usersTable } from '../table.ts';
import { countAwaiting, countUsers, matchingInvitations, matchingUsers, usersToApprove } from './store.ts';

const access = mayUse('admin');
const base = '/members/admin/manage_users';

/** Log entries about one user on their screen; the whole log has the rest. */
const mostEntries = 20;

const whyNotMailed = (transport: MailTransport | undefined): string =>
  transport?.to === 'folder'
    ? `${unsentReason(transport)} Until then you are shown each link here, to hand over.`
    : unsentReason(transport);

/** Where accounts are managed. */
export function usersPages({ page, resource }: Platform, { mail: transport }: Pick<Services, 'mail'>): void {
  page(
    base,
    { type: 'manage_users', access, query: tableKeys(usersTable) },
    async ({ db, query }): Promise<ManageUsers> => {
      const parsed = readTable(usersTable, query);
      const isNarrowed = parsed.q !== '' || Object.values(parsed.filters).some((value) => value !== '');
      const tableRequest = { ...parsed, decided: !isNarrowed };
      const { from, table } = pageOfRows(tableRequest, await countUsers(db, tableRequest));
      const { timeZone } = await readSettings(db);
      const users = await matchingUsers(db, tableRequest, from);
      const waiting = isNarrowed ? [] : await usersToApprove(db);
      return {
        type: 'manage_users',
        title: 'Manage Users',
        table,
        users: users.map((user) => ({ ...user, last_signed_in: local(user.last_signed_in, timeZone) })),
        awaiting: await countAwaiting(db),
        waiting: waiting.map(({ joined, ...user }) => ({ ...user, asked: local(joined, timeZone) })),
      };
    },
  );

  resource(`${base}.csv`, { access, grave: true, query: tableKeys(usersTable) }, async ({ db, query }) => {
    const users = await matchingUsers(db, readTable(usersTable, query));
    const { timeZone } = await readSettings(db);
    const head = ['name', 'email', 'role', 'status', 'in shows as', 'last signed in', 'second factor'];
    return csvAnswer('users.csv', [head, ...users.map((user) => csvRow(user, timeZone))]);
  });

  page(
    `${base}/invite`,
    { type: 'invite_users', access, query: tableKeys(invitedTable) },
    async ({ db, now, query, visitor }): Promise<InviteUsers> => {
      const { timeZone } = await readSettings(db);
      const invited = await matchingInvitations(db, readTable(invitedTable, query));
      const { from, table } = pageOfRows(readTable(invitedTable, query), invited.length);
      const isOpen = senderStatus(db);
      const shown = [];
      for (const { invited_by, ...one } of invited.slice(from, from + ROWS_A_PAGE)) {
        shown.push({ ...one, ended: !(await isOpen({ invited_by, role: one.role })) });
      }
      return {
        type: 'invite_users',
        title: 'Invite people',
        table,
        gives: rolesGivenBy(visitor.role),
        why_kept: whyNotMailed(transport),
        invited: shown.map(({ created_at, expires_at, ...invitation }) => ({
          ...invitation,
          sent: dayInWords(withOffset(created_at, timeZone)),
          expired: expires_at <= now,
        })),
      };
    },
  );

  page(
    `${base}/:id`,
    { type: 'manage_user', access, load: userOf },
    async ({ db, now, today, visitor, subject: user }): Promise<ManageUser> => {
      const { timeZone } = await readSettings(db);
      const changes = await itemChanges(db, user.id);
      const factors = await factorsOf(db, user.id);
      const { id, firstname, email, role, status } = user;
      const name = `${firstname} ${user.lastname}`.trim();
      const erasure = await findErasure(db, id);
      return {
        type: 'manage_user',
        title: name || email,
        user: {
          ...{ id, name, firstname, email, role, status },
          persons: (await personsOfUsers(db, [id])).map((person) => ({ id: person.id, name: person.name })),
          last_signed_in: local(user.last_signed_in_at ?? '', timeZone),
          second_factor: factors.codes || factors.passkeys,
          joined: local(user.created_at, timeZone),
        },
        own: id === visitor.id,
        may_change: adminsOnly.allows(visitor, undefined),
        gives: rolesGivenBy(visitor.role),
        version: user.version,
        items: choices(changes),
        subscriptions: await paidFor(db, id, today),
        sessions: (await lastingSessionsOf(db, id, now)).map((session) => ({
          id: session.id,
          device: deviceInWords(session.device),
          address: session.address,
          last_used: momentInTable(withOffset(session.last_used_at, timeZone)),
        })),
        factors,
        erased_on: erasure ? dayInWords(withOffset(erasure.due_at, timeZone)) : '',
        kept_shut: erasure?.kept_shut === 1,
        noted: (await auditAbout(db, id, { count: mostEntries })).map((entry) => ({
          id: entry.id,
          when: momentInWords(withOffset(entry.at, timeZone)),
          what: `${entry.actor_name || 'The site'} ${entry.action}${entry.detail && ` (${entry.detail})`}`,
          address: entry.address,
        })),
      };
    },
  );
}

const userOf = ({ db, params }: PageRequest) => findUser(db, params.id ?? '');

const local = (moment: Instant, timeZone: string): string => (moment === '' ? '' : withOffset(moment, timeZone));

const csvRow = (user: ListedUser, timeZone: string): string[] => [
  user.name,
  user.email,
  roleLabels[user.role],
  statusLabels[user.status],
  user.persons.map(({ name }) => name).join('; '),
  csvMoment(local(user.last_signed_in, timeZone)),
  user.second_factor ? 'yes' : 'no',
];
