/** A picture as the gallery needs it. Sizes in pixels are those of the largest picture, known before anything loads. */
export interface Picture {
  id: string;
  src: string;
  width: number;
  height: number;
  /** What can be seen, for whoever can't see it. */
  alt: string;
  caption?: string;
  /** The sizes on offer, as `<img srcset>` takes them; "" when there is one only. */
  srcset?: string;
  /** A tiny picture as a data: address, seen until the real one is there. */
  placeholder?: string;
}

/** A film. `alt` says what it is of. */
export interface Film extends Picture {
  /** The address of a picture shown until it plays. */
  poster?: string;
}

/** The tiny picture behind the real one, as a style for what holds it. */
export const waiting = ({ placeholder }: Pick<Picture, 'placeholder'>) =>
  placeholder ? { backgroundImage: `url("${placeholder}")`, backgroundSize: 'cover' } : undefined;
