/**
 * A picture or a video of a gallery. Its width and height are those of its largest file, and are known before anything
 * loads.
 */
export interface GalleryItem {
  id: string;
  src: string;
  width: number;
  height: number;
  /** A description, for people who can't see the picture or video. */
  alt: string;
  caption?: string;
  /** The author, such as the photographer. */
  credit?: string;
  /** The people in the picture or video. */
  people?: readonly { id: string; name: string; href: string }[];
  /** The available sizes, as an `<img srcset>`; "" if there is only one, and for a video. */
  srcset?: string;
  /** A tiny version of the picture as a data: URL, shown until the real one has loaded. */
  placeholder?: string;
}

/**
 * Returns the `<img srcset>` of a picture known only by its URL; "" for a URL outside `/media/` or with a query.
 * `/media/` responds to `?w=` with the smallest size of at least that width.
 */
export const buildSrcset = (src: string): string =>
  src.startsWith('/media/') && !src.includes('?') ? `${src}?w=800 800w, ${src}?w=1600 1600w` : '';

/** Returns the style of a container that shows the tiny picture behind the real one. */
export const getPlaceholderStyle = ({ placeholder }: Pick<GalleryItem, 'placeholder'>) =>
  placeholder ? { backgroundImage: `url("${placeholder}")`, backgroundSize: 'cover' } : undefined;
