import { withParams } from '#platform/shared/calls.ts';
import { asMoney } from '#platform/shared/money.ts';
import { InputField } from '#platform/web/ui/InputField.tsx';
import { unpayOrder } from '../contract.ts';
import type { OrderPage } from '../order-page-contract.ts';
import { OrderDialog } from './OrderDialog.tsx';

/** Takes back that an order was paid by hand. */
export function NotPaidDialog({ page, at, onClose }: { page: OrderPage; at: string; onClose: () => void }) {
  const { order, money } = page;
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
            The books get the contrary of {asMoney(money.paid)}, and the tickets are kept until they are paid at the
            door. Does somebody get money back? Then press Refund instead.
          </p>
          <InputField
            label="Why"
            name="reason"
            hint="Such as: pressed for the wrong order. It stands in the order’s history."
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
