import { formatSeats } from '#features/box-office/performances/seat-labels.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { formatCheckedInCount, groupTickets } from '../ticket-groups.ts';
import { calculateTicketPrice } from '../ticket-price.ts';
import styles from './order-details.module.css';

/** The performances of an order's tickets, and their prices. */
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
