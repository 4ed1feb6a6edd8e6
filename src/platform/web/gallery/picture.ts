/** A picture as the gallery needs it. Sizes in pixels are those of the largest picture, known before anything loads. */
export interface Picture {
  id: string;
  src: string;
  width: number;
  height: number;
  /** A description, for people who can't see it. */
  alt: string;
  caption?: string;
  /** The photographer or artist. */
  credit?: string;
  /** The people in the picture. */
  people?: readonly { id: string; name: string; href: string }[];
  /** The sizes on offer, as `<img srcset>` takes them; "" when there is one only. */
  srcset?: string;
  /** A tiny picture as a data: address, shown until the real one is there. */
  placeholder?: string;
}

/** A video. `alt` describes it. */
export type Video = Picture;

/**
 * The sizes on offer of a picture that is known by its address alone, as `<img srcset>` takes them; "" when it is not
 * one of ours. `/media/` answers `?w=` with the smallest size that is at least so wide.
 */
export const srcsetForUrl = (src: string): string =>
  src.startsWith('/media/') && !src.includes('?') ? `${src}?w=800 800w, ${src}?w=1600 1600w` : '';

/** Returns the tiny picture behind the real one, as a style for its container. */
export const placeholderStyle = ({ placeholder }: Pick<Picture, 'placeholder'>) =>
  placeholder ? { backgroundImage: `url("${placeholder}")`, backgroundSize: 'cover' } : undefined;
