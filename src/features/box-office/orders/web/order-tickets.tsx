import type { Performance } from '#features/box-office/performances/contract.ts';
import { formatSeats } from '#features/box-office/performances/seat-labels.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { explainUnaccompaniedCompanion, findTicketsToAddForCompanions, hasCompanionRule } from '../companions.ts';
import type { OrderContent } from '../order-page-contract.ts';
import { calculateTicketPrice, formatCheckedInCount, type GroupableTicket, groupTickets } from '../tickets.ts';
import styles from './orders.module.css';

/** An order's tickets, with their performances and prices. */
export function OrderTickets({ page: { tickets, performances, show, money } }: { page: Page<'order'> }) {
  const dates = new Map(performances.map(({ id, date }) => [id, formatDateTime(date)]));
  if (tickets.length === 0) return <p>This order no longer has any tickets.</p>;
  return (
    <table className={`table table--stack table--cards ${styles.tickets}`}>
      <caption className="vh">Tickets</caption>
      <thead>
        <tr>
          <th scope="col">Performance</th>
          <th scope="col">Tickets</th>
          <th scope="col">Price</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {groupTickets(tickets).map(({ field, tickets: [first, ...others] }) =>
          first ? (
            <tr key={field}>
              <td data-label="Performance" data-heads>
                <span>
                  {show.title}, {dates.get(first.performance_id)}
                </span>
              </td>
              <td data-label="Tickets">
                <span>
                  {others.length + 1} {first.type}
                  {formatTicketSeats([first, ...others])}
                  {formatCheckedInCount([first, ...others])}
                </span>
              </td>
              <td data-label="Price" data-named className="num">
                {formatMoney(calculateTicketPrice(first))}
                {first.discount > 0 && ` (${formatMoney(first.pence)} less ${formatMoney(first.discount)})`}
              </td>
              <td data-label="Total" data-sum className="num">
                {formatMoney(calculateTicketPrice(first) * (others.length + 1))}
              </td>
            </tr>
          ) : null,
        )}
        <tr>
          <td data-label="" data-heads>
            <strong>Total</strong>
          </td>
          <td data-label="Tickets" data-named>
            {tickets.length}
          </td>
          <td data-label="" />
          <td data-label="Total" data-sum className="num">
            <strong>{formatMoney(money.worth)}</strong>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** Formats the seats of tickets: ", seats C5, C6"; "" if there are none. */
function formatTicketSeats(tickets: readonly { seat: string }[]): string {
  const seats = tickets.flatMap(({ seat }) => (seat === '' ? [] : [seat]));
  return seats.length === 0 ? '' : `, ${seats.length === 1 ? 'seat' : 'seats'} ${formatSeats(seats)}`;
}

/** Fields for the number of tickets that are chosen from each group. */
export function OrderTicketCountFields({
  legend,
  page: { tickets, performances },
  counts,
  onCount,
  errors,
}: {
  legend: string;
  page: { tickets: readonly GroupableTicket[]; performances: readonly Pick<Performance, 'id' | 'date'>[] };
  counts: Readonly<Record<string, string>>;
  onCount: (field: string, count: string) => void;
  errors: Readonly<Record<string, string>>;
}) {
  const dates = new Map(performances.map(({ id, date }) => [id, formatDateTime(date)]));
  const performanceCount = new Set(tickets.map(({ performance_id }) => performance_id)).size;
  return (
    <fieldset className={styles.counts}>
      <legend>{legend}</legend>
      {groupTickets(tickets).map(({ field, tickets: alike }) => {
        const [first] = alike;
        if (!first) return null;
        return (
          <InputField
            key={field}
            label={`${first.type}, ${formatMoney(calculateTicketPrice(first))}`}
            hint={`Up to ${alike.length}${performanceCount > 1 ? ` for ${dates.get(first.performance_id)}` : ''}${formatCheckedInCount(alike)}`}
            name={field}
            type="number"
            inputMode="numeric"
            min={0}
            max={alike.length}
            value={counts[field] ?? ''}
            onChange={({ target }) => onCount(field, target.value)}
            error={errors[field]}
          />
        );
      })}
    </fieldset>
  );
}

/** Returns the tickets chosen by the fields' values. */
export const getChosenTickets = <Ticket extends GroupableTicket>(
  { tickets: all }: { tickets: readonly Ticket[] },
  counts: Readonly<Record<string, string>>,
): Ticket[] =>
  groupTickets(all).flatMap(({ field, tickets }) => tickets.slice(0, Math.max(0, Number(counts[field]) || 0)));

type Ticket = OrderContent['tickets'][number];

/**
 * Warns, while tickets are chosen, that the server will refuse a change that leaves a companion alone. Offers to choose
 * the missing tickets too.
 */
export function CompanionHint({
  page: { order, tickets, performances },
  chosen,
  change = (gone) => tickets.filter((one) => !gone.includes(one)),
  onChoose,
}: {
  page: Pick<OrderContent, 'order' | 'tickets' | 'performances'>;
  chosen: Ticket[];
  /** Returns the order's tickets after the chosen ones are changed. The default is that they are returned. */
  change?: (chosen: Ticket[]) => readonly Ticket[];
  onChoose: (counts: Record<string, string>) => void;
}) {
  const types = performances.flatMap(({ ticket_types }) => ticket_types);
  const says = hasCompanionRule(order) ? explainUnaccompaniedCompanion(tickets, change(chosen), types) : '';
  const add = says === '' ? undefined : findTicketsToAddForCompanions(tickets, chosen, { change, types });
  const all = [...chosen, ...(add?.tickets ?? [])];
  return (
    <div role="status">
      {says !== '' && <p>{says}</p>}
      {add && add.tickets.length > 0 && (
        <p>
          <Button
            small
            look="line"
            onClick={() =>
              onChoose(
                Object.fromEntries(
                  groupTickets(tickets).map(({ field, tickets: alike }) => [
                    field,
                    `${alike.filter((one) => all.includes(one)).length || ''}`,
                  ]),
                ),
              )
            }
          >
            {formatAddTicketsLabel(add.tickets.length, add.areCompanions)}
          </Button>
        </p>
      )}
    </div>
  );
}

function formatAddTicketsLabel(count: number, areCompanions: boolean): string {
  if (areCompanions)
    return count === 1 ? 'Choose the companion’s ticket too' : `Choose ${count} companions’ tickets too`;
  return count === 1 ? 'Choose a paid ticket too' : `Choose ${count} paid tickets too`;
}
