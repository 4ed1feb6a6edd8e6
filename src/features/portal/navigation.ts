import type { Site } from '#platform/shared/pages.ts';

/** What stands before an entry; the screen draws it. */
export type Sign =
  | 'dashboard'
  | 'shows'
  | 'blog'
  | 'subs'
  | 'bookings'
  | 'admin'
  | 'docs'
  | 'account'
  | 'help'
  | 'logout';

/** A place in the members' navigation. */
export interface Place {
  label: string;
  href: string;
  sign: Sign;
  within: readonly { label: string; href: string; outside?: true }[];
}

/** The pages under Admin Tools, with what each is for. */
export const adminTools = [
  { label: 'Manage Media', href: '/members/admin/manage_media', about: 'Upload, find and delete pictures and films.' },
  { label: 'Manage Shows', href: '/members/manage_shows', about: 'Add a show, and correct what is known of one.' },
  { label: 'Set Show Photos', href: '/members/admin/set_show_photos', about: 'Hang an album on a show’s page.' },
  { label: 'Add Show Member', href: '/members/admin/add-show-member', about: 'Add people to a show’s cast and crew.' },
  { label: 'Manage Users', href: '/members/admin/manage_users', about: 'Approve people, and say what each may use.' },
  { label: 'Admin Settings', href: '/members/admin/admin_settings', about: 'What is true of the whole site.' },
] as const;

type Known = Pick<Site, 'memberNavItemsToShow' | 'mostRecentMemberShows' | 'help_wiki'>;

/**
 * The members' navigation in its order: each entry only for whoever may use it. The second group is the
 * account's.
 */
export function placesFor(site: Known): { work: Place[]; own: Place[] } {
  const may = (item: string) => site.memberNavItemsToShow[item] === true;
  const shows = site.mostRecentMemberShows.map(({ id, title }) => ({ label: title, href: `/members/show/${id}` }));
  const wiki = site.help_wiki === '' ? [] : [{ label: 'Help wiki', href: site.help_wiki, outside: true } as const];
  const place = (item: string, label: string, href: string, sign: Sign, within: Place['within'] = []) =>
    may(item) ? [{ label, href, sign, within }] : [];
  return {
    work: [
      ...place('dashboard', 'Dashboard', '/members/dashboard', 'dashboard'),
      ...place('shows', 'Shows', '/members/shows', 'shows', shows),
      ...place('blog', 'Manage Blog', '/members/manage-blog', 'blog'),
      ...place('get_subs', 'Get Subs', '/members/get_subs', 'subs'),
      ...place('bookings', 'Manage Bookings', '/members/bookings', 'bookings'),
      ...place('admin', 'Admin Tools', '/members/admin', 'admin', adminTools),
      ...place('member_docs', 'Member Docs', '/members/docs', 'docs'),
    ],
    own: [
      ...place('account_settings', 'Account Settings', '/members/account_settings', 'account'),
      ...place('help', 'Help & Feedback', '/members/feedback_form', 'help', wiki),
      ...place('logout', 'Logout', '/members/logout', 'logout'),
    ],
  };
}

/** Whether `path` is the place, one of its sub-pages, or a page further in. */
export function standsAt({ href, within }: Place, path: string): boolean {
  return [href, ...within.map((sub) => sub.href)].some((at) => path === at || path.startsWith(`${at}/`));
}
