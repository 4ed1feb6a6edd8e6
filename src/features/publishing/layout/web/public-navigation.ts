/** The public navigation, in the order of the header and of the menu of narrow screens. */
export const publicNavigation = [
  { href: '/', label: 'Home' },
  { href: '/blog', label: 'Blog' },
  { href: '/past-shows', label: 'Past shows' },
  { href: '/auditions', label: 'Auditions' },
  { href: '/about-us', label: 'About us' },
  { href: '/members', label: 'Members' },
];

/** The search page: an icon in the header, and text in the menu. */
export const searchPage = { href: '/search', label: 'Search' };

/** Returns true if `path` is this page or, except for the front page, a page below it. */
export function isPathWithin(path: string, href: string): boolean {
  return path === href || (href !== '/' && path.startsWith(`${href}/`));
}
