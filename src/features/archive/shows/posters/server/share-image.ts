import { createHash } from 'node:crypto';
import { formatByline } from '../../byline.ts';
import { findFontsForSociety } from './drawable-text.ts';
import { type FittedLine, type FontSizeOption, fitText, stackLines } from './lines.ts';
import { renderSvgRect, roundToTenth } from './motifs/drawing.ts';
import { computePosterVersion, POSTER_SIZE, type PosterSubject } from './poster.ts';
import { type FindTypesetter, getGlyphPath, loadTypeface, type TypefaceName, toCapitals } from './typesetting.ts';

/**
 * The version of the drawing. Increase it when the drawing changes: these pictures are cached permanently under their
 * version.
 */
const DRAWING = 3;

/** The size of share images, in pixels. */
export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 };
/** The area of the poster on a show's share image, in pixels. */
export const POSTER_AREA = {
  left: 76,
  top: 45,
  width: 382,
  height: Math.round((382 * POSTER_SIZE.height) / POSTER_SIZE.width),
};
const FRAME = 9;

/** The site's colours as used in share images. */
const HOUSE = { ground: '#1a1211', ink: '#f5efe5', ink2: '#cfc3b6', lamp: '#f3be68' };

const COLUMN = { left: 540, width: SHARE_IMAGE_SIZE.width - 540 - 76 };

interface TextBlock {
  text: string;
  face: TypefaceName;
  ink: string;
  gap: number;
  steps: FontSizeOption[];
  tracking?: number;
}

/**
 * Renders a show's share image: its title next to the space for its poster (`POSTER_AREA`), as an SVG of 1200 × 630
 * units.
 */
export function renderShowShareImage(
  { title, author, society, when }: Omit<PosterSubject, 'id' | 'genre'>,
  findTypesetter?: FindTypesetter,
): string {
  const { left, top, width, height } = POSTER_AREA;
  return renderOnGround(
    renderSvgRect(left - FRAME, top - FRAME, width + 2 * FRAME, height + 2 * FRAME, HOUSE.ink),
    renderColumn(
      [
        small(toCapitals(society), HOUSE.lamp, 0),
        { ...headline(title), gap: 34 },
        { text: formatByline(author), face: 'italic', ink: HOUSE.ink, gap: 30, steps: BYLINE },
        small(toCapitals(when), HOUSE.ink2, 36),
      ],
      findTypesetter,
    ),
  );
}

/**
 * Renders the share image of every page without a picture of its own: the society's name next to the lantern, as an SVG
 * of 1200 × 630 units.
 */
export function renderSocietyShareImage(society: string, findTypesetter?: FindTypesetter): string {
  const lantern =
    `<g transform="translate(60 91)scale(16)"><g fill="none" stroke="${HOUSE.ink}" stroke-width="1.4" stroke-linejoin="round">` +
    '<path d="M10.5 6.5a3.5 3.5 0 0 1 7 0M8 7h12l1.5 4h-15zM7.5 11l1.8 12h9.4l1.8-12M8.5 23h11v3h-11z"/></g>' +
    `<path d="M14 13.5c2.6 2.6 2.2 5.6 0 6.4-2.2-.8-2.6-3.8 0-6.4z" fill="${HOUSE.lamp}"/></g>`;
  return renderOnGround(lantern, renderColumn([headline(society)], findTypesetter));
}

/** Returns the version of a show's share image: 12 characters that change with anything on the image. */
export const computeShowShareImageVersion = (show: PosterSubject): string => version(computePosterVersion(show));
export const computeSocietyShareImageVersion = (society: string): string =>
  version([society, ...findFontsForSociety(society).map((font) => font.digest)].join(' '));

const version = (inputs: string) =>
  createHash('sha256').update(`share ${DRAWING} ${inputs}`).digest('base64url').slice(0, 12);

const HEADLINE = [
  { size: 104, lines: 2 },
  { size: 84, lines: 3 },
  { size: 66, lines: 4 },
  { size: 52, lines: 5 },
];
const BYLINE = [
  { size: 36, lines: 1 },
  { size: 30, lines: 2 },
];

const headline = (text: string): TextBlock => ({
  text,
  face: 'serif',
  ink: HOUSE.ink,
  gap: 0,
  steps: HEADLINE,
  tracking: -0.012,
});
const small = (text: string, ink: string, gap: number): TextBlock => ({
  text,
  face: 'imprint',
  ink,
  gap,
  steps: [{ size: 27, lines: 2 }],
  tracking: 0.04,
});

/** Stacks text blocks, and centres them vertically. */
function renderColumn(blocks: TextBlock[], findTypesetter?: FindTypesetter): string {
  const inks: string[] = [];
  const waiting = blocks.flatMap(({ text, face, ink, gap, steps, tracking }) =>
    fitText(text, face, COLUMN.width, steps, { tracking, findTypesetter }).map(({ line, size }, at): FittedLine => {
      inks.push(ink);
      return { line, size, gap: at === 0 ? gap : size * 0.16, ruled: false };
    }),
  );
  const { lines, height } = stackLines(waiting, COLUMN.width);
  const top = (SHARE_IMAGE_SIZE.height - height) / 2;
  return lines
    .map(({ line, size, x, y }, at) => {
      const scale = size / line.em;
      const letters = line.letters
        .map(
          (letter) =>
            `<path transform="translate(${letter.x})" d="${letter.outline ?? getGlyphPath(letter.character, loadTypeface(line.face))}"/>`,
        )
        .join('');
      const place = `translate(${roundToTenth(COLUMN.left + x)} ${roundToTenth(top + y)})scale(${Math.round(scale * 1e5) / 1e5})`;
      return `<g transform="${place}" fill="${inks[at]}">${letters}</g>`;
    })
    .join('');
}

/** Renders the dark ground with a lamp's light, and the content on top. */
function renderOnGround(...parts: string[]): string {
  const { width, height } = SHARE_IMAGE_SIZE;
  const light =
    `<defs><radialGradient id="lamp" cx="0.22" cy="0.5" r="0.62"><stop offset="0" stop-color="${HOUSE.lamp}" stop-opacity="0.34"/>` +
    `<stop offset="1" stop-color="${HOUSE.lamp}" stop-opacity="0"/></radialGradient></defs>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    light,
    renderSvgRect(0, 0, width, height, HOUSE.ground),
    `<rect width="${width}" height="${height}" fill="url(#lamp)"/>`,
    ...parts,
    '</svg>',
  ].join('');
}
