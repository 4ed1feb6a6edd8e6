import { useId, useState } from 'react';
import {
  approveRegistration,
  declineRegistration,
  undoDeclineRegistration,
} from '#features/identity/sign-in/contract.ts';
import { type Call, withParams } from '#platform/shared/calls/calls.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { InputField } from '#platform/web/ui/fields/field.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import {
  changeUserEmail,
  disableAccount,
  enableAccount,
  removeSecondFactor,
  sendPasswordResetLink,
  signOutEverywhere,
} from '../contract.ts';

/** Shows whether a user can sign in, with buttons to approve, disable or reopen the account. */
export function AccountStatusActions({ page: { user, own, erased_on, kept_shut } }: { page: Page<'manage_user'> }) {
  const { busy, slot, send } = useCall();
  const [question, setQuestion] = useState<'disable' | 'keep disabled' | 'decline' | null>(null);
  const [isDeclined, setIsDeclined] = useState(false);
  const { id } = user;
  const disable = withParams(disableAccount, { id });
  const button = (text: string, call: Call, look: 'ink' | 'line' = 'ink') => (
    <Button
      look={look}
      pending={busy === call.path}
      onClick={() => {
        setIsDeclined(false);
        void send(call);
      }}
    >
      {text}
    </Button>
  );
  return (
    <FormSection title="The account" about="Whether they can sign in.">
      <div className="stack">
        {user.status === 'awaiting' && (
          <p>{user.firstname} has registered and confirmed their email address. Nobody has approved them yet.</p>
        )}
        {user.status === 'active' && <p>{own ? 'You can sign in.' : 'They can sign in.'}</p>}
        {user.status === 'deactivated' && (
          <p>
            {erased_on && !kept_shut
              ? 'They’ve asked for their account to be erased, and it is disabled. Signing in will reactivate it.'
              : 'The account is disabled: they can’t sign in.'}
            {erased_on && ` It will be erased on ${erased_on}, as they asked, unless it is reopened.`}
          </p>
        )}
        <div className="row">
          {user.status === 'awaiting' && (
            <>
              {button('Approve', withParams(approveRegistration, { id }))}
              <Button look="line" onClick={() => setQuestion('decline')}>
                Decline
              </Button>
            </>
          )}
          {user.status === 'active' && (
            <Button look="line" onClick={() => setQuestion('disable')}>
              Disable {own ? 'your own' : 'the'} account
            </Button>
          )}
          {user.status === 'deactivated' && (
            <>
              {button('Reopen account', withParams(enableAccount, { id }), 'line')}
              {erased_on && !kept_shut && (
                <Button look="line" onClick={() => setQuestion('keep disabled')}>
                  Keep it disabled
                </Button>
              )}
            </>
          )}
          <CallStatus slot={slot}>
            {isDeclined && (
              <Button
                look="line"
                small
                pending={busy !== ''}
                onClick={() => void send(withParams(undoDeclineRegistration, { id })).then(() => setIsDeclined(false))}
              >
                Undo
              </Button>
            )}
          </CallStatus>
        </div>
      </div>
      {question === 'disable' && (
        <ConfirmDialog
          question={own ? 'Disable your own account?' : `Disable ${user.name}’s account?`}
          cancelLabel="Keep account"
          confirmLabel="Disable account"
          onConfirm={() => void send(disable, { sure: own ? '1' : '' }, { renews: own ? 'site' : 'page' })}
          onClose={() => setQuestion(null)}
        >
          {own
            ? 'You’ll be signed out straight away, and can’t undo this yourself: you’d have to ask another admin.'
            : 'They’ll be signed out everywhere straight away. None of their data is deleted, and you can reopen the account. Their subscriptions last until the end of the paid time; no card is charged while the account is disabled.'}
        </ConfirmDialog>
      )}
      {question === 'keep disabled' && (
        <ConfirmDialog
          question={`Keep ${user.name}’s account disabled?`}
          cancelLabel="Leave it up to them"
          confirmLabel="Keep it disabled"
          onConfirm={() => void send(disable, {})}
          onClose={() => setQuestion(null)}
        >
          They’ll no longer be able to cancel the erasure by signing in. It will go ahead, but you can reopen the
          account until then.
        </ConfirmDialog>
      )}
      {question === 'decline' && (
        <ConfirmDialog
          question={`Decline ${user.name}?`}
          cancelLabel="Keep them waiting"
          confirmLabel="Decline"
          onConfirm={() =>
            void send(withParams(declineRegistration, { id })).then(({ code }) => setIsDeclined(code === 200))
          }
          onClose={() => setQuestion(null)}
        >
          They won’t be able to sign in. The site doesn’t tell them: how you say no is up to you.
        </ConfirmDialog>
      )}
    </FormSection>
  );
}

type Session = Page<'manage_user'>['sessions'][number];

/** Groups the sessions with the same device and address, each group latest first. */
const groupSessions = (sessions: readonly Session[]) =>
  [...Map.groupBy(sessions, ({ device, address }) => `${device} ${address}`).values()] as [Session, ...Session[]][];

/** Actions for a user who can’t sign in or whose sessions should end. */
export function SignInHelpSection({ page: { user, own, sessions, factors } }: { page: Page<'manage_user'> }) {
  const { sends_mail } = useSite();
  const { busy, slot, send } = useCall();
  const signOutCall = useCall();
  const unsentId = useId();
  const [isAsking, setIsAsking] = useState(false);
  const { id } = user;
  const [sendLink, removeFactor] = [withParams(sendPasswordResetLink, { id }), withParams(removeSecondFactor, { id })];
  const factorNames = [factors.codes && 'codes from an app', factors.passkeys && 'passkeys']
    .filter(Boolean)
    .join(' and ');
  return (
    <FormSection title="Signing in" about="For a lost password, a lost phone, or a device that was left signed in.">
      <div className="stack">
        {user.status === 'active' && (
          <>
            <div className="row">
              <Button
                look="line"
                pending={busy === sendLink.path}
                aria-describedby={sends_mail ? undefined : unsentId}
                onClick={() => void send(sendLink)}
              >
                Send a password reset link
              </Button>
              <CallStatus slot={slot} />
            </div>
            {!sends_mail && (
              <p id={unsentId} className="meta">
                This site can’t send email: the link would only be stored in the mail log.
              </p>
            )}
          </>
        )}
        {!own && (
          <CallForm
            call={withParams(changeUserEmail, { id })}
            submitLabel="Change email address"
            pendingLabel="Changing…"
            what="the new address"
          >
            {(errors) => (
              <InputField
                label="New email address"
                hint={`Currently ${user.email}. ${sends_mail ? 'Both addresses are emailed. ' : ''}For three days, no password reset link can be sent to the new address.`}
                error={errors.email}
                name="email"
                type="email"
                maxLength={254}
                required
                autoComplete="off"
              />
            )}
          </CallForm>
        )}
        {sessions.length === 0 ? (
          <p>Not signed in anywhere.</p>
        ) : (
          <>
            <ul className="ruled" aria-label="Signed in on">
              {groupSessions(sessions).map(([{ id, device, address, last_used }, ...others]) => (
                <li key={id} className="spread">
                  <span>{device}</span>
                  <span className="meta">
                    Last used {last_used}
                    {address && `, from ${address}`}
                  </span>
                  {others.length > 0 && (
                    <details className="meta">
                      <summary>
                        {others.length === 1 ? 'And one more session' : `And ${others.length} more sessions`}
                      </summary>
                      <ul>
                        {others.map((session) => (
                          <li key={session.id}>Last used {session.last_used}</li>
                        ))}
                      </ul>
                    </details>
                  )}
                </li>
              ))}
            </ul>
            <div className="row">
              <Button look="line" onClick={() => setIsAsking(true)}>
                Sign {own ? 'yourself' : 'them'} out everywhere{own && ' else'}
              </Button>
              <CallStatus slot={signOutCall.slot} />
            </div>
          </>
        )}
        {!user.second_factor ? (
          <p>{own ? 'You' : 'They'} sign in with the password alone: no second factor is set up.</p>
        ) : own ? (
          <p>
            Second factor: {factorNames}.{' '}
            <a href="/members/account_settings#two-factor">Change your second factor in your settings</a>
          </p>
        ) : (
          <>
            <p>Second factor: {factorNames}. Remove it only for someone you’ve spoken to.</p>
            <CallForm what="the reason" call={removeFactor} submitLabel="Remove second factor" pendingLabel="Removing…">
              {(errors) => (
                <InputField
                  label="Reason for removing the second factor"
                  hint={
                    sends_mail
                      ? 'The reason is kept in the audit log and emailed to the user.'
                      : 'The reason is kept in the audit log.'
                  }
                  error={errors.reason}
                  name="reason"
                  maxLength={300}
                  required
                  autoComplete="off"
                />
              )}
            </CallForm>
          </>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          question={own ? 'Sign yourself out everywhere else?' : `Sign ${user.name} out everywhere?`}
          cancelLabel={own ? 'Stay signed in everywhere' : 'Leave them signed in'}
          confirmLabel="Sign out"
          onConfirm={() => void signOutCall.send(withParams(signOutEverywhere, { id }))}
          onClose={() => setIsAsking(false)}
        >
          Anything typed on those devices and not saved may be lost. Signing in again works as before.
        </ConfirmDialog>
      )}
    </FormSection>
  );
}
