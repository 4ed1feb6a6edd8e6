import { useState } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatShortDateTime } from '#platform/shared/dates/short-dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { formatCannotEmailMessage } from '#platform/shared/text/cannot-email.ts';
import { refreshPage, useSite } from '#platform/web/navigation/index.ts';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { RadioGroup } from '#platform/web/ui/fields/radio-group.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import {
  calculateExchangeDifference,
  calculatePriceAfterExchange,
  formatExchangeDifference,
} from '../exchange-price.ts';
import { exchangeTickets, type OrderContent } from '../order-page-contract.ts';
import { findMatchingTicketType, groupTickets } from '../tickets.ts';
import {
  BoxOfficePaymentField,
  CompanionHint,
  getChosenTickets,
  OrderDialog,
  OrderTicketCountFields,
  useIsEmailOn,
} from './order-dialog.tsx';
import type { SeatPickerComponent } from './sell-tickets-form.tsx';

/** Exchanges an order's tickets for those of another performance, or for another ticket type. */
export function ExchangeDialog({
  page,
  at,
  seats: Seats,
  onClose,
}: {
  page: OrderContent;
  at: string;
  seats: SeatPickerComponent;
  onClose: () => void;
}) {
  const { order, tickets, performances } = page;
  const { today, sends_mail } = useSite();
  const isEmailOn = useIsEmailOn();
  // If the order is for several performances, the tickets for the first of them are preselected
  const first = performances.find(({ id }) => tickets.some(({ performance_id }) => performance_id === id))?.id ?? '';
  const [counts, setCounts] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      groupTickets(tickets).map(({ field, tickets: alike }) => [
        field,
        alike[0]?.performance_id === first ? `${alike.length}` : '',
      ]),
    ),
  );
  const [chosenTo, setTo] = useState<string>();
  const [become, setType] = useState('');
  const [chosenDifference, setDifference] = useState<'settle' | 'keep'>('settle');
  const chosen = getChosenTickets(page, counts);
  const present = new Set((chosen.length > 0 ? chosen : tickets).map(({ performance_id }) => performance_id));
  const targets = listTargets(page, { count: chosen.length, present, today });
  const offered = targets.filter(({ disabled }) => !disabled);
  // If there are several performances, none is preselected: a user who overlooks the field would move the party to a
  // performance that nobody chose
  const to = chosenTo ?? (offered.length === 1 ? (offered[0]?.id ?? '') : '');
  const target = performances.find(({ id }) => id === to);
  const isPresent = present.has(to);
  const types = target?.ticket_types ?? [];
  const type = types.some(({ id }) => id === become) ? become : '';
  const more = calculateDifference(page, chosen, { to, type });
  // While refunds are blocked, the difference can't be refunded either
  const block = more < 0 && order.status === 'paid' ? page.refund_block : '';
  const difference = block === '' ? chosenDifference : 'keep';
  if (targets.length === 0) {
    return (
      <Dialog title={`Exchange tickets of order ${order.ref}`} onClose={onClose}>
        {() => <p>There is no other performance or ticket type to exchange the tickets for.</p>}
      </Dialog>
    );
  }
  return (
    <OrderDialog
      title={`Exchange tickets of order ${order.ref}`}
      at={at}
      wide={(target?.sells_seats ?? false) && !isPresent}
      onClose={onClose}
      // Others may have taken the places, so the places left are fetched again
      onConflict={() => void refreshPage()}
      call={withParams(exchangeTickets, { id: order.id })}
      submitLabel="Exchange tickets"
      pendingLabel="Exchanging tickets…"
    >
      {(errors) => (
        <>
          <OrderTicketCountFields
            legend="How many tickets to exchange?"
            page={page}
            counts={counts}
            onCount={(field, count) => setCounts({ ...counts, [field]: count })}
            errors={errors}
          />
          <Field label="Exchange for" error={errors.performance_id}>
            {(control) => (
              <Select
                {...control}
                name="performance_id"
                value={to}
                required
                onChange={({ target }) => setTo(target.value)}
              >
                <option value="">Choose a performance</option>
                {targets.map(({ id, label, disabled }) => (
                  <option key={id} value={id} disabled={disabled}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Which ticket type?" error={errors.ticket_type}>
            {(control) => (
              <Select {...control} name="ticket_type" value={type} onChange={({ target }) => setType(target.value)}>
                <option value="">{isPresent ? 'Choose the ticket type' : 'The same as now'}</option>
                {types.map(({ id, name, pence }) => (
                  <option key={id} value={id}>
                    {name}, {formatMoney(pence)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <CompanionHint
            page={page}
            chosen={chosen}
            change={(some: OrderContent['tickets']) =>
              applyExchange(page, some, { to, type, keepsPrice: order.status === 'paid' && difference === 'keep' })
            }
            onChoose={setCounts}
          />
          {target?.sells_seats && !isPresent && (
            <Seats key={to} later={false} performance={target} count={chosen.length} errors={errors} />
          )}
          {order.status === 'paid' && more !== 0 && (
            <RadioGroup
              legend={
                more > 0 ? `The price is ${formatMoney(more)} higher` : `The price is ${formatMoney(-more)} lower`
              }
              name="difference"
              choices={(['settle', 'keep'] as const).map((choice) => [choice, formatDifferenceLabel(choice, more)])}
              value={difference}
              isDisabled={(choice) => choice === 'settle' && block !== ''}
              onChoose={setDifference}
            >
              {block !== '' && <p className="meta">Nothing can be refunded now. {block}</p>}
            </RadioGroup>
          )}
          {order.status === 'paid' && more > 0 && difference === 'settle' && (
            <BoxOfficePaymentField label="How the difference will be paid" error={errors.how} />
          )}
          <p className="num" role="status">
            {target && formatExchangeDifference(page, more, difference)}
          </p>
          {order.email !== '' && (
            <p className="muted">
              {sends_mail && isEmailOn('changed')
                ? `We’ll email ${order.email} about the change.`
                : formatCannotEmailMessage({ ...order, isSwitchedOff: sends_mail })}
            </p>
          )}
        </>
      )}
    </OrderDialog>
  );
}

/**
 * Lists the performances, from today on, for which tickets can be exchanged. If all chosen tickets are for one
 * performance that has several ticket types, that performance comes last, even if it is over: there, only the type
 * changes.
 */
function listTargets(
  { performances }: OrderContent,
  { count, present, today }: { count: number; present: ReadonlySet<string>; today: string },
) {
  const targets = performances
    .filter(({ cancelled, ticket_types }) => !cancelled && ticket_types.length > 0)
    .filter(({ id, date, ticket_types }) =>
      present.has(id) ? present.size === 1 && ticket_types.length > 1 : date.slice(0, 10) >= today,
    )
    .map(({ id, date, capacity, sold }) => {
      const isPresent = present.has(id);
      const left = capacity - sold;
      return {
        ...{ id, isPresent, disabled: !isPresent && left < Math.max(1, count) },
        label: `${formatShortDateTime(date)} (${isPresent ? 'another ticket type' : left > 0 ? `${left} left` : 'sold out'})`,
      };
    });
  return targets.sort((one, other) => Number(one.isPresent) - Number(other.isPresent));
}

/** Returns the order's tickets after the chosen ones are exchanged, as the server will change them. */
function applyExchange(
  { order, performances, tickets }: OrderContent,
  chosen: OrderContent['tickets'],
  { to, type, keepsPrice = false }: { to: string; type: string; keepsPrice?: boolean },
): OrderContent['tickets'] {
  const typesAt = (id: string) => performances.find((performance) => performance.id === id)?.ticket_types ?? [];
  const types = typesAt(to);
  return tickets.map((ticket) => {
    if (!chosen.includes(ticket)) return ticket;
    const there =
      types.find(({ id }) => id === type) ?? findMatchingTicketType(ticket, typesAt(ticket.performance_id), types);
    if (!there) return ticket;
    const price = keepsPrice ? ticket : calculatePriceAfterExchange(ticket, there.pence, order.status);
    const { pence, discount } = price;
    return { ...ticket, performance_id: to, type_id: there.id, type: there.name, pence, discount };
  });
}

/** Returns how many pence more the chosen tickets cost after the exchange; negative if they cost less. */
function calculateDifference(
  page: OrderContent,
  chosen: OrderContent['tickets'],
  choice: { to: string; type: string },
): number {
  const after = applyExchange(page, chosen, choice);
  return calculateExchangeDifference(page.tickets.map((ticket, index) => ({ ticket, after: after[index] ?? ticket })));
}

function formatDifferenceLabel(choice: 'settle' | 'keep', more: number): string {
  if (choice === 'keep') return `Keep the price: nothing is ${more > 0 ? 'charged' : 'refunded'}`;
  return `${more > 0 ? 'Charge' : 'Refund'} ${formatMoney(Math.abs(more))}`;
}
