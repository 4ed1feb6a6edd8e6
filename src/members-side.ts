import { type ComponentProps, createElement } from 'react';
import { navigation as adminSettingsNavigation } from '#features/administration/admin-settings/web/navigation.ts';
import { screens as adminSettings } from '#features/administration/admin-settings/web/screens.ts';
import { navigation as auditLogNavigation } from '#features/administration/audit-log/web/navigation.ts';
import { screens as auditLog } from '#features/administration/audit-log/web/screens.ts';
import { navigation as errorLogNavigation } from '#features/administration/error-log/web/navigation.ts';
import { screens as errorLog } from '#features/administration/error-log/web/screens.ts';
import { navigation as jobsNavigation } from '#features/administration/jobs/web/navigation.ts';
import { screens as jobs } from '#features/administration/jobs/web/screens.ts';
import { navigation as mailLogNavigation } from '#features/administration/mail-log/web/navigation.ts';
import { screens as mailLog } from '#features/administration/mail-log/web/screens.ts';
import { screens as messages } from '#features/administration/messages/web/members-screens.ts';
import { navigation as messagesNavigation } from '#features/administration/messages/web/navigation.ts';
import { navigation as showsNavigation } from '#features/archive/shows/web/navigation.ts';
import { screens as shows } from '#features/archive/shows/web/screens.ts';
import { navigation as bookingsNavigation } from '#features/box-office/bookings/web/navigation.ts';
import { screens as bookings } from '#features/box-office/bookings/web/screens.ts';
import { navigation as doorNavigation } from '#features/box-office/door/web/navigation.ts';
import { screens as door } from '#features/box-office/door/web/screens.ts';
import { navigation as ordersNavigation } from '#features/box-office/orders/web/navigation.ts';
import { navigation as printingNavigation } from '#features/box-office/printing/web/navigation.ts';
import { screens as printing } from '#features/box-office/printing/web/screens.ts';
import { navigation as seatingNavigation } from '#features/box-office/seating/web/navigation.ts';
import { screens as seating } from '#features/box-office/seating/web/screens.ts';
import { navigation as signInNavigation } from '#features/identity/sign-in/web/navigation.ts';
import { navigation as usersNavigation } from '#features/identity/users/web/navigation.ts';
import { screens as users } from '#features/identity/users/web/screens.ts';
import { navigation as accountSettingsNavigation } from '#features/members/account-settings/web/navigation.ts';
import { screens as accountSettings } from '#features/members/account-settings/web/screens.ts';
import { navigation as documentsNavigation } from '#features/members/documents/web/navigation.ts';
import { screens as documents } from '#features/members/documents/web/screens.ts';
import { navigation as emergencyContactsNavigation } from '#features/members/emergency-contacts/web/navigation.ts';
import { screens as emergencyContacts } from '#features/members/emergency-contacts/web/screens.ts';
import { navigation as handbookNavigation } from '#features/members/handbook/web/navigation.ts';
import { screens as handbook } from '#features/members/handbook/web/screens.ts';
import { navigation as membershipListNavigation } from '#features/members/membership-list/web/navigation.ts';
import { screens as membershipList } from '#features/members/membership-list/web/screens.ts';
import { buildNavigation, Portal as PortalWith } from '#features/members/portal/web/index.ts';
import { navigation as portalNavigation } from '#features/members/portal/web/navigation.ts';
import { screens as portal } from '#features/members/portal/web/screens.ts';
import { navigation as showManagementNavigation } from '#features/members/show-management/web/navigation.ts';
import { screens as showManagement } from '#features/members/show-management/web/screens.ts';
import { navigation as accountingNavigation } from '#features/money/accounting/web/navigation.ts';
import { screens as accounting } from '#features/money/accounting/web/screens.ts';
import { navigation as giftAidNavigation } from '#features/money/gift-aid/web/navigation.ts';
import { screens as giftAid } from '#features/money/gift-aid/web/screens.ts';
import { navigation as subscriptionsNavigation } from '#features/money/subscriptions/web/navigation.ts';
import { screens as subscriptions } from '#features/money/subscriptions/web/screens.ts';
import { navigation as blogNavigation } from '#features/publishing/blog/web/navigation.ts';
import { navigation as correctionsNavigation } from '#features/publishing/corrections/web/navigation.ts';
import { navigation as filesNavigation } from '#features/publishing/files/web/navigation.ts';
import { navigation as mediaNavigation } from '#features/publishing/media/web/navigation.ts';
import { screens as media } from '#features/publishing/media/web/screens.ts';
import { navigation as postsNavigation } from '#features/publishing/posts/web/navigation.ts';
import type { Screens } from '#platform/web/navigation/index.ts';

/** The members' navigation, from what each feature adds. */
export const navigation = buildNavigation([
  accountSettingsNavigation,
  accountingNavigation,
  adminSettingsNavigation,
  auditLogNavigation,
  blogNavigation,
  bookingsNavigation,
  correctionsNavigation,
  documentsNavigation,
  doorNavigation,
  emergencyContactsNavigation,
  errorLogNavigation,
  filesNavigation,
  giftAidNavigation,
  handbookNavigation,
  jobsNavigation,
  mailLogNavigation,
  mediaNavigation,
  membershipListNavigation,
  messagesNavigation,
  ordersNavigation,
  portalNavigation,
  postsNavigation,
  seatingNavigation,
  printingNavigation,
  showManagementNavigation,
  showsNavigation,
  signInNavigation,
  subscriptionsNavigation,
  usersNavigation,
]);

/** Surrounds all members' pages for somebody signed in. */
export const MembersPortal = (around: Omit<ComponentProps<typeof PortalWith>, 'navigation'>) =>
  createElement(PortalWith, { ...around, navigation });

/** The screens that only members see: fetched by them, so that the first script doesn't carry their files' names. */
export const screens = {
  ...accounting,
  ...accountSettings,
  ...adminSettings,
  ...auditLog,
  ...bookings,
  ...documents,
  ...door,
  ...emergencyContacts,
  ...giftAid,
  ...handbook,
  ...errorLog,
  ...jobs,
  ...mailLog,
  ...media,
  ...membershipList,
  ...messages,
  ...portal,
  ...seating,
  ...printing,
  ...showManagement,
  ...shows,
  ...subscriptions,
  ...users,
} satisfies Screens;
