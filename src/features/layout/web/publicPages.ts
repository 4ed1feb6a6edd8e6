/** The public navigation, in its order: the header, the menu of narrow screens and the footer all show it. */
export const publicPages = [
  { href: '/', label: 'Home' },
  { href: '/blog', label: 'Blog' },
  { href: '/past-shows', label: 'Past shows' },
  { href: '/auditions', label: 'Auditions' },
  { href: '/about-us', label: 'About us' },
  { href: '/members', label: 'Members' },
];

/** In the header an icon stands for it; everywhere else it is a word among the others. */
export const searchPage = { href: '/search', label: 'Search' };

/** Whether `path` is the place, or a page inside it; only the front page is no more than itself. */
export function standsIn(path: string, href: string): boolean {
  return path === href || (href !== '/' && path.startsWith(`${href}/`));
}
