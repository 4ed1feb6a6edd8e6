import { type ComponentProps, createElement } from 'react';
import * as adminSettings from '#features/administration/admin-settings/web/members.ts';
import * as auditLog from '#features/administration/audit-log/web/members.ts';
import * as mail from '#features/administration/mail/web/members.ts';
import * as messages from '#features/administration/messages/web/members.ts';
import * as monitoring from '#features/administration/monitoring/web/members.ts';
import * as shows from '#features/archive/shows/web/members.ts';
import * as bookings from '#features/box-office/bookings/web/members.ts';
import * as door from '#features/box-office/door/web/members.ts';
import * as orders from '#features/box-office/orders/web/members.ts';
import * as seating from '#features/box-office/seating/web/members.ts';
import * as signIn from '#features/identity/sign-in/web/members.ts';
import * as users from '#features/identity/users/web/members.ts';
import * as accountSettings from '#features/members/account-settings/web/members.ts';
import * as documents from '#features/members/documents/web/members.ts';
import * as emergencyContacts from '#features/members/emergency-contacts/web/members.ts';
import * as handbook from '#features/members/handbook/web/members.ts';
import * as membershipList from '#features/members/membership-list/web/members.ts';
import { buildMembersMenu, PortalLayout as PortalWith } from '#features/members/portal/web/index.ts';
import * as portal from '#features/members/portal/web/members.ts';
import * as portraits from '#features/members/portraits/web/members.ts';
import * as showManagement from '#features/members/show-management/web/members.ts';
import * as accounting from '#features/money/accounting/web/members.ts';
import * as giftAid from '#features/money/gift-aid/web/members.ts';
import * as subscriptions from '#features/money/subscriptions/web/members.ts';
import * as blog from '#features/publishing/blog/web/members.ts';
import * as corrections from '#features/publishing/corrections/web/members.ts';
import * as files from '#features/publishing/files/web/members.ts';
import * as media from '#features/publishing/media/web/members.ts';
import * as posts from '#features/publishing/posts/web/members.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

/** The members' navigation, built from the entries of each feature. */
export const membersMenu = buildMembersMenu([
  accountSettings.navigation,
  accounting.navigation,
  adminSettings.navigation,
  auditLog.navigation,
  blog.navigation,
  bookings.navigation,
  corrections.navigation,
  documents.navigation,
  door.navigation,
  emergencyContacts.navigation,
  files.navigation,
  giftAid.navigation,
  handbook.navigation,
  mail.navigation,
  media.navigation,
  membershipList.navigation,
  messages.navigation,
  monitoring.navigation,
  orders.navigation,
  portal.navigation,
  posts.navigation,
  seating.navigation,
  portraits.navigation,
  showManagement.navigation,
  shows.navigation,
  signIn.navigation,
  subscriptions.navigation,
  users.navigation,
]);

/** The layout around all members' pages, for a signed-in user. */
export const MembersPortalLayout = (around: Omit<ComponentProps<typeof PortalWith>, 'navigation'>) =>
  createElement(PortalWith, { ...around, navigation: membersMenu });

/**
 * The screens that only members see. Only members load this list, so the first script doesn't contain the names of
 * these screens' files.
 */
export const screens = {
  ...accounting.screens,
  ...accountSettings.screens,
  ...adminSettings.screens,
  ...auditLog.screens,
  ...blog.screens,
  ...bookings.screens,
  ...corrections.screens,
  ...orders.screens,
  ...documents.screens,
  ...door.screens,
  ...emergencyContacts.screens,
  ...giftAid.screens,
  ...handbook.screens,
  ...mail.screens,
  ...media.screens,
  ...membershipList.screens,
  ...messages.screens,
  ...monitoring.screens,
  ...portal.screens,
  ...seating.screens,
  ...portraits.screens,
  ...showManagement.screens,
  ...shows.screens,
  ...subscriptions.screens,
  ...users.screens,
} satisfies ScreenLoaders;
