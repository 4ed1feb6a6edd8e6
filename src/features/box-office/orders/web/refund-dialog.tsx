import { useState } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatMoney, formatPounds, parsePounds } from '#platform/shared/money.ts';
import { InputField } from '#platform/web/ui/fields/field.tsx';
import { RadioGroup } from '#platform/web/ui/fields/radio-group.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { cancelOrder } from '../contract.ts';
import { countTicketsByType, formatTicketCountsByType } from '../order.ts';
import {
  calculateFullRefund,
  calculateMaxTicketRefund,
  calculateRefundableAmount,
  calculateRetainedAmount,
  formatCancellationLabel,
  formatRefundPhrase,
  formatRefundPlan,
  formatReversalYearNote,
  planRefund,
  sumRefundParts,
} from '../order-account.ts';
import { type OrderContent, refundOrder, returnTickets } from '../order-page-contract.ts';
import { formatCheckedInCount, groupTickets } from '../tickets.ts';
import {
  CompanionHint,
  getChosenTickets,
  OrderDialog,
  OrderTicketCountFields,
  RefundReasonField,
} from './order-dialog.tsx';

/** Refunds an order's payments, each in whole or in part, and cancels its tickets or leaves them valid. */
export function RefundDialog({
  page,
  at,
  cancels = false,
  onClose,
}: {
  page: OrderContent;
  at: string;
  /** True if the dialog was opened to cancel the order. */
  cancels?: boolean;
  onClose: () => void;
}) {
  const { order, account, tickets } = page;
  const payments = account.payments.filter((payment) => calculateRefundableAmount(payment) > 0);
  const [fate, setFate] = useState<'cancel' | 'keep' | 'retained' | undefined>(cancels ? 'cancel' : undefined);
  const [counts, setCounts] = useState<Record<string, string>>(() =>
    // All tickets are preselected if the order is cancelled as a whole, or has only one ticket
    cancels || tickets.length === 1
      ? Object.fromEntries(groupTickets(tickets).map(({ field, tickets: alike }) => [field, `${alike.length}`]))
      : {},
  );
  const chosen = getChosenTickets(page, counts);
  const isWhole = fate !== 'cancel' || chosen.length === tickets.length;
  const whole =
    fate === 'retained' ? account.retained : tickets.length === 0 ? account.held : calculateFullRefund(account);
  // The proposed amount follows the chosen tickets until the user types another amount
  const proposed = planRefund(account, isWhole ? whole : calculateMaxTicketRefund(account, chosen));
  const [written, setWritten] = useState<Record<string, string>>({});
  const proposal = (id: string) => formatPounds(proposed.find(({ payment }) => payment.id === id)?.pence ?? 0);
  const amounts = Object.fromEntries(payments.map(({ id }) => [id, written[id] ?? proposal(id)]));
  const parts = payments.flatMap((payment) => {
    const pence = parsePounds(amounts[payment.id] ?? '') ?? 0;
    return pence > 0 ? [{ payment, pence }] : [];
  });
  const total = sumRefundParts({ parts });
  const already = formatCheckedInCount(chosen);
  const fates = [
    ['cancel', 'Cancel the tickets, and release their seats'] as const,
    ['keep', 'Keep the tickets valid'] as const,
    ...(account.retained > 0
      ? [
          [
            'retained',
            `Keep the tickets valid, and refund the ${formatMoney(account.retained)} that we retained`,
          ] as const,
        ]
      : []),
  ];
  const retained = fate === 'cancel' ? calculateRetainedAmount(account, chosen, total) : 0;
  return (
    <OrderDialog
      title={cancels ? `Cancel order ${order.ref}, ${order.name}` : `Refund order ${order.ref}, ${order.name}`}
      at={at}
      onClose={onClose}
      call={withParams(refundOrder, { id: order.id })}
      submitLabel={
        fate === 'cancel' && chosen.length > 0
          ? formatCancellationLabel({ count: chosen.length, refunded: total, retained })
          : total > 0
            ? `Refund ${formatMoney(total)}`
            : 'Refund'
      }
      pendingLabel="Refunding…"
      look="danger"
    >
      {(errors) => (
        <>
          <input type="hidden" name="held" value={account.held} />
          {payments.map((payment) => (
            <InputField
              key={payment.id}
              label={`Refund ${formatRefundPhrase(payment)}, in pounds`}
              hint={`Up to ${formatMoney(calculateRefundableAmount(payment))}${payment.card && `, ${payment.card}`}.`}
              name={`to_${payment.id}`}
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              value={amounts[payment.id] ?? ''}
              onChange={({ target }) => setWritten({ ...written, [payment.id]: target.value })}
              error={errors[`to_${payment.id}`]}
            />
          ))}
          {parts.length > 0 && (
            <p className="num">
              {formatRefundPlan(parts)}
              {formatReversalYearNote(
                parts.map(({ payment: { id }, pence: amount }) => ({ id, amount })),
                page.correction_years,
              )}
            </p>
          )}
          <RefundReasonField isMailed={order.email !== ''} error={errors.reason} />
          {tickets.length > 0 && (
            <RadioGroup
              legend="The tickets"
              name="tickets"
              choices={fates}
              value={fate}
              error={errors.tickets}
              required
              onChoose={setFate}
            />
          )}
          {fate === 'cancel' && tickets.length > 0 && (
            <>
              <OrderTicketCountFields
                legend="How many tickets to cancel?"
                page={page}
                counts={counts}
                onCount={(field, count) => setCounts({ ...counts, [field]: count })}
                errors={errors}
              />
              <CompanionHint page={page} chosen={chosen} onChoose={setCounts} />
            </>
          )}
          {fate === 'cancel' && chosen.length > 0 && (
            <p role="status">
              <strong>
                This cancels {formatTicketCountsByType(countTicketsByType(chosen))}
                {already}.
              </strong>{' '}
              {retained > 0 && `The society retains ${formatMoney(retained)} of their price.`}
            </p>
          )}
        </>
      )}
    </OrderDialog>
  );
}

/** Cancels an order. If the society holds money for it, this is the refund dialog. */
export function CancelOrderDialog({ page, at, onClose }: { page: OrderContent; at: string; onClose: () => void }) {
  const { order, account, tickets } = page;
  if (account.held > 0 && page.refund_block !== '') {
    return (
      <Dialog title={`Cancel order ${order.ref}, ${order.name}?`} onClose={onClose}>
        {() => <p>It can’t be cancelled now, because nothing can be refunded. {page.refund_block}</p>}
      </Dialog>
    );
  }
  if (account.held > 0) return <RefundDialog page={page} at={at} cancels onClose={onClose} />;
  const already = formatCheckedInCount(tickets);
  return (
    <OrderDialog
      title={`Cancel order ${order.ref}, ${order.name}?`}
      at={at}
      onClose={onClose}
      call={withParams(cancelOrder, { id: order.id })}
      submitLabel="Cancel order"
      pendingLabel="Cancelling…"
      look="danger"
    >
      {(errors) => (
        <>
          <p>
            {already && (
              <strong>{`This cancels ${tickets.length} ${tickets.length === 1 ? 'ticket' : 'tickets'}${already}. `}</strong>
            )}
            The tickets will no longer be valid, and their seats will be released.
          </p>
          {page.seller !== '' && account.sold > 0 && (
            <p>
              They were sold by {page.seller}, so we don’t have the money for them. Settle the order with that shop:
              “Bookings that need attention” lists the order until you mark it as settled.
            </p>
          )}
          <RefundReasonField isMailed={order.email !== ''} error={errors.reason} />
        </>
      )}
    </OrderDialog>
  );
}

/** Returns tickets of an order without a refund. */
export function ReturnTicketsDialog({ page, at, onClose }: { page: OrderContent; at: string; onClose: () => void }) {
  const [counts, setCounts] = useState<Record<string, string>>({});
  const { order } = page;
  const chosen = getChosenTickets(page, counts);
  const already = formatCheckedInCount(chosen);
  return (
    <OrderDialog
      title={`Return tickets of order ${order.ref}`}
      at={at}
      onClose={onClose}
      call={withParams(returnTickets, { id: order.id })}
      submitLabel="Return tickets"
      pendingLabel="Returning…"
      look="danger"
    >
      {(errors) => (
        <>
          <OrderTicketCountFields
            legend="How many tickets to return?"
            page={page}
            counts={counts}
            onCount={(field, count) => setCounts({ ...counts, [field]: count })}
            errors={errors}
          />
          <CompanionHint page={page} chosen={chosen} onChoose={setCounts} />
          {already && (
            <p>
              <strong>
                This returns {chosen.length} {chosen.length === 1 ? 'ticket' : 'tickets'}
                {already}.
              </strong>
            </p>
          )}
          <RefundReasonField isMailed={false} error={errors.reason} />
          <p className="meta">Their seats will be released.</p>
        </>
      )}
    </OrderDialog>
  );
}
