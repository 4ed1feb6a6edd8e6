import type { DbReader } from '../database/index.ts';
import type { PageRequest } from '../http/routes/page.ts';

/** A page that the site always has and everybody may read. */
export interface PublicPage {
  path: string;
  /** The page's position among the public pages. */
  order: number;
  /**
   * True if the page is in the sitemap, false if it never is. If a function, it returns true while the page is in the
   * sitemap.
   */
  inSitemap: boolean | ((db: DbReader) => Promise<boolean>);
  /**
   * The page's title in the site's own search, and the other words that find it. Without this, the search leaves the
   * page out.
   */
  inSearch?: { title: string; also: readonly string[] };
}

/** A page that search engines may list. */
export interface SitemapEntry {
  /** A path on this site. */
  path: string;
  /** The date or moment of the page's last change; absent if that isn't known. */
  changed?: string;
}

/** The kinds of records in the site's search. The search feature adds them by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: declarations merge into interfaces, not into types
export interface SearchKinds {}

/** A page that the site's search finds. */
export interface SearchEntry {
  type: keyof SearchKinds;
  title: string;
  href: string;
  /** Distinguishes the page from others with the same title. */
  detail: string;
  /** Other words that find the page, with less weight than its title. */
  also: string[];
  /** Names within the page that find it with the least weight, each with its context. Absent if there are none. */
  roles?: [name: string, context: string][];
  /** The URL of a poster; "" if there is none. */
  poster: string;
}

type View = Pick<PageRequest, 'db' | 'revision' | 'now' | 'today' | 'until'>;

/** The records that everybody may read, each on its own page. Both functions list the same records. */
export interface SearchEntrySource {
  /** Lists the pages for search engines. */
  listSitemapEntries: (view: View) => Promise<readonly SitemapEntry[]>;
  /**
   * Lists the pages for the site search. While nothing has changed, returns the same list. A new list reuses unchanged
   * objects, so that they aren't indexed again.
   */
  listSearchEntries: (view: View) => Promise<readonly SearchEntry[]>;
}
