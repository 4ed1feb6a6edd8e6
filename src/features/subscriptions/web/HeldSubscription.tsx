import { useState } from 'react';
import { cardInWords } from '#features/payments/card-names.ts';
import { withParams } from '#platform/shared/calls.ts';
import { dayInWords } from '#platform/shared/dates.ts';
import { asMoney } from '#platform/shared/money.ts';
import { unsay } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/useCall.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { ConfirmDialog } from '#platform/web/ui/ConfirmDialog.tsx';
import { cancelSubscription, renewAgain, replaceCard, type Subscription, startSubscription } from '../contract.ts';
import styles from './ManageMembership.module.css';

/** One subscription: what it costs, until when it is paid, what it renews with, and the way to end that. */
export function HeldSubscription({ held }: { held: Subscription }) {
  const { plan_name, sub_for, name, plan_amount, paid_until, renews_on, cancelled, status } = held;
  const isOther = sub_for === 'OTHER';
  return (
    <li>
      <div>
        <strong>{plan_name}</strong> {cancelled && <Badge>Cancelled</Badge>}
        {status === 'pending' && <Badge tone="warning">Being confirmed</Badge>}
        <p className="num">
          For {isOther ? name : 'you'}, {asMoney(plan_amount)} a year.
        </p>
        <p className={`${styles.meta} num`}>
          {status === 'pending' && 'We are asking Square whether the payment went through. You needn’t do anything.'}
          {status === 'active' && `Paid until ${dayInWords(paid_until)}. `}
          {status === 'active' && (cancelled ? 'It ends then.' : `Renews on ${dayInWords(renews_on)}. `)}
          {status === 'active' && !cancelled && (cardInWords(held) || 'No card is kept for it.')}
        </p>
      </div>
      {status === 'active' && <CancelOrRenew held={held} />}
    </li>
  );
}

function CancelOrRenew({ held }: { held: Subscription }) {
  const { id, plan_name, sub_for, name, paid_until, renews_on, cancelled } = held;
  const [isAsking, setIsAsking] = useState(false);
  const cancel = withParams(cancelSubscription, { sub_id: id });
  // Below the list, where a row has no room for an answer
  const { busy, make } = useCall(replaceCard.path);
  // That it has started is no longer the last of it
  const unsayStart = () => unsay(startSubscription.path);
  const which = sub_for === 'OTHER' ? `${plan_name} for ${name}` : plan_name;
  return (
    <>
      {cancelled ? (
        <Button
          look="line"
          small
          pending={busy !== ''}
          aria-label={`Renew after all: ${which}`}
          onClick={() => {
            unsayStart();
            void make(withParams(renewAgain, { sub_id: id }));
          }}
        >
          {busy ? 'Taking it back…' : 'Renew after all'}
        </Button>
      ) : (
        <Button
          look="line"
          small
          pending={busy !== ''}
          aria-haspopup="dialog"
          aria-label={`Cancel ${which}`}
          onClick={() => setIsAsking(true)}
        >
          {busy ? 'Cancelling…' : 'Cancel…'}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          question={`Cancel ${which}?`}
          keep="Keep it"
          go="Cancel subscription"
          onGo={() => {
            unsayStart();
            void make(cancel);
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>
            What is paid is kept: it lasts until {dayInWords(paid_until)}. It isn’t renewed on {dayInWords(renews_on)},
            and the card isn’t charged. Until then you can take this back.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
