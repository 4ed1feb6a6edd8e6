import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import { accessNeedLabels, formatWishes } from '#features/box-office/orders/order.ts';
import { formatSeats } from '#features/box-office/performances/seat-labels.ts';
import { joinLabels } from '#platform/shared/text/join-labels.ts';
import { groupSeatsByOrder, type Plan } from '../../plan/plan.ts';
import styles from './party-details.module.css';

/** The recorded requests and the note of a party. */
export const PartyRequests = ({
  order: { needs, wishes, next_to, note },
  className,
}: {
  order: Pick<PerformanceOrder, 'needs' | 'wishes' | 'next_to' | 'note'>;
  className: string | undefined;
}) => (
  <>
    {needs.length > 0 && <p className={className}>{joinLabels(needs.map((need) => accessNeedLabels[need]))}</p>}
    {(wishes.length > 0 || next_to.length > 0) && <p className={className}>{formatWishes({ wishes, next_to })}</p>}
    {note !== '' && <p className={className}>{note}</p>}
  </>
);

/** The occupant of a seat: the name, the seats of the order, and the requests. */
export function SeatOccupant({ seat, order, plan }: { seat: string; order: PerformanceOrder; plan: Plan }) {
  const seats = groupSeatsByOrder(plan).get(`${order.ref}`) ?? [];
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
