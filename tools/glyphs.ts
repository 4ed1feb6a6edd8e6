/**
 * Draws the letters of the posters' four faces into faces.data. Run by hand when a font changes:
 *
 *   node tools/glyphs.ts FOLDER
 *
 * and raise DRAWING in src/features/archive/shows/posters/server/poster.ts and share-image.ts, so that browsers ask for
 * the new posters. The folder has the web fonts of src/platform/web/fonts and, for letters beyond Western Europe, the
 * .woff2 files of the npm packages @fontsource-variable/besley, instrument-sans, noto-serif and noto-sans (5.3.0).
 *
 * faces.data is JSON. It has another extension, because a formatter would spread JSON over ten thousand lines.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { create, type Font, type Glyph } from 'fontkit';
import { decompress } from 'wawoff2';
import type { Typeface, TypefaceGlyph } from '#features/archive/shows/posters/server/typesetting.ts';

const ASCII = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i));
const ACCENTED = String.fromCharCode(...Array.from({ length: 64 }, (_, i) => 0xc0 + i));
const MARKS = '£€°·×¡¿«»¼½¾–—‘’“”…⁄Œœı';
const listLetters = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i)).filter((letter) =>
    /[\p{L}\p{N}]/u.test(letter),
  );
/**
 * Latin letters that aren't in `ASCII` or `ACCENTED` (except rare ones), Greek letters (also with ancient accents) and
 * Cyrillic letters.
 */
const BEYOND_WESTERN_EUROPE = [
  ...listLetters(0x100, 0x24f),
  ...listLetters(0x250, 0x2af),
  ...listLetters(0x1e00, 0x1eff),
  ...listLetters(0x386, 0x3ff),
  ...listLetters(0x1f00, 0x1fff),
  ...listLetters(0x400, 0x52f),
];
const ALL = [...new Set([...ASCII, ...ACCENTED, ...MARKS, ...BEYOND_WESTERN_EUROPE])];
const WITHOUT_LOWER_CASE = ALL.filter((character) => character === character.toUpperCase());

/** Characters whose pairs are checked for kerning. An accented letter has the kerning of its base letter. */
const KERNED = [...ASCII.replace(/[#$%*+<=>@[\\\]^_`{|}~]/g, ''), ...'–‘’“”…'];

const folder = process.argv[2] ?? '';
if (folder === '') throw new Error('Name the folder with the fonts.');
const files = await readdir(folder);

/**
 * Faces for small letters have fewer units per em, because 500 units for letters in a line of 25 pixels are finer than
 * a screen can show.
 */
const faces = {
  serif: await drawFace(['besley', 'noto-serif'], 'wght-normal', { wght: 800 }, ALL, 1000),
  condensed: await drawFace(
    ['instrument-sans', 'noto-sans'],
    'wdth-normal',
    { wght: 700, wdth: 75 },
    WITHOUT_LOWER_CASE,
    1000,
  ),
  italic: await drawFace(['besley', 'noto-serif'], 'wght-italic', { wght: 500 }, ALL, 500),
  imprint: await drawFace(
    ['instrument-sans', 'noto-sans'],
    'wdth-normal',
    { wght: 600, wdth: 80 },
    WITHOUT_LOWER_CASE,
    500,
  ),
} satisfies Record<string, Typeface>;

await writeFile(
  new URL('../src/features/archive/shows/posters/server/glyphs/faces.data', import.meta.url),
  `${JSON.stringify(faces)}\n`,
);

/**
 * Draws a face. Each character is drawn from the first family that has it. The second family is scaled, so that its
 * capitals are as high as those of the first.
 */
async function drawFace(
  families: readonly [string, string],
  style: string,
  axes: Record<string, number>,
  characters: string[],
  em: number,
): Promise<Typeface> {
  const parts: { font: Font; scale: number }[] = [];
  for (const family of families) {
    // Without one of the families, posters would lose their letters beyond Western Europe
    if (!files.some((file) => file.startsWith(`${family}-`))) throw new Error(`There is no ${family} in ${folder}`);
    for (const script of ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext']) {
      const file = `${family}-${script}-${style}.woff2`;
      if (!files.includes(file)) continue;
      const font = await openFont(file, axes);
      const [first] = parts;
      const capitals = first ? (first.font.capHeight * first.scale) / font.capHeight : em / font.unitsPerEm;
      parts.push({ font, scale: capitals });
    }
  }
  const [first] = parts;
  if (!first) throw new Error(`There is no ${families[0]} in ${folder}`);
  const sets = parts.map(({ font }) => new Set(font.characterSet));
  const code = (character: string) => character.codePointAt(0) ?? 0;
  const glyphs: Typeface['glyphs'] = {};
  for (const character of characters) {
    const part = parts[sets.findIndex((set) => set.has(code(character)))];
    if (!part) continue;
    const glyph = (letter: string) => part.font.glyphForCodePoint(code(letter));
    glyphs[character] = drawOutline(glyph(character), glyph(character.normalize('NFD')), part.scale);
  }
  return {
    em,
    cap: Math.round(first.font.capHeight * first.scale),
    glyphs: shareBasePaths(glyphs),
    kerns: findKerns(
      first.font,
      KERNED.filter((character) => glyphs[character]),
      first.scale,
    ),
  };
}

async function openFont(file: string, axes: Record<string, number>): Promise<Font> {
  const woff2 = await readFile(`${folder}/${file}`);
  // fontkit reads WOFF2 but throws when it creates a variation of a WOFF2 font, so the TrueType font inside is used
  const font = create(Buffer.from(await decompress(woff2)));
  if (!('getVariation' in font)) throw new Error(`${file} is a collection, not a font`);
  return font.getVariation(axes);
}

/** Converts a glyph to its advance, bounds and outline path, in whole units, with y downwards as in SVG. */
function drawOutline(glyph: Glyph, base: Glyph, scale: number): TypefaceGlyph {
  const advance = Math.round(glyph.advanceWidth * scale);
  const own = readContours(glyph, scale);
  const points = own.flatMap((contour) => contour.points);
  if (points.length === 0) return [advance, 0, 0, 0, 0, ''];
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  // The base letter's contours come first, so that the path of an accented letter begins with that of its base letter
  const order = readContours(base, scale).map(key);
  const place = (contour: Contour) => (order.includes(key(contour)) ? order.indexOf(key(contour)) : order.length);
  const path = own.toSorted((a, b) => place(a) - place(b)).map((contour, i, all) => formatContour(contour, all[i - 1]));
  return [advance, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys), path.join('')];
}

type Point = readonly [x: number, y: number];
interface Contour {
  start: Point;
  points: Point[];
  /** The path of the outline. Each step is relative to the previous one. */
  path: string;
}
function key({ start, path }: Contour): string {
  return `${start} ${path}`;
}

function formatContour({ start: [x, y], path }: Contour, before: Contour | undefined): string {
  const [fromX, fromY] = before?.start ?? [0, 0];
  return `m${joinNumbers([x - fromX, y - fromY])}${path}`;
}

function readContours(glyph: Glyph, scale: number): Contour[] {
  const found: Contour[] = [];
  let at: Point = [0, 0];
  let last = '';
  for (const { command, args } of glyph.path.commands) {
    const points: Point[] = [];
    for (let i = 0; i < args.length; i += 2)
      points.push([Math.round((args[i] ?? 0) * scale), -Math.round((args[i + 1] ?? 0) * scale)]);
    const end = points.at(-1);
    if (command === 'moveTo' && end !== undefined) found.push({ start: end, points: [end], path: '' });
    const contour = found.at(-1);
    if (contour === undefined) continue;
    if (end === undefined) {
      contour.path += 'z';
      last = 'z';
      continue;
    }
    const [dx, dy] = [end[0] - at[0], end[1] - at[1]];
    if (command === 'quadraticCurveTo') step(contour, 'q', points);
    else if (command === 'bezierCurveTo') step(contour, 'c', points);
    else if (command === 'lineTo' && dx === 0 && dy !== 0) step(contour, 'v', [], [dy]);
    else if (command === 'lineTo' && dy === 0 && dx !== 0) step(contour, 'h', [], [dx]);
    else if (command === 'lineTo' && dx !== 0) step(contour, 'l', points);
    else last = '';
    contour.points.push(...points);
    at = end;
  }
  return found;

  function step(
    contour: Contour,
    letter: string,
    points: Point[],
    numbers = points.flatMap(([x, y]) => [x - at[0], y - at[1]]),
  ) {
    const path = joinNumbers(numbers);
    // SVG allows a repeated command to be omitted
    contour.path += letter === last ? (path.startsWith('-') ? path : ` ${path}`) : letter + path;
    last = letter;
  }
}

/** Joins numbers as briefly as SVG allows: a minus sign separates two numbers. */
function joinNumbers(numbers: number[]): string {
  return numbers.join(' ').replaceAll(' -', '-');
}

/**
 * If an accented letter's path begins with that of its base letter, replaces this beginning by `=` and the base letter.
 * The poster's code inserts the base letter's path again.
 */
function shareBasePaths(glyphs: Typeface['glyphs']): Typeface['glyphs'] {
  return Object.fromEntries(
    Object.entries(glyphs).map(([character, outline]) => {
      const base = character.normalize('NFD').charAt(0);
      const start = glyphs[base]?.[5] ?? '';
      if (base === character || start === '' || !outline[5].startsWith(start)) return [character, outline];
      return [character, [...outline.slice(0, 5), `=${base}${outline[5].slice(start.length)}`] as TypefaceGlyph];
    }),
  );
}

function findKerns(font: Font, characters: string[], scale: number): Typeface['kerns'] {
  const found: Typeface['kerns'] = {};
  const width = new Map(characters.map((c) => [c, font.layout(c).positions[0]?.xAdvance ?? 0]));
  for (const left of characters)
    for (const right of characters) {
      const pair = font.layout(left + right);
      if (pair.glyphs.length !== 2) continue; // Leaves out ligatures, which the posters don't use
      const kern = Math.round(((pair.positions[0]?.xAdvance ?? 0) - (width.get(left) ?? 0)) * scale);
      if (Math.abs(kern) >= 10) found[left + right] = kern; // Leaves out smaller steps, which can't be seen
    }
  return found;
}
