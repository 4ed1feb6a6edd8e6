import { type ReactNode, useState } from 'react';
import { formatCard } from '#features/money/payments/format-card.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateOfInstant } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { cancelSubscription, correctContact, replaceCard, type Subscription, undoCancellation } from '../contract.ts';
import styles from './manage-membership.module.css';

/** The status of a subscription that is due, in one or two words. */
const badges: Readonly<Partial<Record<Subscription['status'], string>>> = {
  pending: 'Confirming payment',
  due: 'Due',
  grace: 'Not paid yet',
  lapsed: 'Lapsed',
};

/** One subscription: its price, its paid time, its card, and buttons to pay it and to end it. */
export function HeldSubscription({
  held,
  onChange,
  pay,
  card,
  children,
}: {
  held: Subscription;
  /** For the question before cancelling, or taking that back. */
  onChange: () => void;
  /** The button that opens the payment form, which is its children. */
  pay: ReactNode;
  /** The button that opens the form for another card, on one of the subscriptions that renew with it. */
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
          <p className={`${styles.meta} num`}>{sayings[status](held)}</p>
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
          {status !== 'pending' && status !== 'lapsed' && <CancelOrRenew held={held} onChange={onChange} />}
        </div>
      </div>
      {isOther && <ChildContact held={held} />}
      {children}
    </li>
  );
}

/** The emergency contact of a child: the payer reads and corrects it here. */
function ChildContact({ held: { id, name, emergency_contact: contact } }: { held: Subscription }) {
  return (
    <Collapsible title={`Emergency contact for ${name}`}>
      <p className="meta">
        Shown to directors of a show that {name} is in, and to admins. Each look is logged, and you see it in your
        settings.
      </p>
      <CallForm
        call={withParams(correctContact, { sub_id: id })}
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

const wasPaid = ({ paid_until }: Subscription) => `It was paid until ${formatDateOfInstant(paid_until)}.`;

const sayings: Readonly<Record<Subscription['status'], (held: Subscription) => string>> = {
  pending: () => 'We’re checking with Square whether the payment went through. You don’t need to do anything.',
  active: (held) => {
    const paid = `Paid until ${formatDateOfInstant(held.paid_until)}.`;
    if (held.cancelled) return `${paid} It won’t renew after that.`;
    return `${paid} Renews on ${formatDateOfInstant(held.renews_on)}. ${formatCard(held) || 'No card is kept for it.'}`;
  },
  due: (held) =>
    `${wasPaid(held)} ${formatCard(held) ? `It is about to renew. ${formatCard(held)}` : 'No card on file.'}`,
  grace: (held) =>
    held.pay_until
      ? `${wasPaid(held)} It will lapse unless it is paid by ${formatDateOfInstant(held.pay_until)}.`
      : wasPaid(held),
  lapsed: (held) =>
    held.pay_until
      ? `${wasPaid(held)} You can still renew it until ${formatDateOfInstant(held.pay_until)}.`
      : wasPaid(held),
};

function CancelOrRenew({ held, onChange }: { held: Subscription; onChange: () => void }) {
  const { id, plan_name, sub_for, name, paid_until, renews_on, cancelled, status } = held;
  const [isAsking, setIsAsking] = useState(false);
  const cancel = withParams(cancelSubscription, { sub_id: id });
  const renew = withParams(undoCancellation, { sub_id: id });
  // Below the list, since a row has no room for a message
  const { busy, send: make } = useCall(replaceCard.path);
  const which = sub_for === 'OTHER' ? `${plan_name} for ${name}` : plan_name;
  return (
    <>
      {/* Without a script there is no question, and each of the two undoes the other */}
      <form
        method="post"
        action={cancelled ? renew.path : cancel.path}
        className={status === 'active' ? undefined : styles.scripted}
        onSubmit={(event) => {
          event.preventDefault();
          if (busy !== '') return;
          if (!cancelled) return setIsAsking(true);
          onChange();
          void make(renew);
        }}
      >
        {cancelled ? (
          <Button type="submit" look="line" small pending={busy !== ''} aria-label={`Undo cancellation: ${which}`}>
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
            aria-label={`Cancel subscription… ${which}`}
          >
            {busy ? 'Cancelling…' : 'Cancel subscription…'}
          </Button>
        )}
      </form>
      {isAsking && (
        <ConfirmDialog
          question={`Cancel ${which}?`}
          cancelLabel="Keep it"
          confirmLabel="Cancel subscription"
          onConfirm={() => {
            onChange();
            void make(cancel);
          }}
          onClose={() => setIsAsking(false)}
        >
          {status === 'active' ? (
            <p>
              {sub_for === 'OTHER' ? `${name} stays` : 'You stay'} a member until {formatDateOfInstant(paid_until)}. It
              isn’t renewed on {formatDateOfInstant(renews_on)}, and the card isn’t charged. Until then you can renew
              after all.
            </p>
          ) : (
            <p>
              It ends now, because it was only paid until {formatDateOfInstant(paid_until)}. Nothing more will be
              charged.
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
