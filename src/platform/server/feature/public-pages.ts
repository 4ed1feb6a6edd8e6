import type { Reading } from '../database/index.ts';

/** A page that the site always has and everybody may read. */
export interface PublicPage {
  path: string;
  /** Its place among them. */
  order: number;
  /** Whether search engines are told of it: always, never, or while this returns true. */
  inSitemap: boolean | ((db: Reading) => Promise<boolean>);
  /** What the site's own search calls it, and by which other words it is found; without this it isn't. */
  inSearch?: { title: string; also: readonly string[] };
}
