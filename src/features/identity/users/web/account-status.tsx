import { useState } from 'react';
import { approve, decline, undoDecline } from '#features/identity/sign-in/contract.ts';
import { type Call, withParams } from '#platform/shared/calls.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallAnswer } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { FormSection } from '#platform/web/ui/form-section.tsx';
import { disableAccount, enableAccount } from '../contract.ts';

/** Whether someone may sign in, and a way to change that. */
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
    <FormSection title="The account" about="Whether they may sign in.">
      <div className="stack">
        {user.status === 'awaiting' && (
          <p>{user.firstname} has registered and confirmed the address. Nobody has let them in yet.</p>
        )}
        {user.status === 'active' && <p>{own ? 'You can sign in.' : 'They can sign in.'}</p>}
        {user.status === 'deactivated' && (
          <p>
            {erased_on && !kept_shut
              ? 'They have asked for their account to be erased, and it is shut. Signing in opens it to them again.'
              : 'The account is shut: they can’t sign in.'}
            {erased_on && ` It will be erased on ${erased_on}, as they asked, unless it is opened again.`}
          </p>
        )}
        <div className="row">
          {user.status === 'awaiting' && (
            <>
              {button('Let them in', withParams(approve, { id }))}
              <Button look="line" onClick={() => setAsks('refuse')}>
                Refuse
              </Button>
            </>
          )}
          {user.status === 'active' && (
            <Button look="line" onClick={() => setAsks('shut')}>
              Shut {own ? 'your own' : 'the'} account
            </Button>
          )}
          {user.status === 'deactivated' && (
            <>
              {button('Open it again', withParams(enableAccount, { id }), 'line')}
              {erased_on && !kept_shut && (
                <Button look="line" onClick={() => setAsks('keep')}>
                  Keep it shut
                </Button>
              )}
            </>
          )}
          <CallAnswer slot={at}>
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
          </CallAnswer>
        </div>
      </div>
      {asks === 'shut' && (
        <ConfirmDialog
          question={own ? 'Shut your own account?' : `Shut ${user.name}’s account?`}
          cancelLabel="Keep it open"
          confirmLabel="Shut it"
          onConfirm={() => void make(shutting, { sure: own ? '1' : '' }, { renews: own ? 'site' : 'page' })}
          onClose={() => setAsks(null)}
        >
          {own
            ? 'You are signed out at once, and only another admin can let you in again.'
            : 'They are signed out everywhere at once. Nothing of theirs is deleted, and you can open it again. A subscription stays until it is over; no card is charged while the account is shut.'}
        </ConfirmDialog>
      )}
      {asks === 'keep' && (
        <ConfirmDialog
          question={`Keep ${user.name}’s account shut?`}
          cancelLabel="Leave it to them"
          confirmLabel="Keep it shut"
          onConfirm={() => void make(shutting, {})}
          onClose={() => setAsks(null)}
        >
          They can’t take their erasure back by signing in any more. It goes on, and you can open the account until
          then.
        </ConfirmDialog>
      )}
      {asks === 'refuse' && (
        <ConfirmDialog
          question={`Refuse ${user.name}?`}
          cancelLabel="Keep them waiting"
          confirmLabel="Refuse"
          onConfirm={() => void make(withParams(decline, { id })).then(({ code }) => setRefused(code === 200))}
          onClose={() => setAsks(null)}
        >
          They can’t sign in, and the site doesn’t tell them: how you say no is up to you.
        </ConfirmDialog>
      )}
    </FormSection>
  );
}
