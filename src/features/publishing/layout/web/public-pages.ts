/** The public navigation, in its order: the header, the menu of narrow screens and the footer all show it. */
export const publicPages = [
  { href: '/', label: 'Home' },
  { href: '/blog', label: 'Blog' },
  { href: '/past-shows', label: 'Past shows' },
  { href: '/auditions', label: 'Auditions' },
  { href: '/about-us', label: 'About us' },
  { href: '/members', label: 'Members' },
];

/** In the header it is an icon; everywhere else a word. */
export const searchPage = { href: '/search', label: 'Search' };

/** Returns true if `path` is this page, or one inside it; the front page has none inside. */
export function isPathWithin(path: string, href: string): boolean {
  return path === href || (href !== '/' && path.startsWith(`${href}/`));
}
