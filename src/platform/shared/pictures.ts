/**
 * The longest sides, in pixels, of the sizes in which a picture is stored. The first is served for `?lowres`, the last
 * is the largest.
 */
export const storedPictureSides = [400, 800, 1600, 2048];

/** Builds the `<img srcset>` of the sizes that pages offer for the picture at `src`. */
export const buildPictureSrcset = (src: string): string => `${src}?w=800 800w, ${src}?w=1600 1600w`;

/**
 * The number of pictures fetched at each end of a gallery as soon as the gallery is nearly in view. Every other picture
 * is fetched when it is nearly in view itself.
 */
export const PRELOADED_PICTURES_PER_END = 5;

/** Returns true if the picture at `index`, counted from 0, is among the five at either end of `count` pictures. */
export function isNearEitherEnd(index: number, count: number): boolean {
  return index < PRELOADED_PICTURES_PER_END || index >= count - PRELOADED_PICTURES_PER_END;
}
