import { roles } from '#features/society/accounts/roles.ts';
import { formatLocalDate } from '#platform/shared/dates/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { downloadWithReauthentication } from '#platform/web/calls/download-with-reauthentication.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { DataTable, type TableColumn } from '#platform/web/table/index.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { PageActions } from '#platform/web/ui/actions/page-actions.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { EmailAddress } from '#platform/web/ui/content/contact-details.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import type { ListedUser } from '../contract.ts';
import { accountStatusLabels, roleLabels } from '../permissions.ts';
import { accountStatuses, usersTable } from '../table.ts';
import {
  ApprovalBar,
  ApprovalCallStatus,
  ApprovalCheckbox,
  type Approvals,
  RegistrationDecisionButtons,
  useApprovals,
} from './approvals.tsx';
import styles from './users.module.css';

type Content = Page<'manage_users'>;

const base = '/members/admin/manage_users';

/** The list of all users, with those who wait for approval first. */
export default function ManageUsersPage({ page }: { page: Content }) {
  const { table, users, awaiting, waiting } = page;
  const ownId = useSite().current_user.id;
  const approvals = useApprovals(waiting.length > 0 ? waiting : users);
  return (
    <div className={styles.page}>
      <header className="page-head">
        <h1>{page.title}</h1>
        <p>Everyone with an account. Choose someone to approve them or change what they can use.</p>
        <PageActions>
          <ButtonLink href={`${base}/invite`}>
            <Icon of="user-plus" /> Invite people
          </ButtonLink>
        </PageActions>
      </header>
      {awaiting > waiting.length && table.filters.status !== 'awaiting' && (
        <p className="no-print">
          {awaiting === 1 ? 'One person is' : `${awaiting} people are`} waiting for approval.{' '}
          <a href={`${base}?status=awaiting`}>{awaiting === 1 ? 'See who' : 'See them'}</a>
        </p>
      )}
      {waiting.length > 0 && <WaitingUsers users={waiting} approvals={approvals} />}
      {waiting.length > 0 && <h2>Everyone else</h2>}
      <DataTable
        rules={usersTable}
        table={table}
        rows={users}
        keyOf={({ id }) => id}
        columns={buildColumns(ownId, approvals)}
        rowNouns={['user', 'users']}
        search="Search names and addresses"
        filters={[
          { name: 'role', label: 'Role', options: roles.map((role) => [role, roleLabels[role]]) },
          {
            name: 'status',
            label: 'Account',
            options: accountStatuses.map((status) => [status, accountStatusLabels[status]]),
          },
          {
            name: 'second_factor',
            label: 'Second factor',
            options: [
              ['yes', 'Set up'],
              ['no', 'Not set up'],
            ],
          },
        ]}
        csv={`${base}.csv`}
        answer={
          waiting.length === 0 && (
            <ApprovalCallStatus approvals={approvals} canSelectAll={table.filters.status === 'awaiting'} />
          )
        }
        onExport={(href) => void downloadWithReauthentication(href)}
        empty={{ title: 'No users yet', text: 'Invite someone to get started.' }}
      />
      <ApprovalBar approvals={approvals} />
    </div>
  );
}

/** The users who wait for approval. They are listed first, because admins mostly open this page for them. */
function WaitingUsers({ users, approvals }: { users: Content['waiting']; approvals: Approvals }) {
  return (
    <section className={styles.asking} aria-labelledby="asking">
      <header>
        <h2 id="asking">Waiting for approval</h2>
        <ApprovalCallStatus approvals={approvals} canSelectAll />
      </header>
      <ul className="ruled">
        {users.map((user) => (
          <li key={user.id}>
            <p className={styles.name}>
              <ApprovalCheckbox of={user} approvals={approvals} />
              <a href={`${base}/${user.id}`}>{user.name || user.email}</a>
            </p>
            <p className={styles.address}>
              <EmailAddress of={user.email} />
              <span className="meta">Registered on {formatLocalDate(user.asked)}</span>
            </p>
            <RegistrationDecisionButtons
              of={user}
              busy={approvals.busy}
              onApprove={() => approvals.approve([user])}
              onDecline={() => approvals.decline([user])}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const buildColumns = (ownId: string, approvals: Approvals): [TableColumn<ListedUser>, ...TableColumn<ListedUser>[]] => [
  {
    name: 'Name',
    sort: 'surname',
    cell: (user) => (
      <>
        <ApprovalCheckbox of={user} approvals={approvals} />
        <a href={`${base}/${user.id}`}>{user.name || user.email}</a> {user.id === ownId && <Badge>You</Badge>}
        <OtherNames of={user} />
      </>
    ),
  },
  { name: 'Email', sort: 'email', narrow: 'line', cell: ({ email }) => <EmailAddress of={email} /> },
  { name: 'Role', sort: 'role', narrow: 'beside', cell: ({ role }) => roleLabels[role] },
  {
    name: 'Account',
    sort: 'status',
    cell: (user) =>
      user.status === 'active' ? (
        <>
          {accountStatusLabels[user.status]}
          {user.second_factor && <span className={`${styles.under} meta`}>Second factor set up</span>}
        </>
      ) : (
        <>
          <Badge tone={user.status === 'awaiting' ? 'warning' : 'plain'}>{accountStatusLabels[user.status]}</Badge>
          {user.status === 'awaiting' && (
            <RegistrationDecisionButtons
              of={user}
              busy={approvals.busy}
              onApprove={() => approvals.approve([user])}
              onDecline={() => approvals.decline([user])}
            />
          )}
        </>
      ),
  },
  {
    name: 'Last signed in',
    sort: 'last_in',
    named: true,
    cell: ({ last_signed_in }) => (
      <span className={styles.line}>
        {last_signed_in ? (
          formatLocalDate(last_signed_in)
        ) : (
          <span className={styles.never}>
            Never<span> signed in</span>
          </span>
        )}
      </span>
    ),
  },
];

/** A user's names in shows, if they differ from the account's name. */
function OtherNames({ of: { name: accountName, persons } }: { of: ListedUser }) {
  const others = persons.filter(({ name }) => name !== accountName);
  if (others.length === 0) return null;
  return (
    <span className={`${styles.under} meta`}>
      In shows as{' '}
      {others.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <a href={`/members/admin/people/${id}`}>{name}</a>
        </span>
      ))}
    </span>
  );
}
