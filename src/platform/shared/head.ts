/** A screen's metadata for tabs, search engines and shared links. Addresses are paths on this site. */
export interface Head {
  /** Without the society's name: the document adds it. */
  title: string;
  description: string;
  /** The canonical path of the content; absent on error and redirect pages. */
  canonical?: string;
  /**
   * The picture for shared links, a path or URL; its size in pixels where that is known. Without one, the site's own is
   * used.
   */
  image?: string;
  imageSize?: { width: number; height: number };
  /**
   * schema.org objects, without `@context`, for search engines. They read the server's document: `import.meta.env.SSR`
   * keeps the code for them out of the browser's script.
   */
  structured?: object[];
  /** Feeds of new items here. */
  feeds?: { href: string; title: string }[];
  /** False keeps the page out of search engines. */
  indexed?: boolean;
  /** The refresh tag of the outside redirect page. */
  refresh?: { seconds: number; url: string };
}

/** Returns the tab's title: the page, then the society. */
export const formatDocumentTitle = ({ title }: Head, siteName: string): string =>
  title === siteName ? siteName : `${title} · ${siteName}`;
