import type { DbReader } from '../database/index.ts';

/** A page that the site always has and everybody may read. */
export interface PublicPage {
  path: string;
  /** Its place among them. */
  order: number;
  /** Controls whether search engines are told of it: always, never, or while this returns true. */
  inSitemap: boolean | ((db: DbReader) => Promise<boolean>);
  /** Its title in the site's own search, and the other words that find it. Without this the search leaves it out. */
  inSearch?: { title: string; also: readonly string[] };
}
