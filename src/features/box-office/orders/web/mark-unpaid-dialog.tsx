import { withParams } from '#platform/shared/calls.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { InputField } from '#platform/web/ui/input-field.tsx';
import { markOrderUnpaid } from '../contract.ts';
import type { OrderPage } from '../order-page-contract.ts';
import { OrderDialog } from './order-dialog.tsx';

/** Takes back that an order was paid by hand. */
export function MarkUnpaidDialog({ page, at, onClose }: { page: OrderPage; at: string; onClose: () => void }) {
  const { order, account } = page;
  return (
    <OrderDialog
      title={`Order ${order.ref} isn’t paid after all?`}
      at={at}
      onClose={onClose}
      call={withParams(markOrderUnpaid, { id: order.id })}
      submitLabel="It isn’t paid"
      pendingLabel="Taking it back…"
    >
      {(errors) => (
        <>
          <p>
            This takes {formatMoney(account.paid)} out of the accounts. The tickets stay reserved, and{' '}
            {formatMoney(account.sold)} is then to pay at the door.
            {account.retained > 0 &&
              ` The ${formatMoney(account.retained)} retained for returned tickets isn’t asked for again.`}{' '}
            Does somebody get money back? Then press Refund instead.
          </p>
          <InputField
            label="Why"
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
