import { hash as digest } from 'node:crypto';
import { escapeXml } from '#platform/server/formats/xml.ts';
import { getMotifsForGenre, MOTIFS, type MotifName, type PosterDesign } from './designs.ts';
import { findFontsForShow } from './drawable-text.ts';
import { fitText, type PlacedLine } from './lines.ts';
import {
  createRandomGenerator,
  formatSvgPathData,
  hashText,
  INK_SET_NAMES,
  INKS,
  type InkSetName,
  type Inks,
  pickRandom,
  type Random,
  renderSvgPath,
  renderSvgRect,
  roundToTenth,
} from './motifs/drawing.ts';
import { layOutTitle, type TitleTypefaceName } from './title-layout.ts';
import { type FindTypesetter, getGlyphPath, type LayoutBox, loadTypeface, toCapitals } from './typesetting.ts';

/**
 * The version of the drawing. Increase it when the drawing changes: browsers cache posters permanently under their
 * version.
 */
const DRAWING = 5;

/** The poster's size in units, in the A-series ratio 1 : √2. */
export const POSTER_SIZE = { width: 600, height: 848 };
const MARGIN = 40;
const MEASURE = POSTER_SIZE.width - 2 * MARGIN;
/** The y positions of the rule above the imprint and of the imprint's baseline. */
const [FOOT_RULE, FOOT_LINE] = [POSTER_SIZE.height - 66, POSTER_SIZE.height - 30];

/**
 * The content of a poster. Unknown texts are ""; `when` is the date as printed, "14–17 April 2027". If no design is
 * given, the id and the genre determine the design.
 */
export interface PosterSubject extends Partial<PosterDesign> {
  id: string;
  title: string;
  author: string;
  genre: string;
  society: string;
  when: string;
}

/** Fixed choices, instead of those derived from the show's id. */
export interface PosterOverrides {
  motif?: MotifName;
  inks?: InkSetName;
  face?: TitleTypefaceName;
  /** True to place the title above the picture. */
  above?: boolean;
}

/** The layout of a poster before it is drawn; all positions are in the units of `POSTER_SIZE`. */
export interface PosterComposition {
  motif: MotifName;
  inks: Inks;
  art: LayoutBox;
  lines: PlacedLine[];
  rules: LayoutBox[];
  /** The random numbers for the picture. */
  random: Random;
}

/**
 * Renders a show's default poster as an SVG file of 600 × 848 units. Its letters are outlines, so that it looks the
 * same in an `<img>`, which can't use the page's fonts. The same show and choices always give the same poster. Throws
 * only if `findTypesetter` throws.
 *
 * @param findTypesetter finds fonts for texts that the typefaces can't draw; without it, such texts aren't drawn
 */
export function renderPoster(
  show: PosterSubject,
  choices: PosterOverrides = {},
  findTypesetter?: FindTypesetter,
): string {
  const { width, height } = POSTER_SIZE;
  const { motif, inks, art, lines, rules, random } = composePoster(show, choices, findTypesetter);
  const tall = art.bottom - art.top;
  const picture = MOTIFS[motif]({ width, height: tall, inks, random });
  const name = escapeLabel(`Poster: ${show.title}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${name}">`,
    renderSvgRect(0, 0, width, height, inks.ground),
    // A nested <svg> clips its content. A clip path would need an id, which could clash
    `<svg y="${roundToTenth(art.top)}" width="${width}" height="${roundToTenth(tall)}">${picture}</svg>`,
    // On a screen, an edge can fall between two pixels, and hidden parts of the picture would then show through the
    // ground colour. A band across the edge prevents that.
    ...[art.top, art.bottom]
      .filter((edge) => edge > 0)
      .map((edge) => renderSvgRect(0, edge - 4, width, 8, inks.ground)),
    renderSvgPath(
      rules
        .map(({ left, top, right, bottom }) => formatSvgPathData`M${left} ${top}H${right}V${bottom}H${left}z`)
        .join(''),
      inks.text,
    ),
    renderLettering(lines, inks.text),
    '</svg>',
  ].join('');
}

/** Returns the version of a show's poster: 12 characters that change with anything on the poster. */
export function computePosterVersion(show: PosterSubject, choices: PosterOverrides = {}): string {
  const { id, title, author, genre, society, when } = show;
  const { motif = show.motif, inks = show.inks, face, above } = choices;
  const another = show.poster_number || undefined;
  const fonts = findFontsForShow(show).map((font) => font.digest);
  const inputs = [DRAWING, id, title, author, genre, society, when, motif, inks, face, above, another, ...fonts];
  return digest('sha256', JSON.stringify(inputs), 'base64url').slice(0, 12);
}

/** Computes the layout of a poster: everything but the strokes of its picture. */
export function composePoster(
  show: PosterSubject,
  choices: PosterOverrides = {},
  findTypesetter?: FindTypesetter,
): PosterComposition {
  const random = createRandomGenerator(
    hashText((show.id || show.title) + (show.poster_number ? ` ${show.poster_number}` : '')),
  );
  // The random number of a fixed choice is drawn all the same, so that the rest of the poster stays the same.
  const own = { motif: pickRandom(getMotifsForGenre(show.genre), random), inks: pickRandom(INK_SET_NAMES, random) };
  const seeded = {
    motif: show.motif ?? own.motif,
    inks: show.inks ?? own.inks,
    face: random() < 0.62 ? ('serif' as const) : ('condensed' as const),
    above: random() < 0.4,
  };
  const { motif, inks, face, above } = { ...seeded, ...choices };

  const foot = layoutImprint(show.society, show.when, findTypesetter);
  const floor = foot.length > 0 ? FOOT_RULE : POSTER_SIZE.height - 24;
  const { lines, height } = layOutTitle(show.title, show.author, { face, measure: MEASURE, findTypesetter });
  const top = above ? MARGIN + 6 : floor - 24 - height;
  const art =
    height === 0
      ? { top: 0, bottom: floor - 8 }
      : above
        ? { top: top + height + 26, bottom: floor - 8 }
        : { top: 0, bottom: top - 32 };

  const placed = lines.map((line) => moveLine(line, MARGIN, top));
  return {
    motif,
    inks: INKS[inks],
    random,
    art: { left: 0, right: POSTER_SIZE.width, ...art },
    lines: [...placed, ...foot],
    rules: [
      ...placed.flatMap((line) => line.rule ?? []),
      ...(foot.length > 0
        ? [{ left: MARGIN, right: POSTER_SIZE.width - MARGIN, top: FOOT_RULE - 1, bottom: FOOT_RULE + 1 }]
        : []),
    ],
  };
}

/**
 * Sets the society's name on the left and the dates on the right, both in the same size. If they don't fit next to each
 * other in the smallest size, the dates are shortened to at most half of the line, and the name to the rest.
 */
function layoutImprint(society: string, when: string, findTypesetter?: FindTypesetter): PlacedLine[] {
  const set = (text: string, size: number, measure: number) =>
    fitText(toCapitals(text), 'imprint', measure, [{ size, lines: 1 }], { tracking: 0.04, findTypesetter })[0];
  const apart = 24;
  const size =
    [18.5, 17, 15, 13].find((size) => {
      const ends = [society, when].map((text) => set(text, size, Number.POSITIVE_INFINITY));
      return ends.reduce((sum, end) => sum + (end ? width(end) : 0), apart) <= MEASURE;
    }) ?? 13;
  const right = set(when, size, society === '' ? MEASURE : MEASURE * 0.5);
  const left = set(society, size, right ? MEASURE - width(right) - apart : MEASURE);
  return [
    ...(left ? [{ ...left, x: MARGIN, y: FOOT_LINE }] : []),
    ...(right ? [{ ...right, x: POSTER_SIZE.width - MARGIN - width(right), y: FOOT_LINE }] : []),
  ];
}

function width({ line, size }: Pick<PlacedLine, 'line' | 'size'>): number {
  return (line.ink.right * size) / line.em;
}

function moveLine(line: PlacedLine, x: number, y: number): PlacedLine {
  const { rule } = line;
  return {
    ...line,
    x: line.x + x,
    y: line.y + y,
    ...(rule && { rule: { left: rule.left + x, right: rule.right + x, top: rule.top + y, bottom: rule.bottom + y } }),
  };
}

/** Renders the text. Each letter is defined once and reused, which saves two thirds of the bytes of long credits. */
function renderLettering(lines: PlacedLine[], fill: string): string {
  const ids = new Map<string, string>();
  let defined = '';
  let used = '';
  for (const { line, size, x, y } of lines) {
    used += `<g transform="translate(${roundToTenth(x)} ${roundToTenth(y)})scale(${Math.round((size / line.em) * 1e5) / 1e5})">`;
    for (const letter of line.letters) {
      const key = line.face + letter.character;
      let id = ids.get(key);
      if (id === undefined) {
        id = `g${ids.size.toString(36)}`;
        ids.set(key, id);
        defined += `<path id="${id}" d="${letter.outline ?? getGlyphPath(letter.character, loadTypeface(line.face))}"/>`;
      }
      used += `<use href="#${id}"${letter.x ? ` x="${letter.x}"` : ''}/>`;
    }
    used += '</g>';
  }
  return `<defs>${defined}</defs><g fill="${fill}">${used}</g>`;
}

/** Shortens a text, and escapes it for an attribute of the drawing. */
function escapeLabel(text: string): string {
  return escapeXml(text.toWellFormed().replace(/\s+/g, ' ').slice(0, 300));
}
