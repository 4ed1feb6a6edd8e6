import { useState } from 'react';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../platform/web/ui/ConfirmDialog.tsx';
import type { ListedUser } from '../contract.ts';
import type { useAct } from './useAct.tsx';

/** In the row of somebody who waits: letting them in, or not. */
export function Deciding({
  of: { id, name },
  acting: { busy, act },
}: {
  of: ListedUser;
  acting: ReturnType<typeof useAct>;
}) {
  const [asks, setAsks] = useState(false);
  const registration = (what: string) => `/members/api/admin/registrations/${id}/${what}`;
  return (
    <span className="row">
      <Button
        small
        aria-label={`Let in ${name}`}
        pending={busy === registration('approve')}
        onClick={() => void act(registration('approve'))}
      >
        Let in
      </Button>
      <Button look="line" small aria-label={`Refuse ${name}`} onClick={() => setAsks(true)}>
        Refuse
      </Button>
      {asks && (
        <ConfirmDialog
          question={`Refuse ${name}?`}
          keep="Keep them waiting"
          go="Refuse"
          onGo={() => void act(registration('decline'))}
          onClose={() => setAsks(false)}
        >
          They can’t sign in, and the site doesn’t tell them by mail. Open their page to take it back.
        </ConfirmDialog>
      )}
    </span>
  );
}
