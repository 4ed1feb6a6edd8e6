import { adminSettings } from '#features/administration/admin-settings/feature.ts';
import { auditLog } from '#features/administration/audit-log/feature.ts';
import { mail } from '#features/administration/mail/feature.ts';
import { messages } from '#features/administration/messages/feature.ts';
import { monitoring } from '#features/administration/monitoring/feature.ts';
import { reviews } from '#features/archive/reviews/feature.ts';
import { shows } from '#features/archive/shows/feature.ts';
import { bookingChanges } from '#features/box-office/booking-changes/feature.ts';
import { bookings } from '#features/box-office/bookings/feature.ts';
import { door } from '#features/box-office/door/feature.ts';
import { orderImport } from '#features/box-office/order-import/feature.ts';
import { orders } from '#features/box-office/orders/feature.ts';
import { performances } from '#features/box-office/performances/feature.ts';
import { seating } from '#features/box-office/seating/feature.ts';
import { shop } from '#features/box-office/shop/feature.ts';
import { waitingList } from '#features/box-office/waiting-list/feature.ts';
import { secondFactor } from '#features/identity/second-factor/feature.ts';
import { signIn } from '#features/identity/sign-in/feature.ts';
import { users } from '#features/identity/users/feature.ts';
import { accountSettings } from '#features/members/account-settings/feature.ts';
import { documents } from '#features/members/documents/feature.ts';
import { emergencyContacts } from '#features/members/emergency-contacts/feature.ts';
import { handbook } from '#features/members/handbook/feature.ts';
import { membershipList } from '#features/members/membership-list/feature.ts';
import { portal } from '#features/members/portal/feature.ts';
import { portraits } from '#features/members/portraits/feature.ts';
import { showManagement } from '#features/members/show-management/feature.ts';
import { accounting } from '#features/money/accounting/feature.ts';
import { giftAid } from '#features/money/gift-aid/feature.ts';
import { ledger } from '#features/money/ledger/feature.ts';
import { payments } from '#features/money/payments/feature.ts';
import { subscriptions } from '#features/money/subscriptions/feature.ts';
import { blog } from '#features/publishing/blog/feature.ts';
import { calendarFeed } from '#features/publishing/calendar-feed/feature.ts';
import { corrections } from '#features/publishing/corrections/feature.ts';
import { files } from '#features/publishing/files/feature.ts';
import { layout } from '#features/publishing/layout/feature.ts';
import { media } from '#features/publishing/media/feature.ts';
import { posts } from '#features/publishing/posts/feature.ts';
import { writing } from '#features/publishing/writing/feature.ts';
import { accounts } from '#features/society/accounts/feature.ts';
import { settings } from '#features/society/settings/feature.ts';
import { search } from '#features/website/search/feature.ts';
import { showPages } from '#features/website/show-pages/feature.ts';
import { site } from '#features/website/site/feature.ts';
import type { Feature } from '#platform/server/feature/feature.ts';

/**
 * Every feature, in order of dependency. A feature may use only the features before it in this list. `npm run check`
 * reads this list and checks every import and every table against it.
 */
export const features = [
  // society
  settings,
  accounts,
  // archive
  shows,
  reviews,
  // publishing
  layout,
  files,
  media,
  writing,
  blog,
  posts,
  corrections,
  calendarFeed,
  // money
  ledger,
  payments,
  subscriptions,
  accounting,
  giftAid,
  // box-office
  performances,
  orders,
  waitingList,
  seating,
  orderImport,
  shop,
  bookingChanges,
  bookings,
  door,
  // identity
  secondFactor,
  signIn,
  users,
  // administration
  mail,
  monitoring,
  messages,
  auditLog,
  adminSettings,
  // members
  emergencyContacts,
  membershipList,
  showManagement,
  documents,
  handbook,
  portraits,
  accountSettings,
  portal,
  // website
  search,
  showPages,
  site,
] as const satisfies readonly Feature[];
