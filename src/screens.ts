import { takesMessages } from '#features/contact/message.ts';
import type { PageType } from '#platform/shared/pages.ts';
import type { AnyScreen, Frame, Screen } from '#platform/web/navigation/index.ts';

/**
 * The screen that shows each type of page: its source, as Vite's manifest names it, and the way to fetch it. A page
 * type without a screen, or with one for other pages, does not compile.
 */
const screens: { [T in PageType]: { source: string; load: () => Promise<Screen<T>> } } = {
  error: {
    source: 'src/features/site/web/ErrorPage.tsx',
    load: () => import('#features/site/web/ErrorPage.tsx'),
  },
  redirect: {
    source: 'src/features/site/web/RedirectPage.tsx',
    load: () => import('#features/site/web/RedirectPage.tsx'),
  },
  login: {
    source: 'src/features/sign-in/web/LoginPage.tsx',
    load: () => import('#features/sign-in/web/LoginPage.tsx'),
  },
  account_notice: {
    source: 'src/features/sign-in/web/AccountNoticePage.tsx',
    load: () => import('#features/sign-in/web/AccountNoticePage.tsx'),
  },
  confirm_address: {
    source: 'src/features/sign-in/web/ConfirmAddressPage.tsx',
    load: () => import('#features/sign-in/web/ConfirmAddressPage.tsx'),
  },
  invitation: {
    source: 'src/features/sign-in/web/InvitationPage.tsx',
    load: () => import('#features/sign-in/web/InvitationPage.tsx'),
  },
  forgotten: {
    source: 'src/features/sign-in/web/ForgottenPage.tsx',
    load: () => import('#features/sign-in/web/ForgottenPage.tsx'),
  },
  reset_password: {
    source: 'src/features/sign-in/web/ResetPasswordPage.tsx',
    load: () => import('#features/sign-in/web/ResetPasswordPage.tsx'),
  },
  account_settings: {
    source: 'src/features/account-settings/web/AccountSettingsPage.tsx',
    load: () => import('#features/account-settings/web/AccountSettingsPage.tsx'),
  },
  logout: {
    source: 'src/features/sign-in/web/LogoutPage.tsx',
    load: () => import('#features/sign-in/web/LogoutPage.tsx'),
  },
  confirm_email: {
    source: 'src/features/account-settings/web/ConfirmEmailPage.tsx',
    load: () => import('#features/account-settings/web/ConfirmEmailPage.tsx'),
  },
  password_again: {
    source: 'src/features/sign-in/web/PasswordAgainPage.tsx',
    load: () => import('#features/sign-in/web/PasswordAgainPage.tsx'),
  },
  manage_users: {
    source: 'src/features/users/web/ManageUsersPage.tsx',
    load: () => import('#features/users/web/ManageUsersPage.tsx'),
  },
  manage_user: {
    source: 'src/features/users/web/ManageUserPage.tsx',
    load: () => import('#features/users/web/ManageUserPage.tsx'),
  },
  invite_users: {
    source: 'src/features/users/web/InviteUsersPage.tsx',
    load: () => import('#features/users/web/InviteUsersPage.tsx'),
  },
  admin_settings: {
    source: 'src/features/admin-settings/web/AdminSettingsPage.tsx',
    load: () => import('#features/admin-settings/web/AdminSettingsPage.tsx'),
  },
  manage_blog: {
    source: 'src/features/blog/web/ManageBlogPage.tsx',
    load: () => import('#features/blog/web/ManageBlogPage.tsx'),
  },
  edit_blog_post: {
    source: 'src/features/blog/web/EditBlogPostPage.tsx',
    load: () => import('#features/blog/web/EditBlogPostPage.tsx'),
  },
  tickets: {
    source: 'src/features/site/web/TicketsPage.tsx',
    load: () => import('#features/site/web/TicketsPage.tsx'),
  },
  map_post: {
    source: 'src/features/site/web/AboutPage.tsx',
    load: () => import('#features/site/web/AboutPage.tsx'),
  },
  notice: {
    source: 'src/features/site/web/NoticePage.tsx',
    load: () => import('#features/site/web/NoticePage.tsx'),
  },
  post: {
    source: 'src/features/posts/web/PostPage.tsx',
    load: () => import('#features/posts/web/PostPage.tsx'),
  },
  blogs: {
    source: 'src/features/blog/web/BlogPage.tsx',
    load: () => import('#features/blog/web/BlogPage.tsx'),
  },
  contact: {
    source: 'src/features/contact/web/ContactPage.tsx',
    load: () => import('#features/contact/web/ContactPage.tsx'),
  },
  correction_form: {
    source: 'src/features/corrections/web/CorrectionPage.tsx',
    load: () => import('#features/corrections/web/CorrectionPage.tsx'),
  },
  corrections: {
    source: 'src/features/corrections/web/CorrectionsPage.tsx',
    load: () => import('#features/corrections/web/CorrectionsPage.tsx'),
  },
  emergency_contacts: {
    source: 'src/features/emergency-contacts/web/EmergencyContactsPage.tsx',
    load: () => import('#features/emergency-contacts/web/EmergencyContactsPage.tsx'),
  },
  feedback_form: {
    source: 'src/features/feedback/web/FeedbackPage.tsx',
    load: () => import('#features/feedback/web/FeedbackPage.tsx'),
  },
  search: {
    source: 'src/features/search/web/SearchPage.tsx',
    load: () => import('#features/search/web/SearchPage.tsx'),
  },
  file_page: {
    source: 'src/features/files/web/FilePage.tsx',
    load: () => import('#features/files/web/FilePage.tsx'),
  },
  list_shows: {
    source: 'src/features/show-pages/web/ListShowsPage.tsx',
    load: () => import('#features/show-pages/web/ListShowsPage.tsx'),
  },
  add_show_member: {
    source: 'src/features/shows/web/AddShowMemberPage.tsx',
    load: () => import('#features/shows/web/AddShowMemberPage.tsx'),
  },
  people: {
    source: 'src/features/shows/people/web/PeoplePage.tsx',
    load: () => import('#features/shows/people/web/PeoplePage.tsx'),
  },
  edit_person: {
    source: 'src/features/shows/people/web/EditPersonPage.tsx',
    load: () => import('#features/shows/people/web/EditPersonPage.tsx'),
  },
  edit_show: {
    source: 'src/features/show-management/web/EditShowPage.tsx',
    load: () => import('#features/show-management/web/EditShowPage.tsx'),
  },
  manage_media: {
    source: 'src/features/media/web/ManageMediaPage.tsx',
    load: () => import('#features/media/web/ManageMediaPage.tsx'),
  },
  show_photos_form: {
    source: 'src/features/media/web/ShowPhotosPage.tsx',
    load: () => import('#features/media/web/ShowPhotosPage.tsx'),
  },
  past_show: {
    source: 'src/features/show-pages/web/PastShowPage.tsx',
    load: () => import('#features/show-pages/web/PastShowPage.tsx'),
  },
  dashboard: {
    source: 'src/features/portal/web/DashboardPage.tsx',
    load: () => import('#features/portal/web/DashboardPage.tsx'),
  },
  members_shows: {
    source: 'src/features/portal/web/MembersShowsPage.tsx',
    load: () => import('#features/portal/web/MembersShowsPage.tsx'),
  },
  members_show: {
    source: 'src/features/portal/web/MembersShowPage.tsx',
    load: () => import('#features/portal/web/MembersShowPage.tsx'),
  },
  manage_docs: {
    source: 'src/features/documents/web/ManageDocsPage.tsx',
    load: () => import('#features/documents/web/ManageDocsPage.tsx'),
  },
  society_posts: {
    source: 'src/features/portal/web/SocietyPostsPage.tsx',
    load: () => import('#features/portal/web/SocietyPostsPage.tsx'),
  },
  admin_tools: {
    source: 'src/features/portal/web/AdminToolsPage.tsx',
    load: () => import('#features/portal/web/AdminToolsPage.tsx'),
  },
  audit_log: {
    source: 'src/features/audit-log/web/AuditLogPage.tsx',
    load: () => import('#features/audit-log/web/AuditLogPage.tsx'),
  },
  mail_log: {
    source: 'src/features/mail-log/web/MailLogPage.tsx',
    load: () => import('#features/mail-log/web/MailLogPage.tsx'),
  },
  opened_mail: {
    source: 'src/features/mail-log/web/OpenedMailPage.tsx',
    load: () => import('#features/mail-log/web/OpenedMailPage.tsx'),
  },
  messages: {
    source: 'src/features/messages/web/MessagesPage.tsx',
    load: () => import('#features/messages/web/MessagesPage.tsx'),
  },
  opened_message: {
    source: 'src/features/messages/web/OpenedMessagePage.tsx',
    load: () => import('#features/messages/web/OpenedMessagePage.tsx'),
  },
  coming: {
    source: 'src/features/portal/web/ComingPage.tsx',
    load: () => import('#features/portal/web/ComingPage.tsx'),
  },
};

/** What stands around all members' pages for those who are signed in: fetched with the first of them. */
const portal: { source: string; load: () => Promise<{ Portal: Frame }> } = {
  source: 'src/features/portal/web/Portal.tsx',
  load: () => import('#features/portal/web/Portal.tsx'),
};

const inPortal = (path: string) => path.startsWith('/members/');

/** The form to write to us, beside a few pages: the others would carry it for nothing. */
const contact = {
  source: 'src/features/contact/web/ContactForm.tsx',
  load: () => import('#features/contact/web/ContactForm.tsx'),
};

/** The sources of what a page of this type at this path is drawn with, as Vite's manifest names them. */
export const sourcesOf = (type: PageType, path: string): string[] => [
  screens[type].source,
  ...(inPortal(path) ? [portal.source] : []),
  ...(takesMessages(path) ? [contact.source] : []),
];

/** Fetches the screen for a page. Rejects when its file can't be had, for instance after a new deployment. */
export async function loadScreen(type: PageType, path: string): Promise<AnyScreen> {
  const [screen, around, beside] = await Promise.all([
    screens[type].load(),
    inPortal(path) ? portal.load() : undefined,
    takesMessages(path) ? contact.load() : undefined,
  ]);
  // The table above pairs each type with its screen; a type known only at run time can't carry that pairing with it
  return { ...(screen as Screen<PageType>), frame: around?.Portal, contact: beside?.ContactForm } as AnyScreen;
}
