import { type ComponentProps, useState } from 'react';
import { type CallSchemas, withParams } from '#platform/shared/calls/calls.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { type OrderContent, returnTickets } from '../order-page-contract.ts';
import { formatCheckedInCount } from '../ticket-groups.ts';
import { CompanionHint } from './companion-hint.tsx';
import { OrderTicketCountFields, selectTickets } from './order-ticket-count-fields.tsx';
import { ReasonField } from './reason-field.tsx';

/**
 * A dialog with a form for an order. The response is shown in the page's status slot `at`, or as an alert if the slot
 * is gone.
 */
export function OrderDialog<const Path extends string, Schemas extends CallSchemas>({
  title,
  at,
  wide = false,
  onClose,
  ...form
}: { title: string; at: string; wide?: boolean; onClose: () => void } & Omit<
  ComponentProps<typeof CallForm<Path, Schemas>>,
  'asks' | 'onAnswer'
>) {
  return (
    <Dialog title={title} wide={wide} onClose={onClose}>
      {(close) => (
        <CallForm
          {...form}
          asks={false}
          onAnswer={(answer) => {
            if (answer.code !== 200) return false;
            close();
            return at;
          }}
        />
      )}
    </Dialog>
  );
}

/** Returns some of an order's tickets without a refund. */
export function ReturnDialog({ page, at, onClose }: { page: OrderContent; at: string; onClose: () => void }) {
  const [counts, setCounts] = useState<Record<string, string>>({});
  const { order, tickets } = page;
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
          <CompanionHint
            page={page}
            chosen={chosen}
            change={(some) => tickets.filter((one) => !some.includes(one))}
            onChoose={setCounts}
          />
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
