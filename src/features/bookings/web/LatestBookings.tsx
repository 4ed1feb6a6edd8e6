import { isLive, statusInWords, ticketsInWords } from '#features/orders/order.ts';
import { orderPath } from '#features/orders/paths.ts';
import { eveningFrom, timeInWords } from '#platform/shared/dates.ts';
import { asMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import styles from './LatestBookings.module.css';

const shown = 5;

/** The latest bookings, at a glance. */
export function LatestBookings({ orders, performances }: Pick<Page<'bookings'>, 'orders' | 'performances'>) {
  const { today } = useSite();
  const latest = orders.filter(({ status }) => isLive(status)).slice(0, shown);
  if (latest.length === 0) return null;
  const dates = new Map(
    performances.map(({ id, date }) => [id, `${eveningFrom(date.slice(0, 10), today)}, ${timeInWords(date)}`]),
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
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {latest.map((order) => (
            <tr key={order.id}>
              <td data-label="Ref" className="num">
                {order.ref}
              </td>
              <td data-label="Name" data-heads>
                <a href={orderPath(order.id)}>{order.name}</a>
              </td>
              <td data-label="Performance">{order.performances.map(({ id }) => dates.get(id)).join(', ')}</td>
              <td data-label="Tickets">
                {order.performances.map(({ tickets }) => ticketsInWords(tickets)).join(', ')}
              </td>
              <td data-label="Price" data-sum className="num">
                {asMoney(order.total)}
              </td>
              <td data-label="Status">
                {order.status === 'reserved' ? (
                  <Badge tone="warning">{statusInWords(order)}</Badge>
                ) : (
                  statusInWords(order)
                )}
              </td>
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
