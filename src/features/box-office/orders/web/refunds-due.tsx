import { useState } from 'react';
import { type ManualSource, manualSourcePhrases, manualSources } from '#features/money/ledger/entry.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { formatCannotEmail } from '#platform/shared/text/tell-yourself.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import { PhoneNumbers } from '#platform/web/ui/content/contact-details.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { type RefundDue, settleOrder } from '../order-page-contract.ts';
import { OrderDialog } from './order-dialog.tsx';
import styles from './orders.module.css';

/** The maximum number of refunds shown at first; the others are collapsed. */
const maxShown = 20;

/**
 * The amounts to settle. Each has the buyer's contact details and a button to settle it, unless it waits for a bank's
 * decision. With `links`, each has a link to its order.
 */
export function RefundsDueList({ orders, links = false }: { orders: readonly RefundDue[]; links?: boolean }) {
  const [asking, ask] = useState<RefundDue | null>(null);
  const { busy, slot: at, send: make } = useCall('refunds due');
  const close = () => ask(null);
  const items = orders.map((order) => (
    <li key={`${order.id} ${order.kind}`}>
      <Alert tone="bad" title={order.says}>
        <p>{order.todo}</p>
        <ContactDetails of={order} />
        <div className={styles.decisions}>
          {order.kind !== 'dispute' && (
            <Button small look="line" pending={busy !== ''} aria-haspopup="dialog" onClick={() => ask(order)}>
              {order.kind === 'refund' ? `Refund ${formatMoney(order.amount)}` : 'Mark as settled'}
              <span className="vh"> of order {order.ref}</span>
            </Button>
          )}
          {links && (
            <ButtonLink small look="line" href={order.order_link}>
              Open order<span className="vh"> {order.ref}</span>
            </ButtonLink>
          )}
        </div>
      </Alert>
    </li>
  ));
  const rest = items.slice(maxShown);
  return (
    <>
      <CallStatus slot={at} />
      {items.length > 0 && <ul className={styles.undecided}>{items.slice(0, maxShown)}</ul>}
      {rest.length > 0 && (
        <Collapsible wide title={`${rest.length} more`}>
          <ul className={styles.undecided}>{rest}</ul>
        </Collapsible>
      )}
      {asking?.kind === 'elsewhere' && (
        <ConfirmDialog
          question={`Mark order ${asking.ref} as settled?`}
          cancelLabel="Not yet"
          confirmLabel="Mark as settled"
          onConfirm={() =>
            void make(withParams(settleOrder, { id: asking.id }), { how: 'elsewhere', due: asking.amount })
          }
          onClose={close}
        >
          {formatMoney(asking.amount)} was paid to the other shop. The order leaves this list, and its history says who
          settled it, and when.
        </ConfirmDialog>
      )}
      {asking?.kind === 'refund' && <SettleDialog order={asking} at={at} onClose={close} />}
    </>
  );
}

/** A buyer's contact details, phone first. */
function ContactDetails({ of: { kind, name, phone, email } }: { of: RefundDue }) {
  if (kind === 'dispute') return null;
  if (phone === '' && email === '') return <p>No phone number or email address of {name} is known.</p>;
  return (
    <p>
      {phone !== '' && <PhoneNumbers of={phone} />}
      {phone !== '' && email !== '' && ', '}
      {email !== '' && <a href={`mailto:${email}`}>{email}</a>}
    </p>
  );
}

/** Asks for the way in which a refund was settled. */
function SettleDialog({ order, at, onClose }: { order: RefundDue; at: string; onClose: () => void }) {
  const { sends_mail } = useSite();
  const [how, setHow] = useState<'paid' | 'dismissed' | ManualSource>('paid');
  const amount = formatMoney(order.amount);
  // The first choice refunds by the original method, so that method isn't offered again
  const others = manualSources.filter((source) => order.as_paid !== `${amount} ${manualSourcePhrases[source]}`);
  const choices = [
    ['paid', `${order.as_paid}, as it was paid`] as const,
    ...others.map((source) => [source, `${amount} ${manualSourcePhrases[source]}`] as const),
    ['dismissed', 'Nothing is owed any more'] as const,
  ];
  return (
    <OrderDialog
      title={`Refund ${amount} to ${order.name}`}
      at={at}
      onClose={onClose}
      call={withParams(settleOrder, { id: order.id })}
      submitLabel={how === 'dismissed' ? `Retain ${amount}` : `Refund ${amount}`}
      pendingLabel={how === 'dismissed' ? 'Saving…' : 'Refunding…'}
    >
      {(errors) => (
        <>
          <input type="hidden" name="due" value={order.amount} />
          <fieldset className={styles.difference}>
            <legend>How</legend>
            {choices.map(([choice, label]) => (
              <label key={choice}>
                <input
                  type="radio"
                  name="how"
                  value={choice}
                  checked={choice === how}
                  onChange={() => setHow(choice)}
                />
                {label}
              </label>
            ))}
            {errors.how && <p role="alert">{errors.how}</p>}
          </fieldset>
          {how === 'dismissed' ? (
            <InputField
              label="Reason"
              hint="It appears in the order’s history. The society retains the money."
              name="reason"
              maxLength={150}
              autoComplete="off"
              error={errors.reason}
              required
            />
          ) : (
            <p>
              {how === 'paid' && `${order.plan} `}The refund is entered in the ledger, and the order’s history says who
              made it, and when.
            </p>
          )}
          {order.email !== '' && (
            <p className="muted">{sends_mail ? `We’ll email ${order.email} about it.` : formatCannotEmail(order)}</p>
          )}
        </>
      )}
    </OrderDialog>
  );
}
