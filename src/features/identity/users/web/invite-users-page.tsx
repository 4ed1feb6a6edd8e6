import { useState } from 'react';
import { invite } from '#features/identity/sign-in/contract.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { type ResponseOptions, useCall } from '#platform/web/calls/use-call.ts';
import { DataTable } from '#platform/web/table/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { EmailAddress } from '#platform/web/ui/content/email-address.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { BackLink } from '#platform/web/ui/navigation/back-link.tsx';
import { type OpenInvitation, restoreInvitation, sendInvitations, withdrawInvitation } from '../contract.ts';
import { roleLabels } from '../labels.ts';
import { invitedTable } from '../table.ts';
import { InvitationLinks, type ShownInvitationLinks } from './invitation-links.tsx';
import { InviteMany } from './invite-many.tsx';
import { RoleField } from './role-field.tsx';
import styles from './users.module.css';

type Content = Page<'invite_users'>;

export const head = (page: Content): Head => ({ title: page.title, description: '', indexed: false });

/** Invites people: one, or a whole list; and says who hasn't come yet. */
export default function InviteUsersPage({ page }: { page: Content }) {
  // Only the latest: inviting someone again invalidates the earlier link
  const [handed, setHanded] = useState<ShownInvitationLinks>({ by: 'one', links: [] });
  return (
    <div className={styles.page}>
      <header className="page-head">
        <p>
          <BackLink href="/members/admin/manage_users">Manage Users</BackLink>
        </p>
        <h1>{page.title}</h1>
        <p>
          {page.why_kept === ''
            ? 'Each person is emailed a link to choose a password. It works for two weeks.'
            : page.why_kept}
        </p>
      </header>
      <FormSection title="One person">
        <div className="long-answers">
          <CallForm
            what="the invitation"
            call={invite}
            submitLabel="Send the invitation"
            pendingLabel="Sending…"
            onAnswer={(answer) => setHanded({ by: 'one', links: answer.code === 200 ? answer.links : [] })}
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
        <InvitationLinks of={handed} by="one" />
      </FormSection>
      <InviteMany gives={page.gives} mailed={page.why_kept === ''} handed={handed} onHanded={setHanded} />
      <OpenInvitations page={page} handed={handed} onHanded={setHanded} />
    </div>
  );
}

function OpenInvitations({
  page: { table, invited },
  handed,
  onHanded,
}: {
  page: Content;
  handed: ShownInvitationLinks;
  onHanded: (handed: ShownInvitationLinks) => void;
}) {
  const { busy, slot: at, send: make } = useCall();
  const [undo, setUndo] = useState('');
  const nameOf = ({ firstname, lastname, email }: OpenInvitation) => `${firstname} ${lastname}`.trim() || email;
  const undoing = (removed = ''): ResponseOptions => ({ onAnswer: ({ code }) => setUndo(code === 200 ? removed : '') });
  const again = ({ role, firstname, lastname, email }: OpenInvitation) =>
    make(
      sendInvitations,
      { role, people: [{ firstname, lastname, email }] },
      {
        onAnswer: (answer) => {
          setUndo('');
          onHanded({ by: 'again', links: answer.code === 200 ? answer.links : [] });
        },
      },
    );
  const withdrawing = (id: string) => withParams(withdrawInvitation, { id });
  return (
    <section className={styles.invitations} aria-labelledby="not-here-yet">
      <h2 id="not-here-yet">Not joined yet</h2>
      {invited.some(({ ended, expired }) => ended && !expired) && (
        <p>
          An invitation ends when its sender may no longer invite people: the link stops working. Invite them again if
          you still want them here.
        </p>
      )}
      <InvitationLinks of={handed} by="again" />
      <DataTable
        rules={invitedTable}
        table={table}
        rows={invited}
        keyOf={({ id }) => id}
        columns={[
          { name: 'Name', cell: nameOf },
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
            cell: (one) => (
              <span className="row">
                <Button
                  look="line"
                  small
                  pending={busy === sendInvitations.path}
                  aria-label={`Invite again: ${nameOf(one)}`}
                  onClick={() => void again(one)}
                >
                  Invite again
                </Button>
                <Button
                  look="line"
                  small
                  pending={busy === withdrawing(one.id).path}
                  aria-label={`Withdraw the invitation for ${nameOf(one)}`}
                  onClick={() => void make(withdrawing(one.id), undefined, undoing(one.id))}
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
          <CallStatus slot={at}>
            {undo && (
              <Button
                look="line"
                small
                pending={busy !== ''}
                onClick={() => void make(withParams(restoreInvitation, { id: undo }), undefined, undoing())}
              >
                Undo
              </Button>
            )}
          </CallStatus>
        }
        empty={{ title: 'Everyone has joined', text: 'Every invitation has been used.' }}
      />
    </section>
  );
}
