import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import { accessNeedLabels, formatWishes } from '#features/box-office/orders/order.ts';

/** The recorded requests of a party, and its note. */
export const PartyRequests = ({
  order: { needs, wishes, next_to, note },
  className,
}: {
  order: Pick<PerformanceOrder, 'needs' | 'wishes' | 'next_to' | 'note'>;
  className: string | undefined;
}) => (
  <>
    {needs.length > 0 && <p className={className}>{needs.map((need) => accessNeedLabels[need]).join(', ')}</p>}
    {(wishes.length > 0 || next_to.length > 0) && <p className={className}>{formatWishes({ wishes, next_to })}</p>}
    {note !== '' && <p className={className}>{note}</p>}
  </>
);
