/** What a screen says about itself to tabs, search engines and shared links. Addresses are paths on this site. */
export interface Head {
  /** Without the society's name: the document adds it. */
  title: string;
  description: string;
  /** The one true address of the content, as a path; absent on error and redirect pages. */
  canonical?: string;
  /**
   * The picture for shared links, a path or URL; its size in pixels where that is known. The site has one for the rest.
   */
  image?: string;
  imageSize?: { width: number; height: number };
  /** schema.org objects, without `@context`. */
  structured?: object[];
  /** Feeds that tell of what is new here. */
  feeds?: { href: string; title: string }[];
  /** False keeps the page out of search engines. */
  indexed?: boolean;
  /** The refresh tag of the outside redirect page. */
  refresh?: { seconds: number; url: string };
}

/** What the tab says: the page, then the society. */
export const documentTitle = ({ title }: Head, siteName: string): string =>
  title === siteName ? siteName : `${title} · ${siteName}`;
