import { useState } from 'react';
import { CancelForMember } from '#features/money/subscriptions/web/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import type { ListedMember } from '../contract.ts';
import styles from './membership.module.css';

/** Opens the form that cancels somebody's renewal: of a member who asks for it, has died, or has no way in. */
export function CancelRenewal({ of: { id, name, plan, payer } }: { of: ListedMember }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <span className={`${styles.cancel} no-print`}>
      <Button small look="quiet" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        Cancel renewal…<span className="vh"> {name}</span>
      </Button>
      {isAsking && (
        <Dialog title={`Cancel the renewal of ${plan} for ${name}`} onClose={() => setIsAsking(false)}>
          {(close) => (
            <>
              {payer && <p>{payer} pays for it, and gets the email.</p>}
              <CancelForMember id={id} onDone={close} />
            </>
          )}
        </Dialog>
      )}
    </span>
  );
}
