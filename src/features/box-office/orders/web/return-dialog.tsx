import { useState } from 'react';
import { withParams } from '#platform/shared/calls.ts';
import { type OrderPage, returnTickets } from '../order-page-contract.ts';
import { CompanionHint } from './companion-hint.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { InAlready, OrderTicketCountFields, selectTickets } from './order-ticket-count-fields.tsx';
import { ReasonField } from './reason-field.tsx';

/** Returns some of an order's tickets without a refund. */
export function ReturnDialog({ page, at, onClose }: { page: OrderPage; at: string; onClose: () => void }) {
  const [counts, setCounts] = useState<Record<string, string>>({});
  const { order, tickets } = page;
  const chosen = selectTickets(page, counts);
  return (
    <OrderDialog
      title={`Return tickets of ${order.ref}`}
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
            legend="How many are returned?"
            page={page}
            counts={counts}
            onCount={(field, count) => setCounts({ ...counts, [field]: count })}
            errors={errors}
          />
          <CompanionHint
            page={page}
            chosen={chosen}
            change={(some) => tickets.filter((one) => !some.includes(one))}
            onChoose={setCounts}
          />
          <InAlready verb="Returned" tickets={chosen} />
          <ReasonField isMailed={false} error={errors.reason} />
          <p className="meta">Their seats are released.</p>
        </>
      )}
    </OrderDialog>
  );
}
