/** A page that the site always has and everybody may read. */
export interface PublicPage {
  path: string;
  /** Its place among them. */
  order: number;
  /** Whether search engines are told of it. */
  inSitemap: boolean;
  /** What the site's own search calls it, and by which other words it is found; without this it isn't. */
  inSearch?: { title: string; also: readonly string[] };
}
