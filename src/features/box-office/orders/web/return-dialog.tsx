import { useState } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import { type OrderContent, returnTickets } from '../order-page-contract.ts';
import { formatCheckedInCount } from '../ticket-groups.ts';
import { CompanionHint } from './companion-hint.tsx';
import { OrderDialog, ReasonField } from './order-dialog.tsx';
import { OrderTicketCountFields, selectTickets } from './order-ticket-count-fields.tsx';

/** Returns some of an order's tickets without a refund. */
export function ReturnDialog({ page, at, onClose }: { page: OrderContent; at: string; onClose: () => void }) {
  const [counts, setCounts] = useState<Record<string, string>>({});
  const { order } = page;
  const chosen = selectTickets(page, counts);
  const already = formatCheckedInCount(chosen);
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
          <CompanionHint page={page} chosen={chosen} onChoose={setCounts} />
          {already && (
            <p>
              <strong>
                Returned: {chosen.length}
                {already}.
              </strong>
            </p>
          )}
          <ReasonField isMailed={false} error={errors.reason} />
          <p className="meta">Their seats are released.</p>
        </>
      )}
    </OrderDialog>
  );
}
