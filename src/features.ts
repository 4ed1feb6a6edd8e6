import { accountSettings } from '#features/account-settings/feature.ts';
import { accounting } from '#features/accounting/feature.ts';
import { accounts } from '#features/accounts/feature.ts';
import { adminSettings } from '#features/admin-settings/feature.ts';
import { auditLog } from '#features/audit-log/feature.ts';
import { blog } from '#features/blog/feature.ts';
import { bookingChanges } from '#features/booking-changes/feature.ts';
import { bookings } from '#features/bookings/feature.ts';
import { ledger } from '#features/books/feature.ts';
import { calendarFeed } from '#features/calendar-feed/feature.ts';
import { contact } from '#features/contact/feature.ts';
import { corrections } from '#features/corrections/feature.ts';
import { discovery } from '#features/discovery/feature.ts';
import { documents } from '#features/documents/feature.ts';
import { door } from '#features/door/feature.ts';
import { emergencyContacts } from '#features/emergency-contacts/feature.ts';
import { errorLog } from '#features/error-log/feature.ts';
import { feedback } from '#features/feedback/feature.ts';
import { files } from '#features/files/feature.ts';
import { giftAid } from '#features/gift-aid/feature.ts';
import { handbook } from '#features/handbook/feature.ts';
import { jobs } from '#features/jobs/feature.ts';
import { layout } from '#features/layout/feature.ts';
import { mailLog } from '#features/mail-log/feature.ts';
import { media } from '#features/media/feature.ts';
import { membership } from '#features/membership/feature.ts';
import { membershipList } from '#features/membership-list/feature.ts';
import { messages } from '#features/messages/feature.ts';
import { myData } from '#features/my-data/feature.ts';
import { orderImport } from '#features/order-import/feature.ts';
import { orders } from '#features/orders/feature.ts';
import { payments } from '#features/payments/feature.ts';
import { performances } from '#features/performances/feature.ts';
import { portal } from '#features/portal/feature.ts';
import { posts } from '#features/posts/feature.ts';
import { reviews } from '#features/reviews/feature.ts';
import { salesReports } from '#features/sales-reports/feature.ts';
import { search } from '#features/search/feature.ts';
import { seating } from '#features/seating/feature.ts';
import { secondFactor } from '#features/second-factor/feature.ts';
import { shop } from '#features/shop/feature.ts';
import { showManagement } from '#features/show-management/feature.ts';
import { showPages } from '#features/show-pages/feature.ts';
import { shows } from '#features/shows/feature.ts';
import { signIn } from '#features/sign-in/feature.ts';
import { site } from '#features/site/feature.ts';
import { society } from '#features/society/feature.ts';
import { subscriptions } from '#features/subscriptions/feature.ts';
import { ticketEmails } from '#features/ticket-emails/feature.ts';
import { users } from '#features/users/feature.ts';
import { waitingList } from '#features/waiting-list/feature.ts';
import type { Feature } from '#platform/server/feature/feature.ts';

/**
 * Every feature, from the ground up: a feature may use those before it in this list, and none after it.
 * `npm run check` reads this very list and holds every import and every table to it.
 */
export const features = [
  society,
  accounts,
  shows,
  layout,
  files,
  media,
  blog,
  posts,
  contact,
  feedback,
  reviews,
  corrections,
  discovery,
  calendarFeed,
  performances,
  membership,
  ledger,
  payments,
  subscriptions,
  emergencyContacts,
  accounting,
  giftAid,
  ticketEmails,
  orders,
  waitingList,
  seating,
  orderImport,
  shop,
  bookingChanges,
  salesReports,
  bookings,
  door,
  secondFactor,
  signIn,
  myData,
  mailLog,
  jobs,
  errorLog,
  messages,
  auditLog,
  users,
  membershipList,
  showManagement,
  documents,
  handbook,
  search,
  showPages,
  accountSettings,
  portal,
  adminSettings,
  site,
] as const satisfies readonly Feature[];
