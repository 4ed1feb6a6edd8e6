import { useState } from 'react';
import { inviteUser } from '#features/identity/sign-in/contract.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { type ResponseOptions, useCall } from '#platform/web/calls/use-call.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { EmailAddress } from '#platform/web/ui/content/contact-details.tsx';
import { InputField } from '#platform/web/ui/fields/field.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import { type OpenInvitation, restoreInvitation, sendInvitations, withdrawInvitation } from '../contract.ts';
import { roleLabels } from '../permissions.ts';
import { invitationsTable } from '../table.ts';
import { RoleField } from './access.tsx';
import { InvitationLinks, type ShownInvitationLinks } from './invitation-links.tsx';
import { InvitationListForm } from './invite-many.tsx';
import styles from './users.module.css';

type Content = Page<'invite_users'>;

/** Invites one person or a whole list, and lists the open invitations. */
export default function InviteUsersPage({ page }: { page: Content }) {
  // Only the latest links are shown, because another invitation of the same person invalidates the earlier link
  const [shownLinks, setShownLinks] = useState<ShownInvitationLinks>({ by: 'one', links: [] });
  return (
    <div className={styles.page}>
      <header className="page-head">
        <p>
          <BackLink href="/members/admin/manage_users">Manage Users</BackLink>
        </p>
        <h1>{page.title}</h1>
        <p>
          {page.why_kept === ''
            ? 'Each person is emailed a link to choose a password. The link works for two weeks.'
            : page.why_kept}
        </p>
      </header>
      <FormSection title="One person">
        <div className="long-answers">
          <CallForm
            what="the invitation"
            call={inviteUser}
            submitLabel="Send the invitation"
            pendingLabel="Sending…"
            onAnswer={(answer) => setShownLinks({ by: 'one', links: answer.code === 200 ? answer.links : [] })}
          >
            {(errors) => (
              <>
                <FieldPair>
                  <InputField
                    label="First name"
                    error={errors.firstname}
                    name="firstname"
                    maxLength={60}
                    required
                    autoComplete="off"
                  />
                  <InputField
                    label="Last name"
                    error={errors.lastname}
                    name="lastname"
                    maxLength={60}
                    required
                    autoComplete="off"
                  />
                </FieldPair>
                <InputField
                  label="Email"
                  error={errors.email}
                  type="email"
                  name="email"
                  maxLength={254}
                  required
                  autoComplete="off"
                />
                <RoleField label="Role" gives={page.gives} error={errors.role} value="member" />
              </>
            )}
          </CallForm>
        </div>
        <InvitationLinks of={shownLinks} by="one" />
      </FormSection>
      <InvitationListForm
        gives={page.gives}
        sendsMail={page.why_kept === ''}
        shownLinks={shownLinks}
        onLinks={setShownLinks}
      />
      <OpenInvitations page={page} shownLinks={shownLinks} onLinks={setShownLinks} />
    </div>
  );
}

function OpenInvitations({
  page: { table, invited },
  shownLinks,
  onLinks,
}: {
  page: Content;
  shownLinks: ShownInvitationLinks;
  onLinks: (links: ShownInvitationLinks) => void;
}) {
  const { busy, slot, send } = useCall();
  /** The id of the invitation just withdrawn; "" for none. */
  const [withdrawnId, setWithdrawnId] = useState('');
  const formatName = ({ firstname, lastname, email }: OpenInvitation) => `${firstname} ${lastname}`.trim() || email;
  const rememberWithdrawn = (id = ''): ResponseOptions => ({
    onAnswer: ({ code }) => setWithdrawnId(code === 200 ? id : ''),
  });
  const inviteAgain = ({ role, firstname, lastname, email }: OpenInvitation) =>
    send(
      sendInvitations,
      { role, people: [{ firstname, lastname, email }] },
      {
        onAnswer: (answer) => {
          setWithdrawnId('');
          onLinks({ by: 'again', links: answer.code === 200 ? answer.links : [] });
        },
      },
    );
  const buildWithdrawCall = (id: string) => withParams(withdrawInvitation, { id });
  return (
    <section className={styles.invitations} aria-labelledby="not-here-yet">
      <h2 id="not-here-yet">Not joined yet</h2>
      {invited.some(({ ended, expired }) => ended && !expired) && (
        <p>
          An invitation ends when its sender may no longer invite people with that role: its link stops working. Invite
          the person again if you still want them here.
        </p>
      )}
      <InvitationLinks of={shownLinks} by="again" />
      <DataTable
        rules={invitationsTable}
        table={table}
        rows={invited}
        keyOf={({ id }) => id}
        columns={[
          { name: 'Name', cell: formatName },
          { name: 'Email', sort: 'email', narrow: 'line', cell: ({ email }) => <EmailAddress of={email} /> },
          { name: 'Role', narrow: 'beside', cell: ({ role }) => roleLabels[role] },
          {
            name: 'Invited',
            sort: 'sent',
            named: true,
            cell: ({ sent, expired, ended }) => (
              <>
                {sent} {expired && <Badge tone="warning">Expired</Badge>}
                {ended && !expired && <Badge tone="warning">Ended</Badge>}
              </>
            ),
          },
          {
            name: 'Actions',
            narrow: 'line',
            cell: (invitation) => (
              <span className="row">
                <Button
                  look="line"
                  small
                  pending={busy === sendInvitations.path}
                  aria-label={`Invite again: ${formatName(invitation)}`}
                  onClick={() => void inviteAgain(invitation)}
                >
                  Invite again
                </Button>
                <Button
                  look="line"
                  small
                  pending={busy === buildWithdrawCall(invitation.id).path}
                  aria-label={`Withdraw the invitation for ${formatName(invitation)}`}
                  onClick={() =>
                    void send(buildWithdrawCall(invitation.id), undefined, rememberWithdrawn(invitation.id))
                  }
                >
                  Withdraw
                </Button>
              </span>
            ),
          },
        ]}
        rowNouns={['invitation', 'invitations']}
        search="Search invitations"
        answer={
          <CallStatus slot={slot}>
            {withdrawnId && (
              <Button
                look="line"
                small
                pending={busy !== ''}
                onClick={() =>
                  void send(withParams(restoreInvitation, { id: withdrawnId }), undefined, rememberWithdrawn())
                }
              >
                Undo
              </Button>
            )}
          </CallStatus>
        }
        empty={{
          title: 'Nobody is invited',
          text: 'People you invite appear here until they join or you withdraw the invitation.',
        }}
      />
    </section>
  );
}
