import { accountingPath, subscriptionsPath } from '#features/accounting/paths.ts';
import { handbookPath } from '#features/handbook/jobs.ts';
import { membershipPath } from '#features/membership/paths.ts';
import type { Site } from '#platform/shared/pages.ts';
import { adminTools } from './admin-tools.ts';

/** The icon before an entry; the screen draws it. */
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
      ...place('get_subs', 'Get Subs', subscriptionsPath, 'subs', [
        { label: 'Membership', href: membershipPath },
        { label: 'Accounting', href: accountingPath },
      ]),
      ...place('bookings', 'Manage Bookings', '/members/bookings', 'bookings'),
      ...place('admin', 'Admin Tools', '/members/admin', 'admin', adminTools),
      ...place('member_docs', 'Member Docs', '/members/docs', 'docs'),
    ],
    own: [
      ...place('account_settings', 'Account Settings', '/members/account_settings', 'account'),
      ...place('help', 'Help & Feedback', '/members/feedback_form', 'help', [
        { label: 'Handbook', href: handbookPath },
        ...wiki,
      ]),
      ...place('logout', 'Logout', '/members/logout', 'logout'),
    ],
  };
}

/** Whether `path` is this place, one of its sub-pages, or a page inside it. */
export function standsAt({ href, within }: Place, path: string): boolean {
  return [href, ...within.map((sub) => sub.href)].some((at) => path === at || path.startsWith(`${at}/`));
}
