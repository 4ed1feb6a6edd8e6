import { withParams } from '#platform/shared/calls.ts';
import { asMoney } from '#platform/shared/money.ts';
import { InputField } from '#platform/web/ui/InputField.tsx';
import { unpayOrder } from '../contract.ts';
import type { OrderPage } from '../order-page-contract.ts';
import { OrderDialog } from './OrderDialog.tsx';

/** Takes back that an order was paid by hand. */
export function NotPaidDialog({ page, at, onClose }: { page: OrderPage; at: string; onClose: () => void }) {
  const { order, account } = page;
  return (
    <OrderDialog
      title={`Order ${order.ref} isn’t paid after all?`}
      at={at}
      onClose={onClose}
      call={withParams(unpayOrder, { id: order.id })}
      submit="It isn’t paid"
      pending="Taking it back…"
    >
      {(errors) => (
        <>
          <p>
            This takes {asMoney(account.paid)} out of the accounts. The tickets stay reserved, and{' '}
            {asMoney(account.sold)} is then to pay at the door.
            {account.retained > 0 &&
              ` The ${asMoney(account.retained)} retained for returned tickets isn’t asked for again.`}{' '}
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
