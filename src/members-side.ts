import { type ComponentProps, createElement } from 'react';
import { navigation as accountSettingsNavigation } from '#features/account-settings/web/navigation.ts';
import { screens as accountSettings } from '#features/account-settings/web/screens.ts';
import { navigation as accountingNavigation } from '#features/accounting/web/navigation.ts';
import { screens as accounting } from '#features/accounting/web/screens.ts';
import { navigation as adminSettingsNavigation } from '#features/admin-settings/web/navigation.ts';
import { screens as adminSettings } from '#features/admin-settings/web/screens.ts';
import { navigation as auditLogNavigation } from '#features/audit-log/web/navigation.ts';
import { screens as auditLog } from '#features/audit-log/web/screens.ts';
import { navigation as blogNavigation } from '#features/blog/web/navigation.ts';
import { navigation as bookingsNavigation } from '#features/bookings/web/navigation.ts';
import { screens as bookings } from '#features/bookings/web/screens.ts';
import { navigation as correctionsNavigation } from '#features/corrections/web/navigation.ts';
import { navigation as documentsNavigation } from '#features/documents/web/navigation.ts';
import { screens as documents } from '#features/documents/web/screens.ts';
import { navigation as doorNavigation } from '#features/door/web/navigation.ts';
import { screens as door } from '#features/door/web/screens.ts';
import { navigation as emergencyContactsNavigation } from '#features/emergency-contacts/web/navigation.ts';
import { screens as emergencyContacts } from '#features/emergency-contacts/web/screens.ts';
import { navigation as errorLogNavigation } from '#features/error-log/web/navigation.ts';
import { screens as errorLog } from '#features/error-log/web/screens.ts';
import { navigation as feedbackNavigation } from '#features/feedback/web/navigation.ts';
import { screens as feedback } from '#features/feedback/web/screens.ts';
import { navigation as filesNavigation } from '#features/files/web/navigation.ts';
import { navigation as giftAidNavigation } from '#features/gift-aid/web/navigation.ts';
import { screens as giftAid } from '#features/gift-aid/web/screens.ts';
import { navigation as handbookNavigation } from '#features/handbook/web/navigation.ts';
import { screens as handbook } from '#features/handbook/web/screens.ts';
import { navigation as jobsNavigation } from '#features/jobs/web/navigation.ts';
import { screens as jobs } from '#features/jobs/web/screens.ts';
import { navigation as mailLogNavigation } from '#features/mail-log/web/navigation.ts';
import { screens as mailLog } from '#features/mail-log/web/screens.ts';
import { navigation as mediaNavigation } from '#features/media/web/navigation.ts';
import { screens as media } from '#features/media/web/screens.ts';
import { navigation as membershipListNavigation } from '#features/membership-list/web/navigation.ts';
import { screens as membershipList } from '#features/membership-list/web/screens.ts';
import { navigation as messagesNavigation } from '#features/messages/web/navigation.ts';
import { screens as messages } from '#features/messages/web/screens.ts';
import { navigation as ordersNavigation } from '#features/orders/web/navigation.ts';
import { navigationOf, Portal as PortalWith } from '#features/portal/web/index.ts';
import { navigation as portalNavigation } from '#features/portal/web/navigation.ts';
import { screens as portal } from '#features/portal/web/screens.ts';
import { navigation as postsNavigation } from '#features/posts/web/navigation.ts';
import { navigation as seatingNavigation } from '#features/seating/web/navigation.ts';
import { screens as seating } from '#features/seating/web/screens.ts';
import { navigation as showManagementNavigation } from '#features/show-management/web/navigation.ts';
import { screens as showManagement } from '#features/show-management/web/screens.ts';
import { navigation as showsNavigation } from '#features/shows/web/navigation.ts';
import { screens as shows } from '#features/shows/web/screens.ts';
import { navigation as signInNavigation } from '#features/sign-in/web/navigation.ts';
import { navigation as subscriptionsNavigation } from '#features/subscriptions/web/navigation.ts';
import { screens as subscriptions } from '#features/subscriptions/web/screens.ts';
import { navigation as usersNavigation } from '#features/users/web/navigation.ts';
import { screens as users } from '#features/users/web/screens.ts';
import type { Screens } from '#platform/web/navigation/index.ts';

/** The members' navigation, from what each feature adds. */
export const navigation = navigationOf([
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
  feedbackNavigation,
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
  showManagementNavigation,
  showsNavigation,
  signInNavigation,
  subscriptionsNavigation,
  usersNavigation,
]);

/** What surrounds all members' pages for somebody signed in. */
export const Portal = (around: Omit<ComponentProps<typeof PortalWith>, 'navigation'>) =>
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
  ...feedback,
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
  ...showManagement,
  ...shows,
  ...subscriptions,
  ...users,
} satisfies Screens;
