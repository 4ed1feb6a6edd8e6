import { useState } from 'react';
import { approve, decline, undoDecline } from '#features/identity/sign-in/contract.ts';
import { type Call, withParams } from '#platform/shared/calls/calls.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { disableAccount, enableAccount } from '../contract.ts';

/** Shows if a user may sign in, and a way to change that. */
export function AccountStatus({ page: { user, own, erased_on, kept_shut } }: { page: Page<'manage_user'> }) {
  const { busy, slot: at, send: make } = useCall();
  const [asks, setAsks] = useState<'shut' | 'keep' | 'refuse' | null>(null);
  const [refused, setRefused] = useState(false);
  const { id } = user;
  const shutting = withParams(disableAccount, { id });
  const button = (text: string, call: Call, look: 'ink' | 'line' = 'ink') => (
    <Button
      look={look}
      pending={busy === call.path}
      onClick={() => {
        setRefused(false);
        void make(call);
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
              {button('Approve', withParams(approve, { id }))}
              <Button look="line" onClick={() => setAsks('refuse')}>
                Decline
              </Button>
            </>
          )}
          {user.status === 'active' && (
            <Button look="line" onClick={() => setAsks('shut')}>
              Disable {own ? 'your own' : 'the'} account
            </Button>
          )}
          {user.status === 'deactivated' && (
            <>
              {button('Reopen account', withParams(enableAccount, { id }), 'line')}
              {erased_on && !kept_shut && (
                <Button look="line" onClick={() => setAsks('keep')}>
                  Keep it disabled
                </Button>
              )}
            </>
          )}
          <CallStatus slot={at}>
            {refused && (
              <Button
                look="line"
                small
                pending={busy !== ''}
                onClick={() => void make(withParams(undoDecline, { id })).then(() => setRefused(false))}
              >
                Undo
              </Button>
            )}
          </CallStatus>
        </div>
      </div>
      {asks === 'shut' && (
        <ConfirmDialog
          question={own ? 'Disable your own account?' : `Disable ${user.name}’s account?`}
          cancelLabel="Keep account"
          confirmLabel="Disable account"
          onConfirm={() => void make(shutting, { sure: own ? '1' : '' }, { renews: own ? 'site' : 'page' })}
          onClose={() => setAsks(null)}
        >
          {own
            ? 'You’ll be signed out straight away, and only another admin can reopen your account.'
            : 'They’ll be signed out everywhere straight away. Nothing of theirs is deleted, and you can reopen the account. A subscription stays until it is over; no card is charged while the account is disabled.'}
        </ConfirmDialog>
      )}
      {asks === 'keep' && (
        <ConfirmDialog
          question={`Keep ${user.name}’s account disabled?`}
          cancelLabel="Leave it up to them"
          confirmLabel="Keep it disabled"
          onConfirm={() => void make(shutting, {})}
          onClose={() => setAsks(null)}
        >
          They’ll no longer be able to cancel the erasure by signing in. It will go ahead, but you can reopen the
          account until then.
        </ConfirmDialog>
      )}
      {asks === 'refuse' && (
        <ConfirmDialog
          question={`Decline ${user.name}?`}
          cancelLabel="Keep them waiting"
          confirmLabel="Decline"
          onConfirm={() => void make(withParams(decline, { id })).then(({ code }) => setRefused(code === 200))}
          onClose={() => setAsks(null)}
        >
          They won’t be able to sign in. The site doesn’t tell them: how you say no is up to you.
        </ConfirmDialog>
      )}
    </FormSection>
  );
}
