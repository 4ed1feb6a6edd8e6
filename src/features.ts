import { adminSettingsFeature } from '#features/administration/admin-settings/feature.ts';
import { auditLogFeature } from '#features/administration/audit-log/feature.ts';
import { mailFeature } from '#features/administration/mail/feature.ts';
import { messagesFeature } from '#features/administration/messages/feature.ts';
import { monitoringFeature } from '#features/administration/monitoring/feature.ts';
import { reviewsFeature } from '#features/archive/reviews/feature.ts';
import { showsFeature } from '#features/archive/shows/feature.ts';
import { bookingChangesFeature } from '#features/box-office/booking-changes/feature.ts';
import { bookingsFeature } from '#features/box-office/bookings/feature.ts';
import { doorFeature } from '#features/box-office/door/feature.ts';
import { orderImportFeature } from '#features/box-office/order-import/feature.ts';
import { ordersFeature } from '#features/box-office/orders/feature.ts';
import { performancesFeature } from '#features/box-office/performances/feature.ts';
import { seatingFeature } from '#features/box-office/seating/feature.ts';
import { shopFeature } from '#features/box-office/shop/feature.ts';
import { waitingListFeature } from '#features/box-office/waiting-list/feature.ts';
import { secondFactorFeature } from '#features/identity/second-factor/feature.ts';
import { signInFeature } from '#features/identity/sign-in/feature.ts';
import { usersFeature } from '#features/identity/users/feature.ts';
import { accountSettingsFeature } from '#features/members/account-settings/feature.ts';
import { documentsFeature } from '#features/members/documents/feature.ts';
import { emergencyContactsFeature } from '#features/members/emergency-contacts/feature.ts';
import { handbookFeature } from '#features/members/handbook/feature.ts';
import { membershipListFeature } from '#features/members/membership-list/feature.ts';
import { portalFeature } from '#features/members/portal/feature.ts';
import { portraitsFeature } from '#features/members/portraits/feature.ts';
import { showManagementFeature } from '#features/members/show-management/feature.ts';
import { accountingFeature } from '#features/money/accounting/feature.ts';
import { giftAidFeature } from '#features/money/gift-aid/feature.ts';
import { ledgerFeature } from '#features/money/ledger/feature.ts';
import { paymentsFeature } from '#features/money/payments/feature.ts';
import { subscriptionsFeature } from '#features/money/subscriptions/feature.ts';
import { blogFeature } from '#features/publishing/blog/feature.ts';
import { calendarFeedFeature } from '#features/publishing/calendar-feed/feature.ts';
import { correctionsFeature } from '#features/publishing/corrections/feature.ts';
import { filesFeature } from '#features/publishing/files/feature.ts';
import { layoutFeature } from '#features/publishing/layout/feature.ts';
import { mediaFeature } from '#features/publishing/media/feature.ts';
import { postsFeature } from '#features/publishing/posts/feature.ts';
import { writingFeature } from '#features/publishing/writing/feature.ts';
import { accountsFeature } from '#features/society/accounts/feature.ts';
import { settingsFeature } from '#features/society/settings/feature.ts';
import { searchFeature } from '#features/website/search/feature.ts';
import { showPagesFeature } from '#features/website/show-pages/feature.ts';
import { siteFeature } from '#features/website/site/feature.ts';
import type { Feature } from '#platform/server/feature/feature.ts';

/**
 * Every feature, in order of dependency. A feature may use only the features before it in this list. `npm run check`
 * reads this list and checks every import and every table against it.
 */
export const features = [
  // society
  settingsFeature,
  accountsFeature,
  // archive
  showsFeature,
  reviewsFeature,
  // publishing
  layoutFeature,
  filesFeature,
  mediaFeature,
  writingFeature,
  blogFeature,
  postsFeature,
  correctionsFeature,
  calendarFeedFeature,
  // money
  ledgerFeature,
  paymentsFeature,
  subscriptionsFeature,
  accountingFeature,
  giftAidFeature,
  // box-office
  performancesFeature,
  ordersFeature,
  waitingListFeature,
  seatingFeature,
  orderImportFeature,
  shopFeature,
  bookingChangesFeature,
  bookingsFeature,
  doorFeature,
  // identity
  secondFactorFeature,
  signInFeature,
  usersFeature,
  // administration
  mailFeature,
  monitoringFeature,
  messagesFeature,
  auditLogFeature,
  adminSettingsFeature,
  // members
  emergencyContactsFeature,
  membershipListFeature,
  showManagementFeature,
  documentsFeature,
  handbookFeature,
  portraitsFeature,
  accountSettingsFeature,
  portalFeature,
  // website
  searchFeature,
  showPagesFeature,
  siteFeature,
] as const satisfies readonly Feature[];
