/** A screen's metadata for tabs, search engines and shared links. URLs are paths on this site, unless noted. */
export interface Head {
  /** The page's title without the society's name, which the document adds. */
  title: string;
  description: string;
  /** The canonical path of the content; absent on error and redirect pages. */
  canonical?: string;
  /**
   * The picture for shared links, as a path or URL, with its size in pixels if known. Without one, the site's own
   * picture is used.
   */
  image?: string;
  imageSize?: { width: number; height: number };
  /**
   * schema.org objects, without `@context`, for search engines. Search engines read the server's document, so the code
   * for these objects is kept out of the browser's script by `import.meta.env.SSR`.
   */
  structured?: object[];
  /** Feeds of this page's new items. */
  feeds?: { href: string; title: string }[];
  /** False keeps the page out of search engines. */
  indexed?: boolean;
  /** The refresh tag of the page that redirects to another site. */
  refresh?: { seconds: number; url: string };
}

/** Returns the tab's title: "Past shows · Lantern Players"; only the society's name if the page's title is the same. */
export const formatDocumentTitle = ({ title }: Head, siteName: string): string =>
  title === siteName ? siteName : `${title} · ${siteName}`;
