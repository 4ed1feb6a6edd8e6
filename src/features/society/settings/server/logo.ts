import { MarkupTooComplexError, sanitiseMarkup } from '#platform/server/formats/sanitise-html.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { isLogoPicturePath, maxLogoLength } from '../picture-logo.ts';

const shapes = ['path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon', 'image'];

/**
 * The allowed elements. Scripts, styles, text, links, animations and foreign content are left out. An image must be one
 * of the society's media.
 */
const allowedElements = shapes.concat(
  ['svg', 'g', 'defs', 'title', 'desc', 'clipPath', 'mask'],
  ['linearGradient', 'radialGradient', 'stop'],
);

const allowedAttributes = [
  'viewBox',
  'd',
  'cx',
  'cy',
  'r',
  'rx',
  'ry',
  'x',
  'y',
  'x1',
  'x2',
  'y1',
  'y2',
  'fx',
  'fy',
].concat(
  ['points', 'id', 'fill', 'fill-rule', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin'],
  ['stroke-opacity', 'stroke-dasharray', 'stroke-miterlimit', 'opacity', 'transform', 'clip-path', 'clip-rule', 'mask'],
  ['stop-color', 'stop-opacity', 'offset', 'gradientUnits', 'gradientTransform', 'clipPathUnits', 'maskUnits'],
  ['preserveAspectRatio', 'width', 'height'],
);

/**
 * Matches values of letters, digits and a few signs. Only colours, transforms and local references may have brackets.
 */
const plainValue =
  /^(?:[\w\s.,#%+-]|(?:rgba?|hsla?|matrix|translate|rotate|scale|skewX|skewY)\([\w\s.,%+-]*\)|url\(#[\w-]+\))*$/;

/** Prefixes an id, so that it can't collide with an id of the page. */
const prefixId = (name: string) => (name.startsWith('logo-') ? name : `logo-${name}`);

const prefixIds = (key: string, value: string): string =>
  key === 'id' ? prefixId(value) : value.replace(/url\(#([\w-]+)\)/g, (_, name: string) => `url(#${prefixId(name)})`);

function toAttributes(tag: string, given: Record<string, string>): Record<string, string> {
  const kept = Object.entries(given)
    // The page decides the size of the logo
    .filter(([key, value]) => plainValue.test(value) && (tag !== 'svg' || key === 'viewBox'))
    .map(([key, value]) => [key, prefixIds(key, value)]);
  return { ...(tag === 'image' && given.href && { href: given.href }), ...Object.fromEntries(kept) };
}

const refuseDrawing = () =>
  refuse(400, 'This logo can’t be used.', {
    logo: 'Use a PNG or JPEG picture, or an SVG drawing with a viewBox that is made of shapes.',
  });

/**
 * Sanitises an SVG logo so that pages can inline it: only shapes, colours, titles, descriptions and pictures from the
 * society's media remain. "" stays "", which shows Callboard's lantern. A drawing consists mainly of attributes: their
 * names keep their case, as SVG requires, and their values are restricted, because they can contain URLs and scripts.
 *
 * @throws HttpError 400 if it is too long, or isn't a drawing
 */
export function sanitiseLogo(source: string): string {
  if (source.trim() === '') return '';
  if (source.length > maxLogoLength) {
    refuse(400, 'This logo is too large.', { logo: 'Use a simpler drawing: up to 100 kB of SVG.' });
  }
  const svg = sanitiseDrawing(source.replace(/^\uFEFF/, ''));
  const hasShape = shapes.some((name) => svg.includes(`<${name} `));
  if (!/^<svg viewBox="/.test(svg) || !hasShape || svg.indexOf('</svg>') !== svg.length - 6) refuseDrawing();
  return svg;
}

function sanitiseDrawing(source: string): string {
  try {
    return sanitiseMarkup(source, {
      allowedTags: allowedElements,
      allowedAttributes: { '*': allowedAttributes, image: ['href'] },
      disallowedTagsMode: 'completelyDiscard',
      nestingLimit: 50,
      parser: { lowerCaseTags: false, lowerCaseAttributeNames: false },
      transformTags: {
        '*': (tagName, attribs) => ({ tagName, attribs: toAttributes(tagName, attribs) }),
      },
      exclusiveFilter: ({ tag, attribs: { href = '' } }) => tag === 'image' && !isLogoPicturePath(href),
      textFilter: (text, tagName) => (tagName === 'title' || tagName === 'desc' ? text : ''),
    }).trim();
  } catch (error) {
    if (error instanceof MarkupTooComplexError) refuseDrawing();
    throw error;
  }
}
