import type { ListedOrder } from '#features/box-office/orders/contract.ts';
import {
  formatTicketCounts,
  isLiveOrder,
  orderPath,
  orderStatusLabel,
  orderStatusLabels,
} from '#features/box-office/orders/order.ts';
import type { Performance } from '#features/box-office/performances/contract.ts';
import { formatSeats } from '#features/box-office/performances/seat-labels.ts';
import { type CalendarDate, formatTime } from '#platform/shared/dates/dates.ts';
import { formatPerformanceDay } from '#platform/shared/dates/short-dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import styles from './latest-bookings.module.css';

const maxShown = 5;

export function LatestBookings({ orders, performances }: Pick<Page<'bookings'>, 'orders' | 'performances'>) {
  const { today } = useSite();
  const latest = orders
    .filter(({ status }) => isLiveOrder(status))
    .slice(0, maxShown)
    .map((order) => ({ order, ...summariseOrderSeats(order, performances, today) }));
  // The column is left out if nobody has or needs a seat, for instance for a past show without a seating plan
  const anySeats = latest.some(({ seats, unseated }) => seats.length > 0 || unseated > 0);
  if (latest.length === 0) return null;
  const dates = new Map(
    performances.map(({ id, date }) => [id, `${formatPerformanceDay(date.slice(0, 10), today)}, ${formatTime(date)}`]),
  );
  return (
    <section className={styles.latest} aria-labelledby="latest-bookings">
      <h2 id="latest-bookings">Latest bookings</h2>
      <table className={`table table--stack table--cards ${styles.orders}`} aria-labelledby="latest-bookings">
        <thead>
          <tr>
            <th scope="col">Ref</th>
            <th scope="col">Name</th>
            <th scope="col">Performance</th>
            <th scope="col">Tickets</th>
            <th scope="col">Price</th>
            {anySeats && <th scope="col">Seats</th>}
          </tr>
        </thead>
        <tbody>
          {latest.map(({ order, ...seating }) => (
            <tr key={order.id}>
              <td data-label="Ref" className="num">
                {order.ref}
              </td>
              <td data-label="Name" data-heads>
                <a href={orderPath(order.id)}>{order.name}</a>
              </td>
              <td data-label="Performance">{order.performances.map(({ id }) => dates.get(id)).join(', ')}</td>
              <td data-label="Tickets">
                {order.performances.map(({ tickets }) => formatTicketCounts(tickets)).join(', ')}
              </td>
              <td data-label="Price">
                <PaymentStatus order={order} /> <span className="num">{formatMoney(order.total)}</span>
              </td>
              {anySeats && (
                <td data-label="Seats">
                  <Seats {...seating} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="no-print">
        <a href="#bookings">All bookings</a>
      </p>
    </section>
  );
}

/** The payment status next to the price, unless the order is simply paid. */
function PaymentStatus({ order }: { order: Page<'bookings'>['orders'][number] }) {
  const words = orderStatusLabel(order);
  if (order.status === 'reserved') return <Badge tone="warning">{words}</Badge>;
  return words === orderStatusLabels.paid ? null : <span className="meta">{words}</span>;
}

/** The seats of a booking, and the number of its tickets without a seat. */
const Seats = ({ seats, unseated }: ReturnType<typeof summariseOrderSeats>) => (
  <>
    {seats.join(', ')}{' '}
    {unseated > 0 && (
      <span className={styles.unseated}>{seats.length === 0 ? 'Not seated' : `${unseated} not seated`}</span>
    )}
  </>
);

/**
 * Formats the seats of an order, one text per performance, and counts its tickets without a seat. Past and cancelled
 * performances aren't counted.
 */
export function summariseOrderSeats(
  { ref, performances: parts }: Pick<ListedOrder, 'ref' | 'performances'>,
  shownPerformances: readonly Pick<Performance, 'id' | 'date' | 'cancelled' | 'seat_assignments'>[],
  today: CalendarDate,
): { seats: string[]; unseated: number } {
  const seats: string[] = [];
  let unseated = 0;
  for (const { id, date, cancelled, seat_assignments } of shownPerformances) {
    const tickets = parts.find((part) => part.id === id)?.tickets;
    if (!tickets) continue;
    const own = Object.keys(seat_assignments).filter((seat) => seat_assignments[seat] === `${ref}`);
    if (own.length > 0) seats.push(formatSeats(own));
    if (cancelled || date.slice(0, 10) < today) continue;
    unseated += Object.values(tickets).reduce((sum, count) => sum + count, 0) - own.length;
  }
  return { seats, unseated };
}
