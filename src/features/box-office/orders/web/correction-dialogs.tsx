import { useState } from 'react';
import { formatCorrectionYear } from '#features/money/ledger/financial-year.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { markOrderUnpaid } from '../contract.ts';
import { isPaidAtBoxOffice } from '../order.ts';
import { formatAmountDue, formatReversalYearNote, paymentLabel } from '../order-account.ts';
import { correctRefund, type OrderContent } from '../order-page-contract.ts';
import { OrderDialog } from './order-dialog.tsx';

/** Corrects a manual refund that was recorded but never made. */
export function CorrectRefundDialog({ page, at, onClose }: { page: OrderContent; at: string; onClose: () => void }) {
  const { order, manual_refunds: refunds } = page;
  const [refund, choose] = useState(refunds.at(-1)?.id ?? '');
  return (
    <OrderDialog
      title={`Correct a refund of order ${order.ref}`}
      at={at}
      onClose={onClose}
      call={withParams(correctRefund, { id: order.id })}
      submitLabel="Correct refund"
      pendingLabel="Correcting…"
    >
      {(errors) => (
        <>
          <p>
            For a refund that was entered and never made: the money counts as paid again. Tickets that were cancelled
            with it stay cancelled, so what was paid for them is then due as a refund.
            {formatCorrectionYear(page.correction_years[refund] ?? '')}
          </p>
          <Field label="Which refund?" error={errors.refund}>
            {(tied) => (
              <Select
                name="refund"
                value={refund}
                onChange={({ currentTarget }) => choose(currentTarget.value)}
                {...tied}
              >
                {refunds.map(({ id, amount, on, reason }) => (
                  <option key={id} value={id}>
                    {[`${formatMoney(amount)}, ${formatDate(on.slice(0, 10), 'day')}`, reason]
                      .filter(Boolean)
                      .join(': ')}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <InputField
            label="Reason"
            hint="It appears in the order’s history."
            name="reason"
            maxLength={150}
            autoComplete="off"
            error={errors.reason}
            required
          />
        </>
      )}
    </OrderDialog>
  );
}

/** Reverses the payments that the box office recorded for an order, or one of them. */
export function MarkUnpaidDialog({ page, at, onClose }: { page: OrderContent; at: string; onClose: () => void }) {
  const { order, account } = page;
  const byHand = account.payments.filter(({ source }) => source !== 'card');
  const canTakeAll = isPaidAtBoxOffice(order);
  const [payment, choose] = useState(canTakeAll ? '' : (byHand[0]?.id ?? ''));
  const chosen = byHand.find(({ id }) => id === payment);
  const taken = chosen?.amount ?? account.paid;
  const retained = chosen ? account.retained : 0;
  const due = Math.max(0, account.sold - (account.held - taken - retained));
  return (
    <OrderDialog
      title={`Mark order ${order.ref} as unpaid?`}
      at={at}
      onClose={onClose}
      call={withParams(markOrderUnpaid, { id: order.id })}
      submitLabel="Mark as unpaid"
      pendingLabel="Marking as unpaid…"
    >
      {(errors) => (
        <>
          {account.payments.length > 1 ? (
            <Field label="Which payment?" error={errors.payment}>
              {(tied) => (
                <Select
                  name="payment"
                  value={payment}
                  onChange={({ currentTarget }) => choose(currentTarget.value)}
                  {...tied}
                >
                  {canTakeAll && <option value="">All of them, {formatMoney(account.paid)}</option>}
                  {byHand.map((one) => (
                    <option key={one.id} value={one.id}>
                      {formatMoney(one.amount)} {paymentLabel(one)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ) : (
            <input type="hidden" name="payment" value={payment} />
          )}
          <p>
            This takes {formatMoney(taken)} out of the accounts.
            {formatReversalYearNote(chosen ? [chosen] : account.payments, page.correction_years)} The tickets stay
            reserved, and the order then has {formatAmountDue(due, { isOver: page.is_over })}.
            {!chosen &&
              account.retained > 0 &&
              ` The ${formatMoney(account.retained)} retained for returned tickets isn’t asked for again.`}{' '}
            Does somebody get money back? Then press Refund instead.
          </p>
          <InputField
            label="Reason"
            name="reason"
            hint="For example, pressed for the wrong order. It appears in the order’s history."
            maxLength={120}
            autoComplete="off"
            error={errors.reason}
            required
          />
        </>
      )}
    </OrderDialog>
  );
}
