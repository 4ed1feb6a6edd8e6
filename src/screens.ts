import { takesMessages } from '#features/contact/message.ts';
import type { PageType } from '#platform/shared/pages.ts';
import type { AnyScreen, Frame, Screen } from '#platform/web/navigation/index.ts';

/**
 * The screen that shows each type of page. A page type without a screen, or with one for other pages, does not compile.
 */
const screens: { [T in PageType]: () => Promise<Screen<T>> } = {
  error: () => import('#features/site/web/ErrorPage.tsx'),
  redirect: () => import('#features/site/web/RedirectPage.tsx'),
  login: () => import('#features/sign-in/web/LoginPage.tsx'),
  account_notice: () => import('#features/sign-in/web/AccountNoticePage.tsx'),
  confirm_address: () => import('#features/sign-in/web/ConfirmAddressPage.tsx'),
  invitation: () => import('#features/sign-in/web/InvitationPage.tsx'),
  forgotten: () => import('#features/sign-in/web/ForgottenPage.tsx'),
  reset_password: () => import('#features/sign-in/web/ResetPasswordPage.tsx'),
  account_settings: () => import('#features/account-settings/web/AccountSettingsPage.tsx'),
  logout: () => import('#features/sign-in/web/LogoutPage.tsx'),
  confirm_email: () => import('#features/account-settings/web/ConfirmEmailPage.tsx'),
  password_again: () => import('#features/sign-in/web/PasswordAgainPage.tsx'),
  manage_users: () => import('#features/users/web/ManageUsersPage.tsx'),
  manage_user: () => import('#features/users/web/ManageUserPage.tsx'),
  invite_users: () => import('#features/users/web/InviteUsersPage.tsx'),
  admin_settings: () => import('#features/admin-settings/web/AdminSettingsPage.tsx'),
  manage_blog: () => import('#features/blog/web/ManageBlogPage.tsx'),
  edit_blog_post: () => import('#features/blog/web/EditBlogPostPage.tsx'),
  tickets: () => import('#features/site/web/TicketsPage.tsx'),
  map_post: () => import('#features/site/web/AboutPage.tsx'),
  notice: () => import('#features/site/web/NoticePage.tsx'),
  post: () => import('#features/posts/web/PostPage.tsx'),
  blogs: () => import('#features/blog/web/BlogPage.tsx'),
  contact: () => import('#features/contact/web/ContactPage.tsx'),
  correction_form: () => import('#features/corrections/web/CorrectionPage.tsx'),
  corrections: () => import('#features/corrections/web/CorrectionsPage.tsx'),
  emergency_contacts: () => import('#features/emergency-contacts/web/EmergencyContactsPage.tsx'),
  feedback_form: () => import('#features/feedback/web/FeedbackPage.tsx'),
  search: () => import('#features/search/web/SearchPage.tsx'),
  file_page: () => import('#features/files/web/FilePage.tsx'),
  list_shows: () => import('#features/show-pages/web/ListShowsPage.tsx'),
  add_show_member: () => import('#features/shows/web/AddShowMemberPage.tsx'),
  people: () => import('#features/shows/people/web/PeoplePage.tsx'),
  edit_person: () => import('#features/shows/people/web/EditPersonPage.tsx'),
  edit_show: () => import('#features/show-management/web/EditShowPage.tsx'),
  manage_media: () => import('#features/media/web/ManageMediaPage.tsx'),
  show_photos_form: () => import('#features/media/web/ShowPhotosPage.tsx'),
  past_show: () => import('#features/show-pages/web/PastShowPage.tsx'),
  dashboard: () => import('#features/portal/web/DashboardPage.tsx'),
  members_shows: () => import('#features/portal/web/MembersShowsPage.tsx'),
  members_show: () => import('#features/portal/web/MembersShowPage.tsx'),
  manage_docs: () => import('#features/documents/web/ManageDocsPage.tsx'),
  society_posts: () => import('#features/portal/web/SocietyPostsPage.tsx'),
  admin_tools: () => import('#features/portal/web/AdminToolsPage.tsx'),
  audit_log: () => import('#features/audit-log/web/AuditLogPage.tsx'),
  mail_log: () => import('#features/mail-log/web/MailLogPage.tsx'),
  opened_mail: () => import('#features/mail-log/web/OpenedMailPage.tsx'),
  messages: () => import('#features/messages/web/MessagesPage.tsx'),
  opened_message: () => import('#features/messages/web/OpenedMessagePage.tsx'),
  coming: () => import('#features/portal/web/ComingPage.tsx'),
};

/** Their source files, as Vite's manifest names them. In a table of their own because only the server needs them. */
const sources: Record<PageType, string> = {
  error: 'src/features/site/web/ErrorPage.tsx',
  redirect: 'src/features/site/web/RedirectPage.tsx',
  login: 'src/features/sign-in/web/LoginPage.tsx',
  account_notice: 'src/features/sign-in/web/AccountNoticePage.tsx',
  confirm_address: 'src/features/sign-in/web/ConfirmAddressPage.tsx',
  invitation: 'src/features/sign-in/web/InvitationPage.tsx',
  forgotten: 'src/features/sign-in/web/ForgottenPage.tsx',
  reset_password: 'src/features/sign-in/web/ResetPasswordPage.tsx',
  account_settings: 'src/features/account-settings/web/AccountSettingsPage.tsx',
  logout: 'src/features/sign-in/web/LogoutPage.tsx',
  confirm_email: 'src/features/account-settings/web/ConfirmEmailPage.tsx',
  password_again: 'src/features/sign-in/web/PasswordAgainPage.tsx',
  manage_users: 'src/features/users/web/ManageUsersPage.tsx',
  manage_user: 'src/features/users/web/ManageUserPage.tsx',
  invite_users: 'src/features/users/web/InviteUsersPage.tsx',
  admin_settings: 'src/features/admin-settings/web/AdminSettingsPage.tsx',
  manage_blog: 'src/features/blog/web/ManageBlogPage.tsx',
  edit_blog_post: 'src/features/blog/web/EditBlogPostPage.tsx',
  tickets: 'src/features/site/web/TicketsPage.tsx',
  map_post: 'src/features/site/web/AboutPage.tsx',
  notice: 'src/features/site/web/NoticePage.tsx',
  post: 'src/features/posts/web/PostPage.tsx',
  blogs: 'src/features/blog/web/BlogPage.tsx',
  contact: 'src/features/contact/web/ContactPage.tsx',
  correction_form: 'src/features/corrections/web/CorrectionPage.tsx',
  corrections: 'src/features/corrections/web/CorrectionsPage.tsx',
  emergency_contacts: 'src/features/emergency-contacts/web/EmergencyContactsPage.tsx',
  feedback_form: 'src/features/feedback/web/FeedbackPage.tsx',
  search: 'src/features/search/web/SearchPage.tsx',
  file_page: 'src/features/files/web/FilePage.tsx',
  list_shows: 'src/features/show-pages/web/ListShowsPage.tsx',
  add_show_member: 'src/features/shows/web/AddShowMemberPage.tsx',
  people: 'src/features/shows/people/web/PeoplePage.tsx',
  edit_person: 'src/features/shows/people/web/EditPersonPage.tsx',
  edit_show: 'src/features/show-management/web/EditShowPage.tsx',
  manage_media: 'src/features/media/web/ManageMediaPage.tsx',
  show_photos_form: 'src/features/media/web/ShowPhotosPage.tsx',
  past_show: 'src/features/show-pages/web/PastShowPage.tsx',
  dashboard: 'src/features/portal/web/DashboardPage.tsx',
  members_shows: 'src/features/portal/web/MembersShowsPage.tsx',
  members_show: 'src/features/portal/web/MembersShowPage.tsx',
  manage_docs: 'src/features/documents/web/ManageDocsPage.tsx',
  society_posts: 'src/features/portal/web/SocietyPostsPage.tsx',
  admin_tools: 'src/features/portal/web/AdminToolsPage.tsx',
  audit_log: 'src/features/audit-log/web/AuditLogPage.tsx',
  mail_log: 'src/features/mail-log/web/MailLogPage.tsx',
  opened_mail: 'src/features/mail-log/web/OpenedMailPage.tsx',
  messages: 'src/features/messages/web/MessagesPage.tsx',
  opened_message: 'src/features/messages/web/OpenedMessagePage.tsx',
  coming: 'src/features/portal/web/ComingPage.tsx',
};

/** What surrounds all members' pages for somebody signed in; fetched with the first of them. */
const loadPortal = (): Promise<{ Portal: Frame }> => import('#features/portal/web/Portal.tsx');
const portalSource = 'src/features/portal/web/Portal.tsx';

const inPortal = (path: string) => path.startsWith('/members/');

/** The contact form, which only a few pages have: the others shouldn't have to load it. */
const loadContact = () => import('#features/contact/web/ContactForm.tsx');
const contactSource = 'src/features/contact/web/ContactForm.tsx';

/** The archive for those who manage it: the same type of page, with their tools. */
const loadManagedShows = () => import('#features/show-pages/web/ManageShowsPage.tsx');
const managedShowsSource = 'src/features/show-pages/web/ManageShowsPage.tsx';

const isManagedShows = (type: PageType, path: string) => type === 'list_shows' && inPortal(path);

/** The source files that draw a page of this type at this path, as Vite's manifest names them. */
export const sourcesOf = (type: PageType, path: string): string[] => [
  isManagedShows(type, path) ? managedShowsSource : sources[type],
  ...(inPortal(path) ? [portalSource] : []),
  ...(takesMessages(path) ? [contactSource] : []),
];

/** Fetches the screen for a page. Rejects when its file can't be had, for instance after a new deployment. */
export async function loadScreen(type: PageType, path: string): Promise<AnyScreen> {
  const [screen, around, beside] = await Promise.all([
    isManagedShows(type, path) ? loadManagedShows() : screens[type](),
    inPortal(path) ? loadPortal() : undefined,
    takesMessages(path) ? loadContact() : undefined,
  ]);
  // The table above pairs each type with its screen; a type known only at run time can't carry that pairing with it
  return { ...(screen as Screen<PageType>), frame: around?.Portal, contact: beside?.ContactForm } as AnyScreen;
}
