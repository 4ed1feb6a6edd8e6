import type { PerformanceOrder } from '#features/orders/contract.ts';
import { needNames } from '#features/orders/order.ts';

/** What a party ticked when it booked, and its note. */
export const PartyRequests = ({
  order: { needs, note },
  className,
}: {
  order: Pick<PerformanceOrder, 'needs' | 'note'>;
  className: string | undefined;
}) => (
  <>
    {needs.length > 0 && <p className={className}>{needs.map((need) => needNames[need]).join(', ')}</p>}
    {note !== '' && <p className={className}>{note}</p>}
  </>
);
