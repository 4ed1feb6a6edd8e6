import { useState } from 'react';
import { sendInvitations } from '#features/identity/users/contract.ts';
import { InvitationLinks, type ShownInvitationLinks } from '#features/identity/users/web/index.ts';
import { giftAidPath } from '#features/money/gift-aid/schedule.ts';
import { membershipPath } from '#features/money/subscriptions/paths.ts';
import { CancelMemberRenewalForm } from '#features/money/subscriptions/web/index.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { type CalendarDate, formatDate, getYear } from '#platform/shared/dates/dates.ts';
import { formatShortDay } from '#platform/shared/dates/short-dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { buildTableQuery } from '#platform/shared/tables/table.ts';
import { parsePersonName } from '#platform/shared/text/person-name.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { downloadWithReauthentication } from '#platform/web/calls/download-with-reauthentication.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { DataTable, type TableColumn } from '#platform/web/table/data-table.tsx';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { CollapsibleFilters } from '#platform/web/ui/content/collapsible.tsx';
import { EmailAddress, PhoneNumbers } from '#platform/web/ui/content/contact-details.tsx';
import { PageActions } from '#platform/web/ui/content/layout.tsx';
import { Icon, type IconName } from '#platform/web/ui/icons/icon.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { type ListedMember, removePaperListMember } from '../contract.ts';
import {
  importMembersPath,
  membershipStatuses,
  membershipStatusLabels,
  membershipTable,
  remindersPath,
} from '../table.ts';
import styles from './membership.module.css';

type Content = Page<'membership'>;

/** Lists current and former members, and people with an account who have never joined, with the status of each. */
export default function MembershipPage({ page }: { page: Content }) {
  const { table, members, by_status, by_plan, gift_aid, may_invite } = page;
  const withoutAccount = usePaperListMemberActions(may_invite);
  const pathFor = (filters: Record<string, string>) => {
    const query = buildTableQuery(membershipTable, { ...table, q: '', filters });
    return query.size > 0 ? `${membershipPath}?${query}` : membershipPath;
  };
  return (
    <div className={styles.page}>
      <header className="page-head">
        <h1>{page.title}</h1>
        <p>Members past and present, and anyone with an account who has never joined.</p>
        <PageActions>
          <ButtonLink href={remindersPath}>
            <Icon of="send" /> Remind members
          </ButtonLink>
          <ButtonLink look="quiet" href={importMembersPath}>
            <Icon of="upload" /> Import a list
          </ButtonLink>
          {gift_aid && (
            <ButtonLink look="quiet" href={giftAidPath}>
              Gift Aid
            </ButtonLink>
          )}
        </PageActions>
      </header>
      {by_status.some(({ count }) => count > 0) && (
        <CollapsibleFilters name="By status and plan" activeCount={0} className={styles.counts}>
          <Counts
            title="Membership at a glance"
            of={by_status.map(({ status, count }) => ({
              ...{ count, name: membershipStatusLabels[status], href: pathFor({ status }) },
            }))}
          />
          <Counts
            title="Members by plan"
            of={by_plan.map(({ id, name, count }) => ({ name, count, href: pathFor({ plan: id }) }))}
          />
        </CollapsibleFilters>
      )}
      {withoutAccount.links}
      <DataTable
        rules={membershipTable}
        table={table}
        rows={members}
        keyOf={({ id }) => id}
        columns={buildColumns(withoutAccount)}
        rowNouns={['person', 'people']}
        search="Name, email or phone number"
        filters={[
          {
            name: 'status',
            label: 'Status',
            options: membershipStatuses.map((status) => [status, membershipStatusLabels[status]]),
          },
          { name: 'plan', label: 'Plan', options: by_plan.map(({ id, name }) => [id, name]) },
          {
            name: 'account',
            label: 'Account',
            options: [
              ['yes', 'Has an account'],
              ['no', 'No account'],
            ],
          },
        ]}
        csv={`${membershipPath}.csv`}
        onExport={(href) => void downloadWithReauthentication(href)}
        answer={<CallStatus slot={withoutAccount.slot} />}
        empty={{ title: 'No members yet', text: 'Import last year’s list, or invite people to create an account.' }}
      />
      {withoutAccount.dialog}
    </div>
  );
}

/** Shows counts as links to the filtered list. */
const Counts = ({ title, of }: { title: string; of: readonly { name: string; count: number; href: string }[] }) => {
  const shown = of.filter(({ count }) => count > 0);
  if (shown.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {shown.map(({ name, count, href }) => (
          <li key={href}>
            <a href={href}>{name}</a>: <strong className="num">{count.toLocaleString('en-GB')}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
};

const isUrgent = (status: ListedMember['status']) => status === 'due' || status === 'grace';

/** Icons for memberships that are unpaid, lapsed or cancelled. */
const statusIcons: Partial<Record<ListedMember['status'], IconName>> = {
  due: 'circle-alert',
  grace: 'circle-alert',
  lapsed: 'calendar-x-2',
  cancelled: 'x',
};

/** Formats the renewal date as "1 Sep", with its year if the "paid until" date shown next to it is in another year. */
const formatRenewalDate = (day: CalendarDate, paidUntil: CalendarDate) =>
  getYear(day) === getYear(paidUntil) ? formatShortDay(day) : `${formatShortDay(day)} ${getYear(day)}`;

const paymentLabels = {
  card: 'card',
  cash: 'cash',
  card_machine: 'card, on our machine',
  transfer: 'bank transfer',
  cheque: 'cheque',
  free: 'nobody (free)',
} as const;

const buildColumns = (
  withoutAccount: ReturnType<typeof usePaperListMemberActions>,
): [TableColumn<ListedMember>, ...TableColumn<ListedMember>[]] => [
  {
    name: 'Name',
    sort: 'name',
    cell: ({ name, payer }) => (
      <>
        {name}
        {payer && <span className={`${styles.under} meta`}>Paid for by {payer}</span>}
      </>
    ),
  },
  {
    name: 'Plan',
    sort: 'plan',
    cell: ({ plan }) => <span className={styles.line}>{plan || '–'}</span>,
  },
  {
    name: 'Status',
    sort: 'status',
    narrow: 'beside',
    cell: ({ status, grace_until, part_paid }) => (
      <>
        {status === 'active' ? (
          membershipStatusLabels[status]
        ) : (
          <Badge tone={isUrgent(status) ? 'warning' : 'plain'}>
            {statusIcons[status] && <Icon of={statusIcons[status]} />}
            {membershipStatusLabels[status]}
          </Badge>
        )}
        {grace_until && <span className={`${styles.under} meta`}>Can pay until {formatShortDay(grace_until)}</span>}
        {part_paid > 0 && <span className={`${styles.under} meta`}>{formatMoney(part_paid)} paid in part</span>}
      </>
    ),
  },
  {
    name: 'Paid until',
    sort: 'paid_until',
    named: true,
    cell: (member) => {
      const { paid_until, paid_by, renews_on, by_card, status, can_cancel } = member;
      return paid_until === '' ? (
        '–'
      ) : (
        <>
          <span className={styles.line}>
            {formatShortDay(paid_until)} {getYear(paid_until)}
          </span>
          {renews_on && status !== 'pending' ? (
            <span className={`${styles.under} meta`}>
              Renews {formatRenewalDate(renews_on, paid_until)}
              {by_card ? ', by card' : paid_by && `, paid by ${paymentLabels[paid_by]}`}
            </span>
          ) : (
            paid_by && <span className={`${styles.under} meta`}>Paid by {paymentLabels[paid_by]}</span>
          )}
          {can_cancel && <CancelRenewalButton of={member} />}
        </>
      );
    },
  },
  {
    name: 'Contact',
    narrow: 'line',
    cell: (member) => (
      <>
        {(member.email || member.phone) && (
          <span className={styles.contact}>
            {member.email && (
              <a href={`mailto:${member.email}`}>
                <EmailAddress of={member.email} />
              </a>
            )}
            {member.phone && <PhoneNumbers of={member.phone} />}
          </span>
        )}
        {!member.account && member.payer === '' && <MemberWithoutAccount of={member} withoutAccount={withoutAccount} />}
      </>
    ),
  },
];

/** Opens a dialog in which the secretary can cancel a member's renewal. */
export function CancelRenewalButton({ of: { id, name, plan, payer } }: { of: ListedMember }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <span className={`${styles.cancel} no-print`}>
      <Button small look="quiet" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Cancel renewal…<span className="vh"> {name}</span>
      </Button>
      {isOpen && (
        <Dialog title={`Cancel the renewal of ${plan} for ${name}`} onClose={() => setIsOpen(false)}>
          {(close) => (
            <>
              {payer && <p>{payer} pays for this membership, and gets the email if you send one.</p>}
              <CancelMemberRenewalForm id={id} onDone={close} />
            </>
          )}
        </Dialog>
      )}
    </span>
  );
}

type Actions = ReturnType<typeof usePaperListMemberActions>;

/** Provides the actions on people without an account: invite, and remove from the list. */
export function usePaperListMemberActions(mayInvite: boolean) {
  const { busy, slot, send } = useCall();
  const [toRemove, setToRemove] = useState<ListedMember | null>(null);
  const [invitationLinks, setInvitationLinks] = useState<ShownInvitationLinks>({ by: 'one', links: [] });
  return {
    busy,
    slot,
    mayInvite,
    invite: ({ name, email }: ListedMember) => {
      const { firstname, lastname } = parsePersonName(name);
      const people = [{ firstname, lastname, email }];
      void send(
        sendInvitations,
        { role: 'member', people },
        { onAnswer: (answer) => setInvitationLinks({ by: 'one', links: answer.code === 200 ? answer.links : [] }) },
      );
    },
    links: <InvitationLinks of={invitationLinks} by="one" />,
    remove: setToRemove,
    dialog: toRemove && (
      <RemoveMemberDialog
        member={toRemove}
        onRemove={() => void send(withParams(removePaperListMember, { id: toRemove.id }))}
        onClose={() => setToRemove(null)}
      />
    ),
  };
}

/** Asks for confirmation before somebody is removed from the list, and says what happens to a paid year. */
export function RemoveMemberDialog({
  member,
  onRemove,
  onClose,
}: {
  member: ListedMember;
  onRemove: () => void;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      question={`Remove ${member.name} from the list?`}
      cancelLabel="Keep them"
      confirmLabel="Remove from list"
      onConfirm={onRemove}
      onClose={onClose}
    >
      <p>Their details on the list will be permanently deleted. You can import them again.</p>
      {member.status === 'active' && member.paid_until !== '' && (
        <p>
          That includes the year paid until {formatDate(member.paid_until, 'day')}. Nothing is refunded, and a payment
          in the accounts stays there.
        </p>
      )}
    </ConfirmDialog>
  );
}

/** Shows that a member has no account, with buttons to invite and to remove them. */
export function MemberWithoutAccount({ of, withoutAccount }: { of: ListedMember; withoutAccount: Actions }) {
  const { busy, mayInvite, invite, remove } = withoutAccount;
  return (
    <>
      <span className="meta">{of.invited ? 'No account yet, invited' : 'No account yet'}</span>
      <span className="row no-print">
        {mayInvite && of.email !== '' && !of.invited && (
          <Button small look="line" pending={busy !== ''} aria-label={`Invite ${of.name}`} onClick={() => invite(of)}>
            Invite
          </Button>
        )}
        <Button small look="line" pending={busy !== ''} aria-haspopup="dialog" onClick={() => remove(of)}>
          Remove…<span className="vh"> {of.name} from the list</span>
        </Button>
      </span>
    </>
  );
}
