/**
 * Matches the path of a picture in the society's media, in its smallest stored size. A logo may refer to nothing else.
 */
const picturePath = /^\/media\/[\w-]{15,16}\/[\w.%~!*'-]+\?lowres$/;

/** The maximum length of a logo in characters. Longer ones are mostly drawings traced from photographs. */
export const maxLogoLength = 100_000;

export const isLogoPicturePath = (href: string): boolean => picturePath.test(href);

/** Wraps a picture from the society's media in an SVG, so that pages can inline every logo in the same way. */
export function toPictureLogo({ src, width, height }: { src: string; width: number; height: number }): string {
  const size = `width="${width}" height="${height}"`;
  return `<svg viewBox="0 0 ${width} ${height}"><image href="${src}?lowres" ${size}></image></svg>`;
}

/** Returns the path of the picture that a logo shows; "" for a drawn logo. */
export function findLogoPicturePath(logo: string): string {
  const href = /<image href="([^"]*)"/.exec(logo)?.[1] ?? '';
  return isLogoPicturePath(href) ? href : '';
}
