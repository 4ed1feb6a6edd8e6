import { readFileSync } from 'node:fs';
import { toCurlyQuotes } from '#platform/shared/text/typography.ts';

/**
 * A letter's advance, the left, top, right and bottom of its ink (y downwards from the baseline), and its path, which
 * starts from the pen position.
 */
export type TypefaceGlyph = [advance: number, left: number, top: number, right: number, bottom: number, path: string];

/** A typeface drawn by tools/glyphs.ts. All numbers are in units; `em` units make up the type size. */
export interface Typeface {
  em: number;
  /** The height of a capital letter. */
  cap: number;
  glyphs: Record<string, TypefaceGlyph>;
  /**
   * The kerning of pairs of adjacent letters, in the face's units, by the two letters. A pair that isn't listed needs
   * none.
   */
  kerns: Record<string, number>;
}

export type TypefaceName = 'serif' | 'condensed' | 'italic' | 'imprint';

/** A box in its context's units: those of a face, or of the poster. */
export interface LayoutBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A letter in its line: the pen position at its start, and the position of its ink. */
export interface Letter extends LayoutBox {
  /** The character, or a key for a glyph that has its own outline. */
  character: string;
  x: number;
  /** The outline, if it isn't the face's. */
  outline?: string;
}

/** One line of text in the units of its face, with the left edge of its ink and its baseline at 0. */
export interface TypesetLine {
  text: string;
  face: TypefaceName;
  em: number;
  ink: LayoutBox;
  letters: Letter[];
  /** True if the text begins at the right. */
  isRightToLeft?: boolean;
}

/** Sets the lines of one text in a font that isn't one of the typefaces. */
export interface Typesetter {
  /** The text as it can be drawn. */
  text: string;
  setLine: (part: string) => TypesetLine;
}

/** Finds a typesetter for a text that a typeface can't draw; undefined if no font can draw all of it. */
export type FindTypesetter = (text: string, face: TypefaceName) => Typesetter | undefined;

let faces: Record<TypefaceName, Typeface> | undefined;

/** Loads the letters of a typeface. The file is read when the first poster is rendered, not when the program starts. */
export function loadTypeface(name: TypefaceName): Typeface {
  faces ??= JSON.parse(readFileSync(new URL('./glyphs/faces.data', import.meta.url), 'utf8')) as Record<
    TypefaceName,
    Typeface
  >; // tools/glyphs.ts wrote the file in this type
  return faces[name];
}

/** Replacements for signs that no typeface has and that Unicode doesn't decompose. */
const LOOKALIKES: Record<string, string> = {
  ẞ: 'SS',
  ʼ: '’',
  ʻ: '‘',
  '‐': '-',
  '‒': '–',
  '―': '—',
  '⁄': '/',
  '−': '–',
};

/** Characters that only change the look of an emoji. */
const emojiModifiers = /[\u200d\u20e3\ufe00-\ufe0f\u{e0020}-\u{e007f}]/gu;

/**
 * Returns the letters to draw for a text; "" if the typeface lacks one of them, because a title must not lose letters,
 * nor a name its accents. Signs are replaced by their parts ("¾" becomes "3/4"); signs without parts, such as emoji,
 * are skipped. Quotes are made curly.
 */
export function toDrawableText(text: string, face: Typeface): string {
  const has = (character: string) => Object.hasOwn(face.glyphs, character);
  let result = '';
  for (const character of curly(text.replace(emojiModifiers, '').normalize('NFC'))) {
    if (/\s/.test(character)) result += ' ';
    else if (has(character)) result += character;
    else {
      const parts = decomposeSign(character);
      if ([...parts].every(has)) result += getSpaceBeforeParts(result, character) + parts;
      else if (/[\p{L}\p{M}\p{Nd}]/u.test(character)) return '';
    }
  }
  return result.replace(/ +/g, ' ').trim();
}

/** Returns the parts of a sign: "3/4" for "¾". */
export const decomposeSign = (character: string): string =>
  [...character.normalize('NFKD')].map((part) => LOOKALIKES[part] ?? part).join('');

/** Returns a space if the parts of a number follow a digit: "13¾" must not become "133/4". */
export const getSpaceBeforeParts = (before: string, character: string): string =>
  /\d$/.test(before) && /\p{No}/u.test(character) ? ' ' : '';

/**
 * Returns a text in capitals. The rules of Greek apply, because they remove the accents of Greek capitals and change
 * nothing else.
 */
export const toCapitals = (text: string): string => text.toLocaleUpperCase('el');

function curly(text: string): string {
  return toCurlyQuotes(text)
    .replace(/[.…]{4,}\s*/g, '… ')
    .replace(/\s+-+(?=\S)|(?<=\S)-+\s+|\s-+\s/g, ' – ');
}

/**
 * Sets a text in a typeface, kerned.
 *
 * @param tracking the space to add between letters, in em
 */
export function typesetLine(text: string, name: TypefaceName, tracking = 0): TypesetLine {
  const face = loadTypeface(name);
  const characters = [...toDrawableText(text, face)];
  const letters: Letter[] = [];
  let pen = 0;
  let before = '';
  let shift: number | undefined;
  for (const character of characters) {
    const outline = face.glyphs[character];
    if (outline === undefined) continue;
    const [advance, left, top, right, bottom, path] = outline;
    pen += before === '' ? 0 : getKerning(face, before, character) + Math.round(tracking * face.em);
    if (path !== '') {
      shift ??= -left;
      const x = pen + shift;
      letters.push({ character, x, left: x + left, top, right: x + right, bottom });
    }
    pen += advance;
    before = character;
  }
  return { text: characters.join(''), face: name, em: face.em, ink: computeBoundingBoxWithOrigin(letters), letters };
}

/** Returns the width of a line's ink, in em. */
export function getWidthInEm(line: TypesetLine): number {
  return (line.ink.right - line.ink.left) / line.em;
}

/** Returns the smallest box around these boxes and the origin. */
export function computeBoundingBoxWithOrigin(boxes: LayoutBox[]): LayoutBox {
  const box = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const { left, top, right, bottom } of boxes) {
    box.left = Math.min(box.left, left);
    box.top = Math.min(box.top, top);
    box.right = Math.max(box.right, right);
    box.bottom = Math.max(box.bottom, bottom);
  }
  return box;
}

/**
 * Returns a letter's path, relative to the pen position. In the file, the path of an accented letter may begin with "="
 * and its base letter, in place of the base letter's path.
 */
export function getGlyphPath(character: string, face: Typeface): string {
  const path = face.glyphs[character]?.[5] ?? '';
  if (!path.startsWith('=')) return path;
  return (face.glyphs[path.charAt(1)]?.[5] ?? '') + path.slice(2);
}

/** Returns the kerning of two adjacent letters, in units. */
export const getKerning = (face: Typeface, before: string, character: string): number =>
  face.kerns[base(before) + base(character)] ?? 0;

const bases = new Map<string, string>();

/** Returns the base letter for kerning: "é" kerns as "e" does. */
function base(character: string): string {
  if (character < '\u00c0') return character;
  let plain = bases.get(character);
  if (plain === undefined) {
    plain = character.normalize('NFD').charAt(0);
    bases.set(character, plain);
  }
  return plain;
}
