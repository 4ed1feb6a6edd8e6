/**
 * The longest sides, in pixels, of the sizes in which a picture is stored. The first is served for `?lowres`, the last
 * is the largest.
 */
export const storedPictureSides = [400, 800, 1600, 2048];

/** Builds the `<img srcset>` of the sizes that pages offer for the picture at `src`. */
export const buildPictureSrcset = (src: string): string => `${src}?w=800 800w, ${src}?w=1600 1600w`;
