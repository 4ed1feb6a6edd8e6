import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import { formatSeats } from '#features/box-office/performances/seat-labels.ts';
import { type Plan, seatsByOrder } from '../plan/plan.ts';
import { PartyRequests } from './party-requests.tsx';
import styles from './seat-occupant.module.css';

/** The occupant of a seat: their name, the seats of their order, and their requests. */
export function SeatOccupant({ seat, order, plan }: { seat: string; order: PerformanceOrder; plan: Plan }) {
  const seats = seatsByOrder(plan).get(`${order.ref}`) ?? [];
  return (
    <>
      <p>
        <b>{seat}</b> {order.name}
      </p>
      <p className="meta">
        {seats.length} of {order.tickets_count} seated: {formatSeats(seats)}
      </p>
      <PartyRequests order={order} className={styles.note} />
    </>
  );
}
