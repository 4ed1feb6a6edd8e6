import { withParams } from '#platform/shared/calls.ts';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { cancelOrder } from '../contract.ts';
import type { OrderPage } from '../order-page-contract.ts';
import { checkedInWarning } from '../ticket-groups.ts';
import { OrderDialog } from './order-dialog.tsx';
import { ReasonField } from './reason-field.tsx';
import { RefundDialog } from './refund-dialog.tsx';

/** Cancels an order, with a reason: where money is held for it, by refunding it. */
export function CancelDialog({ page, at, onClose }: { page: OrderPage; at: string; onClose: () => void }) {
  const { order, account, tickets } = page;
  if (account.held > 0 && page.refund_block !== '') {
    return (
      <Dialog title={`Cancel order ${order.ref}, ${order.name}?`} onClose={onClose}>
        {() => <p>It can’t be cancelled now, since nothing can be refunded. {page.refund_block}</p>}
      </Dialog>
    );
  }
  if (account.held > 0) return <RefundDialog page={page} at={at} cancels onClose={onClose} />;
  const already = checkedInWarning(tickets);
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
            {already && <strong>{`Cancelled: ${tickets.length}${already}. `}</strong>}
            The tickets are no longer valid, and their seats are released.
          </p>
          {page.seller !== '' && (
            <p>
              They were sold by {page.seller}, so their money isn’t with us. Settle it there: “Bookings that need
              attention” lists the order until you mark it as settled.
            </p>
          )}
          <ReasonField isMailed={order.email !== ''} error={errors.reason} />
        </>
      )}
    </OrderDialog>
  );
}
