import { Parser } from 'htmlparser2';
import { escapeMarkup } from '#platform/server/formats/xml.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { isPictureAddress } from '../picture-logo.ts';

/** Enough for any mark that is drawn rather than traced from a photograph. In characters. */
const longestLogo = 100_000;

/**
 * The elements of a drawing. No script, style, text with fonts, link, animation or foreign content, and no picture but
 * one of the society's own media.
 */
const shapes = new Set(
  ['svg', 'g', 'path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon', 'defs', 'title', 'desc'].concat([
    'lineargradient',
    'radialgradient',
    'stop',
    'clippath',
    'mask',
    'image',
  ]),
);
/** SVG is case-sensitive, and the parser that reads it as a browser would lowers the case. */
const written: Record<string, string> = {
  lineargradient: 'linearGradient',
  radialgradient: 'radialGradient',
  clippath: 'clipPath',
  viewbox: 'viewBox',
  gradientunits: 'gradientUnits',
  gradienttransform: 'gradientTransform',
  clippathunits: 'clipPathUnits',
  maskunits: 'maskUnits',
  preserveaspectratio: 'preserveAspectRatio',
};

const attributes = new Set(
  ['viewbox', 'd', 'cx', 'cy', 'r', 'rx', 'ry', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'fx', 'fy', 'points', 'id'].concat(
    ['fill', 'fill-rule', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'offset'],
    [
      'stroke-opacity',
      'stroke-dasharray',
      'stroke-miterlimit',
      'opacity',
      'transform',
      'clip-path',
      'clip-rule',
      'mask',
    ],
    ['stop-color', 'stop-opacity', 'gradientunits', 'gradienttransform', 'clippathunits', 'maskunits'],
    ['preserveaspectratio', 'width', 'height'],
  ),
);

/** No quotes, brackets or backslashes, and only those functions that name a part of the same drawing or a colour. */
const plainValue =
  /^(?:[\w\s.,#%+-]|(?:rgba?|hsla?|matrix|translate|rotate|scale|skewX|skewY)\([\w\s.,%+-]*\)|url\(#[\w-]+\))*$/;
const textElements = new Set(['title', 'desc']);
const holders = new Set(['svg', 'g', 'defs', 'title', 'desc']);
const deepest = 50;
/** Elements that may be open at once. The parser's time grows with their square. */
const mostOpen = 250;

/** Prefixes ids, so that a logo's can't collide with the page's own. */
const ownId = (name: string) => (name.startsWith('logo-') ? name : `logo-${name}`);

const withOwnIds = (key: string, value: string): string =>
  key === 'id' ? ownId(value) : value.replace(/url\(#([\w-]+)\)/g, (_, name: string) => `url(#${ownId(name)})`);

function attributesOf(name: string, given: Record<string, string>, isRoot: boolean): string {
  // The page decides how large a logo is
  const allowed = Object.entries(given).filter(([key]) => !isRoot || !['width', 'height', 'id'].includes(key));
  const picture = name === 'image' ? ` href="${given.href}"` : '';
  const rest = allowed
    .map(([key, value]) => [key.toLowerCase(), value] as const)
    .filter(([key, value]) => attributes.has(key) && plainValue.test(value))
    .map(([key, value]) => ` ${written[key] ?? key}="${withOwnIds(key, value)}"`)
    .join('');
  return picture + rest;
}

const isShown = (name: string, { href = '' }: Record<string, string>): boolean =>
  shapes.has(name) && (name !== 'image' || isPictureAddress(href));

const refuseDrawing = () =>
  refuse(400, 'This logo can’t be used.', {
    logo: 'Use a PNG or JPEG picture, or an SVG drawing with a viewBox that is made of shapes.',
  });

/**
 * Sanitises an SVG logo: copies known shapes and colours and drops everything else, so it can be inlined in any page.
 * "" stays "" (Callboard's lantern).
 *
 * @throws HttpError 400 if it is too long, or isn't a drawing
 */
export function sanitiseLogo(source: string): string {
  if (source.trim() === '') return '';
  if (source.length > longestLogo) {
    refuse(400, 'This logo is too large.', { logo: 'Use a simpler drawing: up to 100 kB of SVG.' });
  }
  let svg = '';
  let drawn = 0;
  const open: string[] = [];
  /** The depth within a part that is being left out. */
  let leftOutAt = 0;
  const parser = new Parser({
    onopentag(tag, given) {
      const name = tag.toLowerCase();
      const depth = open.push(name);
      if (depth > mostOpen) refuseDrawing();
      if (leftOutAt > 0) return;
      const isRoot = depth === 1;
      if (!isShown(name, given) || isRoot !== (name === 'svg') || depth > deepest) {
        leftOutAt = depth;
        return;
      }
      if (!holders.has(name)) drawn += 1;
      svg += `<${written[name] ?? name}${attributesOf(name, given, isRoot)}>`;
    },
    ontext(text) {
      if (leftOutAt === 0 && textElements.has(open.at(-1) ?? '')) svg += escapeMarkup(text);
    },
    onclosetag() {
      const name = open.pop() ?? '';
      if (leftOutAt === 0) svg += `</${written[name] ?? name}>`;
      else if (leftOutAt > open.length) leftOutAt = 0;
    },
  });
  parser.end(source.replace(/^\uFEFF/, ''));
  if (!/^<svg[^>]* viewBox="/.test(svg) || drawn === 0 || svg.indexOf('</svg>') !== svg.length - 6) {
    refuseDrawing();
  }
  return svg;
}
