import { type ReactNode, useState } from 'react';
import { formatCard } from '#features/money/payments/cards.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatLocalDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import { InputField } from '#platform/web/ui/fields/field.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import {
  cancelSubscription,
  replaceCard,
  type Subscription,
  saveEmergencyContact,
  undoSubscriptionCancellation,
} from '../contract.ts';
import styles from './manage-membership.module.css';

/** The badge for a status other than active. */
const badges: Readonly<Partial<Record<Subscription['status'], string>>> = {
  pending: 'Confirming payment',
  due: 'Due',
  grace: 'Not paid yet',
  lapsed: 'Lapsed',
};

/** A subscription in the member's list, with its price, paid time and card, and buttons to pay and cancel it. */
export function SubscriptionRow({
  held,
  onChange,
  pay,
  card,
  children,
}: {
  held: Subscription;
  /** Called before the subscription is cancelled, or its cancellation is undone. */
  onChange: () => void;
  /** The button that opens the payment form. The form is in `children`. */
  pay: ReactNode;
  /** The button that opens the form for a new card. Only one of the renewing subscriptions gets this button. */
  card: ReactNode;
  children: ReactNode;
}) {
  const { plan_name, sub_for, name, plan_amount, cancelled, status } = held;
  const isOther = sub_for === 'OTHER';
  const badge = badges[status];
  return (
    <li>
      <div className={styles.stub}>
        <div className={styles.text}>
          <p className="label">
            {plan_name}, for {isOther ? name : 'you'}
          </p>
          <p className={styles.amount}>
            {formatMoney(plan_amount)} <span>a year</span>
          </p>
          <p className={`${styles.meta} num`}>{statusTexts[status](held)}</p>
        </div>
        <div className={styles.tear}>
          {status === 'active' && !cancelled && (
            <Badge tone="success">
              <Icon of="circle-check" /> Active
            </Badge>
          )}
          {cancelled && <Badge>Cancelled</Badge>}
          {badge && <Badge tone="warning">{badge}</Badge>}
          {card}
          {pay}
          {status !== 'pending' && status !== 'lapsed' && <CancellationButton held={held} onChange={onChange} />}
        </div>
      </div>
      {isOther && <OtherPersonContact held={held} />}
      {children}
    </li>
  );
}

/** The emergency contact of the person a subscription is for, which the payer can correct. */
function OtherPersonContact({ held: { id, name, emergency_contact: contact } }: { held: Subscription }) {
  return (
    <Collapsible title={`Emergency contact for ${name}`}>
      <p className="meta">
        Admins can see it, and so can directors and producers of a current or upcoming show that {name} is in. Each view
        is logged and listed in your settings.
      </p>
      <CallForm
        call={withParams(saveEmergencyContact, { sub_id: id })}
        which={id}
        submitLabel="Save contact"
        pendingLabel="Saving…"
        what="the emergency contact"
      >
        {(errors) => (
          <FieldPair key={`${contact.name} ${contact.number}`}>
            <InputField
              label="Whom to call"
              name="e_con_name"
              defaultValue={contact.name}
              maxLength={100}
              required
              autoComplete="off"
              error={errors.e_con_name}
            />
            <InputField
              label="Their phone number"
              name="e_con_phone"
              type="tel"
              defaultValue={contact.number}
              maxLength={40}
              required
              autoComplete="off"
              error={errors.e_con_phone}
            />
          </FieldPair>
        )}
      </CallForm>
    </Collapsible>
  );
}

const formatWasPaid = ({ paid_until }: Subscription) => `It was paid until ${formatLocalDate(paid_until)}.`;

const statusTexts: Readonly<Record<Subscription['status'], (held: Subscription) => string>> = {
  pending: () => 'We’re checking with Square whether the payment went through. You don’t need to do anything.',
  active: (held) => {
    const paid = `Paid until ${formatLocalDate(held.paid_until)}.`;
    if (held.cancelled) return `${paid} It won’t renew after that.`;
    return `${paid} Renews on ${formatLocalDate(held.renews_on)}. ${formatCard(held) || 'No card on file.'}`;
  },
  due: (held) =>
    `${formatWasPaid(held)} ${formatCard(held) ? `It is about to renew. ${formatCard(held)}` : 'No card on file.'}`,
  grace: (held) =>
    held.pay_until
      ? `${formatWasPaid(held)} It will lapse unless it is paid by ${formatLocalDate(held.pay_until)}.`
      : formatWasPaid(held),
  lapsed: (held) =>
    held.pay_until
      ? `${formatWasPaid(held)} You can still renew it until ${formatLocalDate(held.pay_until)}.`
      : formatWasPaid(held),
};

function CancellationButton({ held, onChange }: { held: Subscription; onChange: () => void }) {
  const { id, plan_name, sub_for, name, paid_until, renews_on, cancelled, status } = held;
  const [isAsking, setIsAsking] = useState(false);
  const cancel = withParams(cancelSubscription, { sub_id: id });
  const undo = withParams(undoSubscriptionCancellation, { sub_id: id });
  // The response appears below the list, because a row has no room for it
  const { busy, send } = useCall(replaceCard.path);
  const label = sub_for === 'OTHER' ? `${plan_name} for ${name}` : plan_name;
  return (
    <>
      {/* Without JavaScript there is no confirmation, because each of the two buttons undoes the other */}
      <form
        method="post"
        action={cancelled ? undo.path : cancel.path}
        className={status === 'active' ? undefined : styles.scripted}
        onSubmit={(event) => {
          event.preventDefault();
          if (busy !== '') return;
          if (!cancelled) return setIsAsking(true);
          onChange();
          void send(undo);
        }}
      >
        {cancelled ? (
          <Button type="submit" look="line" small pending={busy !== ''} aria-label={`Undo cancellation: ${label}`}>
            {busy ? 'Undoing cancellation…' : 'Undo cancellation'}
          </Button>
        ) : (
          <Button
            type="submit"
            look="quiet"
            small
            className={styles.cancel}
            pending={busy !== ''}
            aria-haspopup="dialog"
            aria-label={`Cancel subscription… ${label}`}
          >
            {busy ? 'Cancelling…' : 'Cancel subscription…'}
          </Button>
        )}
      </form>
      {isAsking && (
        <ConfirmDialog
          question={`Cancel the subscription “${label}”?`}
          cancelLabel="Keep it"
          confirmLabel="Cancel subscription"
          onConfirm={() => {
            onChange();
            void send(cancel);
          }}
          onClose={() => setIsAsking(false)}
        >
          {status === 'active' ? (
            <p>
              {sub_for === 'OTHER' ? `${name} stays` : 'You stay'} a member until {formatLocalDate(paid_until)}. The
              subscription won’t renew on {formatLocalDate(renews_on)}, and nothing more will be charged. Until then you
              can undo the cancellation.
            </p>
          ) : (
            <p>
              It ends now, because it was only paid until {formatLocalDate(paid_until)}. Nothing more will be charged.
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
