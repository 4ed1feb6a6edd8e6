import { takesMessages } from './features/contact/message.ts';
import type { PageType } from './platform/shared/pages.ts';
import type { AnyScreen, Frame, Screen } from './platform/web/navigation/index.ts';

/**
 * The screen that shows each type of page: its source, as Vite's manifest names it, and the way to fetch it. A page
 * type without a screen, or with one for other pages, does not compile.
 */
const screens: { [T in PageType]: { source: string; load: () => Promise<Screen<T>> } } = {
  error: {
    source: 'src/features/site/web/ErrorPage.tsx',
    load: () => import('./features/site/web/ErrorPage.tsx'),
  },
  redirect: {
    source: 'src/features/site/web/RedirectPage.tsx',
    load: () => import('./features/site/web/RedirectPage.tsx'),
  },
  login: {
    source: 'src/features/accounts/web/LoginPage.tsx',
    load: () => import('./features/accounts/web/LoginPage.tsx'),
  },
  account_notice: {
    source: 'src/features/accounts/web/AccountNoticePage.tsx',
    load: () => import('./features/accounts/web/AccountNoticePage.tsx'),
  },
  confirm_address: {
    source: 'src/features/accounts/web/ConfirmAddressPage.tsx',
    load: () => import('./features/accounts/web/ConfirmAddressPage.tsx'),
  },
  invitation: {
    source: 'src/features/accounts/web/InvitationPage.tsx',
    load: () => import('./features/accounts/web/InvitationPage.tsx'),
  },
  forgotten: {
    source: 'src/features/accounts/web/ForgottenPage.tsx',
    load: () => import('./features/accounts/web/ForgottenPage.tsx'),
  },
  reset_password: {
    source: 'src/features/accounts/web/ResetPasswordPage.tsx',
    load: () => import('./features/accounts/web/ResetPasswordPage.tsx'),
  },
  account_settings: {
    source: 'src/features/accounts/web/AccountSettingsPage.tsx',
    load: () => import('./features/accounts/web/AccountSettingsPage.tsx'),
  },
  logout: {
    source: 'src/features/accounts/web/LogoutPage.tsx',
    load: () => import('./features/accounts/web/LogoutPage.tsx'),
  },
  confirm_email: {
    source: 'src/features/accounts/web/ConfirmEmailPage.tsx',
    load: () => import('./features/accounts/web/ConfirmEmailPage.tsx'),
  },
  password_again: {
    source: 'src/features/accounts/web/PasswordAgainPage.tsx',
    load: () => import('./features/accounts/web/PasswordAgainPage.tsx'),
  },
  manage_users: {
    source: 'src/features/users/web/ManageUsersPage.tsx',
    load: () => import('./features/users/web/ManageUsersPage.tsx'),
  },
  manage_user: {
    source: 'src/features/users/web/ManageUserPage.tsx',
    load: () => import('./features/users/web/ManageUserPage.tsx'),
  },
  invite_users: {
    source: 'src/features/users/web/InviteUsersPage.tsx',
    load: () => import('./features/users/web/InviteUsersPage.tsx'),
  },
  admin_settings: {
    source: 'src/features/site/web/AdminSettingsPage.tsx',
    load: () => import('./features/site/web/AdminSettingsPage.tsx'),
  },
  manage_blog: {
    source: 'src/features/blog/web/ManageBlogPage.tsx',
    load: () => import('./features/blog/web/ManageBlogPage.tsx'),
  },
  edit_blog_post: {
    source: 'src/features/blog/web/EditBlogPostPage.tsx',
    load: () => import('./features/blog/web/EditBlogPostPage.tsx'),
  },
  tickets: {
    source: 'src/features/site/web/TicketsPage.tsx',
    load: () => import('./features/site/web/TicketsPage.tsx'),
  },
  map_post: {
    source: 'src/features/site/web/AboutPage.tsx',
    load: () => import('./features/site/web/AboutPage.tsx'),
  },
  notice: {
    source: 'src/features/site/web/NoticePage.tsx',
    load: () => import('./features/site/web/NoticePage.tsx'),
  },
  post: {
    source: 'src/features/posts/web/PostPage.tsx',
    load: () => import('./features/posts/web/PostPage.tsx'),
  },
  blogs: {
    source: 'src/features/blog/web/BlogPage.tsx',
    load: () => import('./features/blog/web/BlogPage.tsx'),
  },
  contact: {
    source: 'src/features/contact/web/ContactPage.tsx',
    load: () => import('./features/contact/web/ContactPage.tsx'),
  },
  correction_form: {
    source: 'src/features/corrections/web/CorrectionPage.tsx',
    load: () => import('./features/corrections/web/CorrectionPage.tsx'),
  },
  corrections: {
    source: 'src/features/corrections/web/CorrectionsPage.tsx',
    load: () => import('./features/corrections/web/CorrectionsPage.tsx'),
  },
  emergency_contacts: {
    source: 'src/features/emergency-contacts/web/EmergencyContactsPage.tsx',
    load: () => import('./features/emergency-contacts/web/EmergencyContactsPage.tsx'),
  },
  feedback_form: {
    source: 'src/features/feedback/web/FeedbackPage.tsx',
    load: () => import('./features/feedback/web/FeedbackPage.tsx'),
  },
  search: {
    source: 'src/features/search/web/SearchPage.tsx',
    load: () => import('./features/search/web/SearchPage.tsx'),
  },
  file_page: {
    source: 'src/features/files/web/FilePage.tsx',
    load: () => import('./features/files/web/FilePage.tsx'),
  },
  list_shows: {
    source: 'src/features/shows/web/ListShowsPage.tsx',
    load: () => import('./features/shows/web/ListShowsPage.tsx'),
  },
  add_show_member: {
    source: 'src/features/shows/web/AddShowMemberPage.tsx',
    load: () => import('./features/shows/web/AddShowMemberPage.tsx'),
  },
  people: {
    source: 'src/features/people/web/PeoplePage.tsx',
    load: () => import('./features/people/web/PeoplePage.tsx'),
  },
  edit_person: {
    source: 'src/features/people/web/EditPersonPage.tsx',
    load: () => import('./features/people/web/EditPersonPage.tsx'),
  },
  edit_show: {
    source: 'src/features/shows/web/EditShowPage.tsx',
    load: () => import('./features/shows/web/EditShowPage.tsx'),
  },
  manage_media: {
    source: 'src/features/media/web/ManageMediaPage.tsx',
    load: () => import('./features/media/web/ManageMediaPage.tsx'),
  },
  show_photos_form: {
    source: 'src/features/media/web/ShowPhotosPage.tsx',
    load: () => import('./features/media/web/ShowPhotosPage.tsx'),
  },
  past_show: {
    source: 'src/features/shows/web/PastShowPage.tsx',
    load: () => import('./features/shows/web/PastShowPage.tsx'),
  },
  dashboard: {
    source: 'src/features/portal/web/DashboardPage.tsx',
    load: () => import('./features/portal/web/DashboardPage.tsx'),
  },
  members_shows: {
    source: 'src/features/portal/web/MembersShowsPage.tsx',
    load: () => import('./features/portal/web/MembersShowsPage.tsx'),
  },
  members_show: {
    source: 'src/features/portal/web/MembersShowPage.tsx',
    load: () => import('./features/portal/web/MembersShowPage.tsx'),
  },
  manage_docs: {
    source: 'src/features/documents/web/ManageDocsPage.tsx',
    load: () => import('./features/documents/web/ManageDocsPage.tsx'),
  },
  society_posts: {
    source: 'src/features/portal/web/SocietyPostsPage.tsx',
    load: () => import('./features/portal/web/SocietyPostsPage.tsx'),
  },
  admin_tools: {
    source: 'src/features/portal/web/AdminToolsPage.tsx',
    load: () => import('./features/portal/web/AdminToolsPage.tsx'),
  },
  audit_log: {
    source: 'src/features/audit-log/web/AuditLogPage.tsx',
    load: () => import('./features/audit-log/web/AuditLogPage.tsx'),
  },
  mail_log: {
    source: 'src/features/mail-log/web/MailLogPage.tsx',
    load: () => import('./features/mail-log/web/MailLogPage.tsx'),
  },
  opened_mail: {
    source: 'src/features/mail-log/web/OpenedMailPage.tsx',
    load: () => import('./features/mail-log/web/OpenedMailPage.tsx'),
  },
  messages: {
    source: 'src/features/messages/web/MessagesPage.tsx',
    load: () => import('./features/messages/web/MessagesPage.tsx'),
  },
  opened_message: {
    source: 'src/features/messages/web/OpenedMessagePage.tsx',
    load: () => import('./features/messages/web/OpenedMessagePage.tsx'),
  },
  coming: {
    source: 'src/features/portal/web/ComingPage.tsx',
    load: () => import('./features/portal/web/ComingPage.tsx'),
  },
};

/** What stands around all members' pages for those who are signed in: fetched with the first of them. */
const portal: { source: string; load: () => Promise<{ Portal: Frame }> } = {
  source: 'src/features/portal/web/Portal.tsx',
  load: () => import('./features/portal/web/Portal.tsx'),
};

const inPortal = (path: string) => path.startsWith('/members/');

/** The form to write to us, beside a few pages: the others would carry it for nothing. */
const contact = {
  source: 'src/features/contact/web/ContactForm.tsx',
  load: () => import('./features/contact/web/ContactForm.tsx'),
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
