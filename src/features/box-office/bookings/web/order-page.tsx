import { OrderDetails, orderHead } from '#features/box-office/orders/web/index.ts';
import type { Page } from '#platform/shared/pages.ts';
import { BoxOfficeSeatChoice } from './box-office-seat-choice.tsx';

export const head = orderHead;

/**
 * One order. The page is in this feature because exchanging tickets needs seating plans, which the orders feature can't
 * use.
 */
export default function OrderPage({ page }: { page: Page<'order'> }) {
  return <OrderDetails page={page} seats={BoxOfficeSeatChoice} />;
}
