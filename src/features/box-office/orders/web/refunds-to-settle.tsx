import { type ReactNode, useState } from 'react';
import { formatAssignedSeats } from '#features/box-office/performances/seats.ts';
import {
  type ManualPaymentSource,
  manualPaymentSourcePhrases,
  manualPaymentSources,
} from '#features/money/ledger/entry.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { formatCannotEmailMessage } from '#platform/shared/text/cannot-email.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import { PhoneNumbers } from '#platform/web/ui/content/contact-details.tsx';
import { RadioGroup } from '#platform/web/ui/fields/radio-group.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { countTicketsByType, formatTicketCountsByType } from '../order.ts';
import { calculateAmountHeldForCancelledTickets, formatCancellationLabel } from '../order-account.ts';
import {
  type AmountToSettle,
  decideOnRefundedTickets,
  settleOrder,
  type UndecidedRefund,
} from '../order-page-contract.ts';
import { formatCheckedInCount, groupTickets } from '../tickets.ts';
import {
  getChosenTickets,
  OrderDialog,
  OrderTicketCountFields,
  ReasonField,
  RefundReasonField,
  useIsEmailOn,
} from './order-dialog.tsx';
import styles from './orders.module.css';

/** The maximum number of amounts shown at first; the others are collapsed. */
const maxShown = 20;

/**
 * The amounts to settle. Each has the buyer's contact details and a button to settle it, unless it waits for a bank's
 * decision. With `links`, each has a link to its order.
 */
export function AmountsToSettleList({ orders, links = false }: { orders: readonly AmountToSettle[]; links?: boolean }) {
  const [asking, ask] = useState<AmountToSettle | null>(null);
  const { busy, slot: at, send: make } = useCall('refunds due');
  const close = () => ask(null);
  const items = orders.map((order) => (
    <li key={`${order.id} ${order.kind}`}>
      <OrderToDecide
        order={order}
        isLinked={links}
        buttons={
          order.kind !== 'dispute' && (
            <Button small look="line" pending={busy !== ''} aria-haspopup="dialog" onClick={() => ask(order)}>
              {order.kind === 'refund' ? `Refund ${formatMoney(order.amount)}` : 'Mark as settled'}
              <span className="vh"> of order {order.ref}</span>
            </Button>
          )
        }
      >
        <p>{order.todo}</p>
        <ContactDetails of={order} />
      </OrderToDecide>
    </li>
  ));
  const rest = items.slice(maxShown);
  return (
    <>
      <CallStatus slot={at} above />
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

/** An order that needs a decision, with the buttons to take it. With `isLinked`, another button opens the order. */
const OrderToDecide = ({
  order,
  isLinked,
  buttons,
  children,
}: {
  order: AmountToSettle | UndecidedRefund;
  isLinked: boolean;
  buttons: ReactNode;
  children: ReactNode;
}) => (
  <Alert tone="bad" title={order.says}>
    {children}
    <div className={styles.decisions}>
      {buttons}
      {isLinked && (
        <ButtonLink small look="line" href={order.order_link}>
          Open order<span className="vh"> {order.ref}</span>
        </ButtonLink>
      )}
    </div>
  </Alert>
);

/** A buyer's contact details, phone first. */
function ContactDetails({ of: { kind, name, phone, email } }: { of: AmountToSettle }) {
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

/** Asks how an amount due to a buyer is settled: refunded, or retained because nothing is owed any more. */
function SettleDialog({ order, at, onClose }: { order: AmountToSettle; at: string; onClose: () => void }) {
  const { sends_mail } = useSite();
  const isEmailOn = useIsEmailOn();
  const [how, setHow] = useState<'paid' | 'dismissed' | ManualPaymentSource>('paid');
  const amount = formatMoney(order.amount);
  // The first choice refunds by the original method, so that method isn't offered again
  const others = manualPaymentSources.filter(
    (source) => order.as_paid !== `${amount} ${manualPaymentSourcePhrases[source]}`,
  );
  const choices = [
    ['paid', `${order.as_paid}, as it was paid`] as const,
    ...others.map((source) => [source, `${amount} ${manualPaymentSourcePhrases[source]}`] as const),
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
          <RadioGroup
            legend="How it’s settled"
            name="how"
            choices={choices}
            value={how}
            error={errors.how}
            onChoose={setHow}
          />
          {how === 'dismissed' ? (
            <ReasonField
              hint="It appears in the order’s history. The society retains the money."
              error={errors.reason}
            />
          ) : (
            <p>
              {how === 'paid' && `${order.plan} `}The refund is entered in the accounts, and the order’s history says
              who made it, and when.
            </p>
          )}
          {order.email !== '' && (
            <p className="muted">
              {sends_mail && isEmailOn('refunded')
                ? `We’ll email ${order.email} about it.`
                : formatCannotEmailMessage({ ...order, isSwitchedOff: sends_mail })}
            </p>
          )}
        </>
      )}
    </OrderDialog>
  );
}

type OpenDialog = { order: UndecidedRefund; what: 'keep' | 'cancel' } | null;

/**
 * Orders whose money was refunded while their tickets stay valid, each with the buttons to decide about the tickets.
 */
export function UndecidedRefunds({ orders, links = false }: { orders: readonly UndecidedRefund[]; links?: boolean }) {
  const [asking, ask] = useState<OpenDialog>(null);
  const { busy, slot: at, send: make } = useCall('undecided refunds');
  const close = () => ask(null);
  return (
    <>
      <CallStatus slot={at} above />
      {orders.length > 0 && (
        <ul className={styles.undecided}>
          {orders.map((order) => (
            <li key={order.id}>
              <OrderToDecide
                order={order}
                isLinked={links}
                buttons={
                  <>
                    <Button small look="line" pending={busy !== ''} onClick={() => ask({ order, what: 'cancel' })}>
                      Cancel the tickets<span className="vh"> of order {order.ref}</span>
                    </Button>
                    <Button small look="line" pending={busy !== ''} onClick={() => ask({ order, what: 'keep' })}>
                      Keep the tickets valid<span className="vh">: order {order.ref}</span>
                    </Button>
                  </>
                }
              >
                <p>Decide what happens to the tickets. Neither choice refunds anything more.</p>
              </OrderToDecide>
            </li>
          ))}
        </ul>
      )}
      {asking?.what === 'keep' && (
        <ConfirmDialog
          question={`Keep the tickets of order ${asking.order.ref} valid?`}
          cancelLabel="Not now"
          confirmLabel="Keep the tickets valid"
          onConfirm={() => void make(withParams(decideOnRefundedTickets, { id: asking.order.id }), { tickets: 'keep' })}
          onClose={close}
        >
          They still admit their holders, and their seats stay taken. The buyer isn’t told, because nothing changes for
          them.
        </ConfirmDialog>
      )}
      {asking?.what === 'cancel' && <CancelTicketsDialog order={asking.order} at={at} onClose={close} />}
    </>
  );
}

function CancelTicketsDialog({ order, at, onClose }: { order: UndecidedRefund; at: string; onClose: () => void }) {
  const { sends_mail } = useSite();
  const isEmailOn = useIsEmailOn();
  const [counts, setCounts] = useState<Record<string, string>>(() =>
    order.tickets.length === 1
      ? Object.fromEntries(groupTickets(order.tickets).map(({ field, tickets }) => [field, `${tickets.length}`]))
      : {},
  );
  const chosen = getChosenTickets(order, counts);
  const already = formatCheckedInCount(chosen);
  const left = chosen.length === 0 ? 0 : calculateAmountHeldForCancelledTickets(order, order.tickets, chosen);
  const [rest, setRest] = useState<'owed' | 'retain'>();
  const seats = chosen.flatMap(({ seat }) => seat || []);
  return (
    <OrderDialog
      title={`Cancel the tickets of order ${order.ref}`}
      at={at}
      onClose={onClose}
      call={withParams(decideOnRefundedTickets, { id: order.id })}
      lacks={() => (left > 0 && rest === undefined ? { rest: 'Choose what happens to the rest of the money.' } : {})}
      submitLabel={
        chosen.length === 0
          ? 'Cancel the tickets'
          : formatCancellationLabel({ count: chosen.length, refunded: 0, retained: rest === 'retain' ? left : 0 })
      }
      pendingLabel="Cancelling…"
      look="danger"
    >
      {(errors) => (
        <>
          <input type="hidden" name="tickets" value="cancel" />
          <p>
            {order.says}{' '}
            {order.is_told
              ? sends_mail && isEmailOn(chosen.length === order.tickets.length ? 'cancelled' : 'changed')
                ? `Cancelling them releases their seats, and we’ll email ${order.name}.`
                : `Cancelling them releases their seats. ${formatCannotEmailMessage({ ...order, isSwitchedOff: sends_mail })}`
              : `Cancelling them releases their seats. There is no email address: tell ${order.name} yourself.`}
          </p>
          <OrderTicketCountFields
            legend="How many tickets to cancel?"
            page={order}
            counts={counts}
            onCount={(field, count) => setCounts({ ...counts, [field]: count })}
            errors={errors}
          />
          {seats.length > 0 && <p role="status">{formatAssignedSeats(seats).trim()}</p>}
          {chosen.length > 0 && (
            <p role="status">
              <strong>
                This cancels {formatTicketCountsByType(countTicketsByType(chosen))}
                {already}.
              </strong>
            </p>
          )}
          {left > 0 && (
            <RadioGroup
              legend={`${formatMoney(left)} of their price hasn’t been refunded`}
              name="rest"
              choices={[
                ['owed', 'It still has to be refunded'],
                ['retain', 'The society retains it'],
              ]}
              value={rest}
              error={errors.rest}
              required
              onChoose={setRest}
            />
          )}
          <RefundReasonField isMailed={order.is_told} error={errors.reason} />
        </>
      )}
    </OrderDialog>
  );
}
