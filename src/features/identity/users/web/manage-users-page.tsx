import { useState } from 'react';
import {
  approveRegistration,
  approveRegistrations,
  declineRegistration,
  declineRegistrations,
  undoDeclineRegistration,
  undoDeclineRegistrations,
} from '#features/identity/sign-in/contract.ts';
import { roles } from '#features/society/accounts/roles.ts';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { type ResponseOf, withParams } from '#platform/shared/calls/calls.ts';
import { formatLocalDate } from '#platform/shared/dates/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { downloadWithReauthentication } from '#platform/web/calls/download-with-reauthentication.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { DataTable, type TableColumn } from '#platform/web/table/data-table.tsx';
import { BulkActionsBar } from '#platform/web/ui/actions/bulk-actions-bar.tsx';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { EmailAddress } from '#platform/web/ui/content/contact-details.tsx';
import { PageActions } from '#platform/web/ui/content/layout.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import type { ListedUser } from '../contract.ts';
import { accountStatusLabels, roleLabels } from '../permissions.ts';
import { accountStatuses, usersTable } from '../table.ts';
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

/** Those of a user's names in shows that differ from the account's name. */
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

const decisions = {
  approve: { one: approveRegistration, several: approveRegistrations },
  decline: { one: declineRegistration, several: declineRegistrations },
  reconsider: { one: undoDeclineRegistration, several: undoDeclineRegistrations },
};
type Decision = keyof typeof decisions;

/** Returns the path of the call that decides about one user, or about several users. */
function findDecisionPath([id = '', ...others]: readonly string[], decision: Decision): string {
  const { one, several } = decisions[decision];
  return others.length === 0 ? withParams(one, { id }).path : several.path;
}

/** The buttons that approve or decline a user who waits for approval. */
function RegistrationDecisionButtons({
  of: { id, name },
  busy,
  onApprove,
  onDecline,
}: {
  of: ListedUser;
  /** The path of the call that is under way; "" for none. */
  busy: string;
  onApprove: () => void;
  onDecline: () => void;
}) {
  return (
    <span className={`row ${styles.deciding}`}>
      <Button
        small
        aria-label={`Approve ${name}`}
        pending={busy === findDecisionPath([id], 'approve')}
        onClick={onApprove}
      >
        Approve
      </Button>
      <Button
        look="line"
        small
        aria-label={`Decline ${name}`}
        aria-haspopup="dialog"
        pending={busy === findDecisionPath([id], 'decline')}
        onClick={onDecline}
      >
        Decline
      </Button>
    </span>
  );
}

type Approvals = ReturnType<typeof useApprovals>;

/** Provides the users on a page who wait for approval, the selection among them, and the decisions about them. */
function useApprovals(users: readonly ListedUser[]) {
  const { busy, slot, send } = useCall();
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [declinedIds, setDeclinedIds] = useState<readonly string[]>([]);
  /** The users whom the confirmation dialog asks about. */
  const [toDecline, setToDecline] = useState<readonly ListedUser[]>([]);
  const all = users.filter(({ status }) => status === 'awaiting');
  const decide = (ids: readonly string[], decision: Decision) => {
    const { one, several } = decisions[decision];
    const [id = '', ...others] = ids;
    const onDone = (changed: readonly string[]) => setDeclinedIds(decision === 'decline' ? changed : []);
    if (others.length > 0) {
      const onAnswer = (answer: ResponseOf<typeof several>) => onDone(answer.code === 200 ? answer.users : []);
      void send(several, { users: [...ids] }, { onAnswer });
    } else {
      const onAnswer = ({ code }: CallResponse) => onDone(code === 200 ? ids : []);
      void send(withParams(one, { id }), undefined, { onAnswer });
    }
  };
  return {
    busy,
    slot,
    all,
    selected: all.filter(({ id }) => selectedIds.has(id)),
    select: (selection: readonly ListedUser[]) => setSelectedIds(new Set(listIds(selection))),
    approve: (selection: readonly ListedUser[]) => decide(listIds(selection), 'approve'),
    /** Opens the confirmation dialog. */
    decline: setToDecline,
    toDecline,
    confirmDecline: () => decide(listIds(toDecline), 'decline'),
    declinedIds,
    undoDecline: () => decide(declinedIds, 'reconsider'),
  };
}

const listIds = (users: readonly ListedUser[]) => users.map(({ id }) => id);

/**
 * The response to the last decision, with an undo button after a decline. `canSelectAll` adds a button that selects
 * everybody on the page who waits for approval.
 */
function ApprovalCallStatus({ approvals, canSelectAll }: { approvals: Approvals; canSelectAll: boolean }) {
  const { slot, busy, all, selected, declinedIds } = approvals;
  return (
    <>
      {canSelectAll && all.length > 1 && selected.length < all.length && (
        <Button look="line" small onClick={() => approvals.select(all)}>
          Select all {all.length} on this page
        </Button>
      )}
      <CallStatus slot={slot}>
        {declinedIds.length > 0 && (
          <Button look="line" small pending={busy !== ''} onClick={approvals.undoDecline}>
            Undo
          </Button>
        )}
      </CallStatus>
    </>
  );
}

/** The checkbox that selects a user who waits for approval; nothing for others. */
function ApprovalCheckbox({ of: user, approvals: { selected, select } }: { of: ListedUser; approvals: Approvals }) {
  if (user.status !== 'awaiting') return null;
  const isSelected = selected.includes(user);
  return (
    <Checkbox
      alone
      checked={isSelected}
      onChange={() => select(isSelected ? selected.filter((other) => other !== user) : [...selected, user])}
    >
      Select {user.name}
    </Checkbox>
  );
}

/** The actions for the selected users, and the dialog that confirms a decline. */
function ApprovalBar({ approvals }: { approvals: Approvals }) {
  const { busy, selected, toDecline } = approvals;
  const [first] = toDecline;
  return (
    <>
      {selected.length > 0 && (
        <BulkActionsBar label="Selected people" count={selected.length} onClear={() => approvals.select([])}>
          <Button
            small
            pending={busy === findDecisionPath(listIds(selected), 'approve')}
            onClick={() => approvals.approve(selected)}
          >
            Approve {selected.length}
          </Button>
          <Button
            small
            look="line"
            aria-haspopup="dialog"
            pending={busy === findDecisionPath(listIds(selected), 'decline')}
            onClick={() => approvals.decline(selected)}
          >
            Decline {selected.length}…
          </Button>
        </BulkActionsBar>
      )}
      {first && (
        <ConfirmDialog
          question={`Decline ${toDecline.length === 1 ? first.name : `${toDecline.length} people`}?`}
          cancelLabel="Keep them waiting"
          confirmLabel="Decline"
          onConfirm={approvals.confirmDecline}
          onClose={() => approvals.decline([])}
        >
          {toDecline.length > 1 && <p>{new Intl.ListFormat('en-GB').format(toDecline.map(({ name }) => name))}.</p>}
          They won’t be able to sign in. The site doesn’t tell them: how you say no is up to you.
        </ConfirmDialog>
      )}
    </>
  );
}
