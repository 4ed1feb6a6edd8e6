/**
 * The longest sides, in pixels, of the sizes in which a picture is stored. The first is what `?lowres` answers, the last
 * is the largest.
 */
export const longestSides = [400, 800, 1600, 2048];

/** The sizes that pages offer of the picture at `src`, as `<img srcset>` takes them. */
export const buildPictureSrcset = (src: string): string => `${src}?w=800 800w, ${src}?w=1600 1600w`;
