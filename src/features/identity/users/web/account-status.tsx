import { useState } from 'react';
import {
  approveRegistration,
  declineRegistration,
  undoDeclineRegistration,
} from '#features/identity/sign-in/contract.ts';
import { type Call, withParams } from '#platform/shared/calls/calls.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { disableAccount, enableAccount } from '../contract.ts';

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
