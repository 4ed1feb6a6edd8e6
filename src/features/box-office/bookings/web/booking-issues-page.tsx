import { BookingIssueList, bookingIssuesHead } from '#features/box-office/orders/web/index.ts';
import type { Page } from '#platform/shared/pages.ts';

export const head = bookingIssuesHead;

/** Lists everything about bookings that needs attention. */
export default function BookingIssuesPage({ page }: { page: Page<'booking_issues'> }) {
  return <BookingIssueList page={page} />;
}
