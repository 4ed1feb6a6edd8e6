import { useState } from 'react';
import { withParams } from '#platform/shared/calls.ts';
import { momentInWords } from '#platform/shared/dates.ts';
import { asMoney } from '#platform/shared/money.ts';
import { fold } from '#platform/shared/text.ts';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { Field, Select } from '#platform/web/ui/Field.tsx';
import { paidAtDesk, paidAtDeskChoices } from '../order.ts';
import { exchangeTickets, type OrderPage } from '../order-page-contract.ts';
import { groupsOf } from '../ticket-groups.ts';
import { priceOf } from '../ticket-price.ts';
import { OrderDialog } from './OrderDialog.tsx';
import styles from './Orders.module.css';
import type { SeatChoice } from './seat-choice.ts';
import { countedOf, TicketCounts } from './TicketCounts.tsx';

/** Exchanges an order's tickets for those of another evening. */
export function ExchangeDialog({
  page,
  at,
  seats: Seats,
  onClose,
}: {
  page: OrderPage;
  at: string;
  seats: SeatChoice;
  onClose: () => void;
}) {
  const { order, tickets, performances } = page;
  const has = new Set(tickets.map(({ performance_id }) => performance_id));
  const others = performances.filter(({ id, cancelled }) => !cancelled && !(has.size === 1 && has.has(id)));
  const [to, setTo] = useState(others[0]?.id ?? '');
  const [counts, setCounts] = useState<Record<string, string>>(() =>
    Object.fromEntries(groupsOf(tickets).map(({ field, tickets: alike }) => [field, `${alike.length}`])),
  );
  const chosen = countedOf(page, counts);
  const more = differenceOf(page, chosen, to);
  const target = others.find(({ id }) => id === to);
  if (others.length === 0) {
    return (
      <Dialog title={`Exchange tickets of ${order.ref}`} onClose={onClose}>
        {() => <p>There is no other performance to exchange them for.</p>}
      </Dialog>
    );
  }
  return (
    <OrderDialog
      title={`Exchange tickets of ${order.ref}`}
      at={at}
      wide={target?.sells_seats ?? false}
      onClose={onClose}
      call={withParams(exchangeTickets, { id: order.id })}
      submit="Exchange tickets"
      pending="Exchanging tickets…"
    >
      {(errors) => (
        <>
          <TicketCounts
            legend="How many are exchanged?"
            page={page}
            counts={counts}
            onCount={(field, count) => setCounts({ ...counts, [field]: count })}
            errors={errors}
          />
          <Field label="For which performance?" error={errors.performance_id}>
            {(control) => (
              <Select {...control} name="performance_id" value={to} onChange={({ target }) => setTo(target.value)}>
                {others.map(({ id, date, capacity, sold }) => (
                  <option key={id} value={id}>
                    {momentInWords(date)}, {capacity - sold === 0 ? 'sold out' : `${capacity - sold} left`}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {target?.sells_seats && (
            <Seats key={to} later={false} performance={target} count={chosen.length} errors={errors} />
          )}
          {order.status === 'paid' && more > 0 && (
            <Field label="How the difference is paid" error={errors.how}>
              {(control) => (
                <Select {...control} name="how">
                  {paidAtDesk.map((way) => (
                    <option key={way} value={way}>
                      {paidAtDeskChoices[way]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          <p className={styles.due} role="status">
            {differenceInWords(page, more)}
          </p>
        </>
      )}
    </OrderDialog>
  );
}

/** Pence that these tickets cost more at another performance than they were sold for. */
function differenceOf({ order, performances }: OrderPage, chosen: OrderPage['tickets'], to: string): number {
  if (order.status === 'comp') return 0;
  const types = performances.find(({ id }) => id === to)?.ticket_types ?? [];
  return chosen.reduce((sum, ticket) => {
    const pence = types.find(({ name }) => fold(name) === fold(ticket.type))?.pence ?? ticket.pence;
    return sum + pence - Math.min(ticket.discount, pence) - priceOf(ticket);
  }, 0);
}

function differenceInWords({ order, by_card }: OrderPage, more: number): string {
  if (more === 0) return 'They cost the same there.';
  if (order.status === 'reserved')
    return `${asMoney(Math.abs(more))} ${more > 0 ? 'more' : 'less'} to pay at the door.`;
  if (more > 0) return `${asMoney(more)} more to pay.`;
  return `${asMoney(-more)} to give back${by_card ? ', to the card' : ''}.`;
}
