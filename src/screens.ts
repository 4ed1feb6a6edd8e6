import type { PageType } from './platform/shared/pages.ts';
import type { AnyScreen, Screen } from './platform/web/navigation/index.ts';

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
  admin_settings: {
    source: 'src/features/site/web/AdminSettingsPage.tsx',
    load: () => import('./features/site/web/AdminSettingsPage.tsx'),
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
  past_show: {
    source: 'src/features/shows/web/PastShowPage.tsx',
    load: () => import('./features/shows/web/PastShowPage.tsx'),
  },
};

/** The screen's source as Vite's manifest names it. */
export const sourceOf = (type: PageType): string => screens[type].source;

/** Fetches the screen for a page type. Rejects when its file can't be had, for instance after a new deployment. */
export async function loadScreen(type: PageType): Promise<AnyScreen> {
  // The table above pairs each type with its screen; a type known only at run time can't carry that pairing with it
  return screens[type].load() as Promise<AnyScreen>;
}
