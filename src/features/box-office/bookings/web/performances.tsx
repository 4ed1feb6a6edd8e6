import { type CSSProperties, useEffect } from 'react';
import type { ListedOrder } from '#features/box-office/orders/contract.ts';
import {
  formatOrderStatus,
  formatTicketCountsByType,
  isLiveOrder,
  orderPath,
  orderStatusLabels,
} from '#features/box-office/orders/order.ts';
import { useIsEmailOn } from '#features/box-office/orders/web/index.ts';
import type { Performance } from '#features/box-office/performances/contract.ts';
import { formatSeats } from '#features/box-office/performances/seats.ts';
import { dismissSeatChangeEmail, sendSeatChangeEmail } from '#features/box-office/seating/contract.ts';
import { printedTicketsPath, seatingPath } from '#features/box-office/seating/paths.ts';
import { prefetchPlanner } from '#features/box-office/seating/web/index.ts';
import { filterPartiesByPerformance } from '#features/box-office/waiting-list/party.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { type CalendarDate, formatDateTime, formatTime } from '#platform/shared/dates/dates.ts';
import { formatPerformanceDay } from '#platform/shared/dates/short-dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { formatCannotEmailMessage } from '#platform/shared/text/cannot-email.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { doorPath } from '../paths.ts';
import {
  countPerformanceTickets,
  formatGivenAwayAndReservedCounts,
  formatPerformanceAndPlaceCounts,
  formatSalesCounts,
  formatSeatedCount,
  formatTakingsDetails,
  sumAmountsDueAtDoor,
  sumRetainedAmounts,
  sumTakings,
} from '../performance-sales.ts';
import styles from './bookings-page.module.css';

type Show = NonNullable<Page<'bookings'>['show']>;

/** The performances of a show: their sales, their takings, and the latest orders. */
export function Performances({ page, show }: { page: Page<'bookings'>; show: Show }) {
  const { performances, orders, waiting, unconfirmed } = page;
  const toConfirm = unconfirmed.filter(({ by }) => by === 'box office').length;
  const [seatsSold, others] = formatSalesCounts(performances, orders);
  const takesPlace = performances.some(({ cancelled }) => !cancelled);
  const money = sumTakings(orders);
  useEffect(prefetchPlanner, []);
  return (
    <>
      <div className={styles.show}>
        {show.poster !== '' && (
          <span className="poster-frame">
            <img src={show.poster} alt="" width={600} height={848} />
          </span>
        )}
        <div>
          <h2>{show.link === '' ? show.title : <a href={show.link}>{show.title}</a>}</h2>
          {orders.length > 0 && (
            <p className={styles.takings}>
              {takesPlace && (
                <>
                  <strong>{seatsSold}</strong>
                  {others}.{' '}
                </>
              )}
              <strong>{formatMoney(money.taken)} taken</strong>.
            </p>
          )}
          <p className="meta">
            {orders.length > 0 && takesPlace
              ? formatTakingsDetails({
                  elsewhere: money.elsewhere,
                  due: sumAmountsDueAtDoor(performances, orders),
                  retained: sumRetainedAmounts(orders),
                })
              : formatPerformanceAndPlaceCounts(performances)}
          </p>
        </div>
      </div>
      {show.archived && (
        <p>
          This show is archived: visitors can’t see it, and no tickets can be sold. You can still take payments for its
          orders, and cancel or refund them.
        </p>
      )}
      {show.cancelled && performances.length === 0 && <p>This show is cancelled, and has no performances.</p>}
      {show.cancelled && !show.archived && takesPlace && (
        <p>
          This show is cancelled. To refund its tickets and tell the buyers, cancel each performance under{' '}
          <a href="#manage-performances">Manage Performances</a>.
        </p>
      )}
      {page.door_notes.map(({ performance_id, show: title, date, count }) => (
        <p key={performance_id}>
          <a href={doorPath(performance_id)}>
            {count === 1 ? 'There is one note from the door' : `There are ${count} notes from the door`} for you to
            settle
          </a>
          : {title}, {formatDateTime(date)}.
        </p>
      ))}
      {toConfirm > 0 && (
        <p>
          <a href="#bookings">
            {toConfirm === 1
              ? 'There is one booking of free tickets'
              : `There are ${toConfirm} bookings of free tickets`}{' '}
            for you to confirm
          </a>
        </p>
      )}
      {page.moved_seats.length > 0 && <MovedSeatsList page={page} />}
      {performances.length === 0 && !show.cancelled && !show.archived && (
        <EmptyState
          title="No performances yet"
          action={<ButtonLink href="#manage-performances">Add a performance</ButtonLink>}
        >
          Once you’ve added one, visitors will see when the show starts and what tickets cost.
        </EmptyState>
      )}
      {performances.length > 0 && (
        <ul className={styles.performances}>
          {performances.map((performance) => (
            <PerformanceItem
              key={performance.id}
              of={performance}
              isArchived={show.archived}
              sales={countPerformanceTickets(performance, orders)}
              taken={sumTakings(orders, performance.id).taken}
              waiting={filterPartiesByPerformance(waiting, performance.id).length}
            />
          ))}
        </ul>
      )}
      <LatestBookings orders={orders} performances={performances} />
    </>
  );
}

/**
 * Lists people whose seats have changed and who haven't been notified yet. Those with an email address are emailed
 * after a delay, unless somebody cancels the email, that kind of email is switched off, or the site can't send any.
 */
export function MovedSeatsList({ page: { moved_seats, orders, performances } }: { page: Page<'bookings'> }) {
  const { busy, slot: at, send: make } = useCall('moved seats');
  const { sends_mail } = useSite();
  const isEmailOn = useIsEmailOn()('seats');
  const orderOf = (id: string) => orders.find((order) => order.id === id);
  const dates = new Map(performances.map(({ id, date }) => [id, formatDateTime(date)]));
  return (
    <section className={`stack no-print ${styles.seatList}`} aria-labelledby="moved-seats">
      <h2 id="moved-seats">Moved seats</h2>
      <p>These people’s seats have changed, and they haven’t been told yet.</p>
      <CallStatus slot={at} above />
      <ul className={styles.seatRows}>
        {moved_seats.map(({ performance_id, order_id, before, now, leaves_at }) => {
          const { name = '', email = '', phone = '', ref = '' } = orderOf(order_id) ?? {};
          const call = { id: performance_id };
          return (
            <li key={`${performance_id} ${order_id}`}>
              <div>
                <p>
                  <a href={orderPath(order_id)}>{name}</a>, {dates.get(performance_id)}
                </p>
                <p>
                  {before.length === 0 ? 'No seats yet' : formatSeats(before)} →{' '}
                  <strong>{now.length === 0 ? 'to be seated' : formatSeats(now)}</strong>
                </p>
                <p className="meta">{formatEmailStatus({ name, email, phone, leaves_at, sends_mail, isEmailOn })}</p>
              </div>
              <div className="row">
                {sends_mail && isEmailOn && email !== '' && (
                  <Button
                    small
                    look="line"
                    pending={busy !== ''}
                    onClick={() => void make(withParams(sendSeatChangeEmail, call), { order_id })}
                  >
                    Send email now
                    <span className="vh">
                      {' '}
                      to {name}, order {ref}
                    </span>
                  </Button>
                )}
                <Button
                  small
                  look="quiet"
                  pending={busy !== ''}
                  onClick={() => void make(withParams(dismissSeatChangeEmail, call), { order_id })}
                >
                  {sends_mail && leaves_at && email ? 'Cancel email' : 'Mark as told'}
                  <span className="vh">
                    : {name}, order {ref}
                  </span>
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Formats "The email goes out at 7.40pm unless you cancel it." or "No email address: ring 07700 900555." */
function formatEmailStatus({
  name,
  email,
  phone,
  leaves_at,
  sends_mail,
  isEmailOn,
}: Record<'name' | 'email' | 'phone' | 'leaves_at', string> & { sends_mail: boolean; isEmailOn: boolean }): string {
  if (email !== '' && !sends_mail) return formatCannotEmailMessage({ name, phone });
  if (email !== '' && !isEmailOn) return formatCannotEmailMessage({ name, phone, isSwitchedOff: true });
  if (email !== '' && leaves_at !== '') return `The email goes out at ${formatTime(leaves_at)} unless you cancel it.`;
  if (email !== '') return `No email has been sent to ${email}.`;
  return phone === '' ? 'No email address: tell them at the door.' : `No email address: ring ${phone}.`;
}

/** A performance: its sales, open tasks, and links to its seats, door and tickets. */
function PerformanceItem({
  of,
  isArchived,
  sales,
  taken,
  waiting,
}: {
  of: Page<'bookings'>['performances'][number];
  /** True if the performance's show is archived: its seating and its door can't be opened. */
  isArchived: boolean;
  sales: ReturnType<typeof countPerformanceTickets>;
  /** The performance's takings, in pence. */
  taken: number;
  /** The number of parties on the performance's waiting list. */
  waiting: number;
}) {
  const { id, date, cancelled, capacity, notes, layout } = of;
  const { sold, given, reserved, free } = sales;
  const { today } = useSite();
  const share = (count: number) => count / Math.max(capacity, 1);
  const isFull = free === 0;
  const seated = of.sold - layout.newSeats;
  const isOnSale = !cancelled && !isArchived;
  const isAhead = isOnSale && date.slice(0, 10) >= today;
  return (
    <li>
      <div className={styles.when}>
        <strong>{formatPerformanceDay(date.slice(0, 10), today)}</strong> {formatTime(date)}{' '}
        {cancelled && <Badge>Cancelled</Badge>}
        {notes && <p className="meta">{notes}</p>}
      </div>
      <div className={styles.house}>
        <div
          className={isFull ? `${styles.bar} ${styles.full}` : styles.bar}
          style={{ '--sold': share(sold + given), '--taken': share(of.sold) } as CSSProperties}
        />
        <p className={`meta num ${styles.sales}`}>
          <strong>{sold}</strong> sold{formatGivenAwayAndReservedCounts({ given, reserved })}
          {isOnSale && !isFull && `, ${free} free`}
          {isOnSale && isFull && (
            <>
              {' '}
              <Badge tone="accent">Sold out</Badge>
            </>
          )}
        </p>
        <p className="meta num dotted">
          {of.sold > 0 && isAhead && (
            <span className={layout.newSeats === 0 ? styles.seated : undefined}>
              {formatSeatedCount(seated, of.sold)}{' '}
            </span>
          )}
          {waiting > 0 && (
            <a href="#waiting-list">
              {waiting === 1 ? 'One party waiting' : `${waiting} parties waiting`}
              <span className="vh"> for {formatDateTime(date)}</span>
            </a>
          )}
        </p>
      </div>
      <p className={`num ${styles.taken}`}>
        {formatMoney(taken)}
        <span> taken</span>
      </p>
      {!isArchived && (
        <div className={`row no-print ${styles.ways}`}>
          <ButtonLink look="line" small href={seatingPath(id)}>
            <Icon of="armchair" /> Seating<span className="vh"> for {formatDateTime(date)}</span>
          </ButtonLink>
          {!cancelled && (
            <ButtonLink look="quiet" small href={doorPath(id)}>
              <Icon of="door-open" /> Door<span className="vh"> on {formatDateTime(date)}</span>
            </ButtonLink>
          )}
          {!cancelled && of.sold > 0 && (
            <ButtonLink look="quiet" small href={printedTicketsPath(id)}>
              <Icon of="printer" /> Tickets<span className="vh"> to print for {formatDateTime(date)}</span>
            </ButtonLink>
          )}
        </div>
      )}
    </li>
  );
}

const maxShown = 5;

function LatestBookings({ orders, performances }: Pick<Page<'bookings'>, 'orders' | 'performances'>) {
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
                {order.performances.map(({ tickets }) => formatTicketCountsByType(tickets)).join(', ')}
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
  const words = formatOrderStatus(order);
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
 * Formats the seats of an order, one text per performance, and counts its tickets without a seat, except those for past
 * or cancelled performances.
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
