import { screens as accountSettings } from '#features/account-settings/web/screens.ts';
import { screens as accounting } from '#features/accounting/web/screens.ts';
import { screens as adminSettings } from '#features/admin-settings/web/screens.ts';
import { screens as auditLog } from '#features/audit-log/web/screens.ts';
import { screens as bookings } from '#features/bookings/web/screens.ts';
import { screens as documents } from '#features/documents/web/screens.ts';
import { screens as door } from '#features/door/web/screens.ts';
import { screens as emergencyContacts } from '#features/emergency-contacts/web/screens.ts';
import { screens as faults } from '#features/faults/web/screens.ts';
import { screens as feedback } from '#features/feedback/web/screens.ts';
import { screens as giftAid } from '#features/gift-aid/web/screens.ts';
import { screens as handbook } from '#features/handbook/web/screens.ts';
import { screens as jobs } from '#features/jobs/web/screens.ts';
import { screens as mailLog } from '#features/mail-log/web/screens.ts';
import { screens as media } from '#features/media/web/screens.ts';
import { screens as membershipList } from '#features/membership-list/web/screens.ts';
import { screens as messages } from '#features/messages/web/screens.ts';
import { screens as portal } from '#features/portal/web/screens.ts';
import { screens as seating } from '#features/seating/web/screens.ts';
import { screens as showManagement } from '#features/show-management/web/screens.ts';
import { screens as shows } from '#features/shows/web/screens.ts';
import { screens as users } from '#features/users/web/screens.ts';
import type { Screens } from '#platform/web/navigation/index.ts';

/** What surrounds all members' pages for somebody signed in. */
export { Portal } from '#features/portal/web/Portal.tsx';

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
  ...faults,
  ...jobs,
  ...mailLog,
  ...media,
  ...membershipList,
  ...messages,
  ...portal,
  ...seating,
  ...showManagement,
  ...shows,
  ...users,
} satisfies Screens;
