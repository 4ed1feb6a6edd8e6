import { screens as accountSettings } from '#features/account-settings/web/screens.ts';
import { screens as adminSettings } from '#features/admin-settings/web/screens.ts';
import { screens as auditLog } from '#features/audit-log/web/screens.ts';
import { screens as blog } from '#features/blog/web/screens.ts';
import { takesMessages } from '#features/contact/message.ts';
import { screens as contact } from '#features/contact/web/screens.ts';
import { screens as corrections } from '#features/corrections/web/screens.ts';
import { screens as documents } from '#features/documents/web/screens.ts';
import { screens as emergencyContacts } from '#features/emergency-contacts/web/screens.ts';
import { screens as feedback } from '#features/feedback/web/screens.ts';
import { screens as files } from '#features/files/web/screens.ts';
import { screens as jobs } from '#features/jobs/web/screens.ts';
import { screens as mailLog } from '#features/mail-log/web/screens.ts';
import { screens as media } from '#features/media/web/screens.ts';
import { screens as messages } from '#features/messages/web/screens.ts';
import { screens as portal } from '#features/portal/web/screens.ts';
import { screens as posts } from '#features/posts/web/screens.ts';
import { screens as search } from '#features/search/web/screens.ts';
import { screens as showManagement } from '#features/show-management/web/screens.ts';
import { screens as showPages } from '#features/show-pages/web/screens.ts';
import { screens as shows } from '#features/shows/web/screens.ts';
import { screens as signIn } from '#features/sign-in/web/screens.ts';
import { screens as site } from '#features/site/web/screens.ts';
import { screens as users } from '#features/users/web/screens.ts';
import type { PageType } from '#platform/shared/pages.ts';
import type { AnyScreen, Frame, Screen, Screens } from '#platform/web/navigation/index.ts';

/** The screen that shows each type of page. A page type without one, or with one for other pages, does not compile. */
export const screens: Required<Screens> = {
  ...accountSettings,
  ...adminSettings,
  ...auditLog,
  ...blog,
  ...contact,
  ...corrections,
  ...documents,
  ...emergencyContacts,
  ...feedback,
  ...files,
  ...jobs,
  ...mailLog,
  ...media,
  ...messages,
  ...portal,
  ...posts,
  ...search,
  ...showManagement,
  ...showPages,
  ...shows,
  ...signIn,
  ...site,
  ...users,
};

/** What surrounds all members' pages for somebody signed in; fetched with the first of them. */
const loadPortal = (): Promise<{ Portal: Frame }> => import('#features/portal/web/Portal.tsx');

/** The contact form, which only a few pages have: the others shouldn't have to load it. */
const loadContact = () => import('#features/contact/web/ContactForm.tsx');

/** Fetches the screen for a page. Rejects when its file can't be had, for instance after a new deployment. */
export async function loadScreen(type: PageType, path: string): Promise<AnyScreen> {
  const [screen, around, beside] = await Promise.all([
    screens[type](path),
    path.startsWith('/members/') ? loadPortal() : undefined,
    takesMessages(path) ? loadContact() : undefined,
  ]);
  // The table above pairs each type with its screen; a type known only at run time can't carry that pairing with it
  return { ...(screen as Screen<PageType>), frame: around?.Portal, contact: beside?.ContactForm } as AnyScreen;
}
