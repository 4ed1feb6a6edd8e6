import { OrderDetails, orderHead } from '#features/box-office/orders/web/index.ts';
import type { Page } from '#platform/shared/pages.ts';
import { BoxOfficeSeatChoice } from './box-office-seat-choice.tsx';

export const head = orderHead;

/** One order. It belongs to this feature because its tickets are exchanged for seats, which orders know nothing of. */
export default function OrderPage({ page }: { page: Page<'order'> }) {
  return <OrderDetails page={page} seats={BoxOfficeSeatChoice} />;
}
