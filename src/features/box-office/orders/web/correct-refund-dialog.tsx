import { useState } from 'react';
import { formatCorrectionYear } from '#features/money/ledger/financial-year.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { correctRefund, type OrderContent } from '../order-page-contract.ts';
import { OrderDialog } from './return-dialog.tsx';

/** Corrects a manual refund that was recorded and not made. */
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
