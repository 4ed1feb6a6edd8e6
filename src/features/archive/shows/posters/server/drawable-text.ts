import { type FontFace, splitSign, startPart } from './typesetting.ts';

/** A set of code points, one bit for each. */
export type CodePoints = Uint8Array;

export function packCodePoints(codePoints: Iterable<number>): CodePoints {
  const bits = new Uint8Array(0x110000 / 8);
  let end = 0;
  for (const code of codePoints) {
    if (code >= 0x110000) continue;
    bits[code >> 3] = (bits[code >> 3] ?? 0) | (1 << (code & 7));
    end = Math.max(end, (code >> 3) + 1);
  }
  return bits.slice(0, end);
}

/** Returns true if the font has the character, or all the parts that it consists of. */
export function hasCharacter(font: CodePoints, character: string): boolean {
  const has = (part: string) => {
    const code = part.codePointAt(0) ?? 0;
    return ((font[code >> 3] ?? 0) & (1 << (code & 7))) !== 0;
  };
  return has(character) || [...character.normalize('NFD')].every(has);
}

/** Characters that have no form of their own, such as those that join or separate the letters next to them. */
export const isInvisible = (character: string): boolean => /\p{Default_Ignorable_Code_Point}/u.test(character);

/**
 * Returns the text to draw with a font and, for characters that the font lacks, a typeface; "" if neither has one of
 * the letters, or if no letter or digit is in the font. Fonts for one script often have no Latin letters or digits.
 */
export function toTextDrawableWith(text: string, font: CodePoints, { glyphs }: FontFace): string {
  let result = '';
  let usesFont = false;
  let isInFont = false;
  for (const character of withoutGeorgianCapitals(text.toWellFormed().normalize('NFC'))) {
    if (/\s/.test(character)) result += ' ';
    else if (isInvisible(character)) result += character;
    else if (hasCharacter(font, character)) {
      // A mark can only be placed on a letter of the same font
      if (/\p{M}/u.test(character) && !isInFont) return '';
      result += character;
      isInFont = true;
      usesFont ||= /[\p{L}\p{N}]/u.test(character);
    } else if (Object.hasOwn(glyphs, character)) {
      result += character;
      isInFont = false;
    } else {
      const parts = splitSign(character);
      const isKnown = [...parts].every((part) => hasCharacter(font, part) || Object.hasOwn(glyphs, part));
      if (isKnown) result += startPart(result, character) + parts;
      else if (/[\p{L}\p{M}\p{Nd}]/u.test(character)) return '';
      isInFont = false;
    }
  }
  return usesFont ? result.replace(/ +/g, ' ').trim() : '';
}

/** Georgian is written without capitals, and most of its fonts have none. */
const withoutGeorgianCapitals = (text: string) => text.replace(/[\u1c90-\u1cbf]/g, (capital) => capital.toLowerCase());
