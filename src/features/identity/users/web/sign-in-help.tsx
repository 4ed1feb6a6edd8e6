import { useId, useState } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { changeUserEmail, mailResetLink, removeSecondFactor, signOutEverywhere } from '../contract.ts';

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
  const [sendLink, removeFactor] = [withParams(mailResetLink, { id }), withParams(removeSecondFactor, { id })];
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
          cancelLabel={own ? 'Stay signed in' : 'Leave them signed in'}
          confirmLabel="Sign out"
          onConfirm={() => void signOutCall.send(withParams(signOutEverywhere, { id }))}
          onClose={() => setIsAsking(false)}
        >
          Anything typed on another device and not saved may be lost. Signing in again works as before.
        </ConfirmDialog>
      )}
    </FormSection>
  );
}
