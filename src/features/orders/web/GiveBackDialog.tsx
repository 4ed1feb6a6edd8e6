import { useState } from 'react';
import { withParams } from '#platform/shared/calls.ts';
import { asMoney, inPounds } from '#platform/shared/money.ts';
import { InputField } from '#platform/web/ui/InputField.tsx';
import { giveBackTickets, type OrderPage } from '../order-page-contract.ts';
import { inAlready } from '../ticket-groups.ts';
import { worthOf } from '../ticket-price.ts';
import { OrderDialog } from './OrderDialog.tsx';
import { countedOf, TicketCounts } from './TicketCounts.tsx';

/** Takes some of an order's tickets back, and gives money back for them. */
export function GiveBackDialog({ page, at, onClose }: { page: OrderPage; at: string; onClose: () => void }) {
  const [counts, setCounts] = useState<Record<string, string>>({});
  const [amount, setAmount] = useState<string>();
  const { order, money, by_card } = page;
  const chosen = countedOf(page, counts);
  const worth = order.status === 'paid' ? Math.min(worthOf(chosen), money.paid) : 0;
  const already = inAlready(chosen);
  return (
    <OrderDialog
      title={`Take tickets back of ${order.ref}`}
      at={at}
      onClose={onClose}
      call={withParams(giveBackTickets, { id: order.id })}
      submit="Take them back"
      pending="Taking them back…"
      look="danger"
    >
      {(errors) => (
        <>
          <TicketCounts
            legend="How many come back?"
            page={page}
            counts={counts}
            onCount={(field, count) => setCounts({ ...counts, [field]: count })}
            errors={errors}
          />
          {order.status === 'paid' && money.paid > 0 && (
            <InputField
              label="To give back, in pounds"
              hint={
                (worth > 0 ? `Up to ${asMoney(worth)}. ` : 'First say how many come back. ') +
                (by_card
                  ? 'Square is asked at once, and that can’t be undone.'
                  : 'It is entered in the books: hand it over yourself.')
              }
              name="amount"
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              value={amount ?? (worth > 0 ? inPounds(worth) : '')}
              onChange={({ target }) => setAmount(target.value)}
              error={errors.amount}
            />
          )}
          {already && (
            <p>
              <strong>
                Coming back: {chosen.length}
                {already}.
              </strong>
            </p>
          )}
          <p className="meta">Their places are free then for others.</p>
        </>
      )}
    </OrderDialog>
  );
}
