/**
 * Matches the path of a picture of the society's media, in the smallest size that is stored. Nothing else is fetched for
 * a logo.
 */
const pictureAddress = /^\/media\/[\w-]{15,16}\/[\w.%~!*'-]+\?lowres$/;

export const isPictureAddress = (href: string): boolean => pictureAddress.test(href);

/** A picture of the society's media as a logo: an SVG drawing that shows it, so that pages inline every logo alike. */
export function toPictureLogo({ src, width, height }: { src: string; width: number; height: number }): string {
  const size = `width="${width}" height="${height}"`;
  return `<svg viewBox="0 0 ${width} ${height}"><image href="${src}?lowres" ${size}></image></svg>`;
}

/** The address of the picture that a logo shows; "" for a logo that is drawn. */
export function findLogoPicture(logo: string): string {
  const href = /<image href="([^"]*)"/.exec(logo)?.[1] ?? '';
  return isPictureAddress(href) ? href : '';
}
