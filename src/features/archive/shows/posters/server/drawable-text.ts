import { formatByline } from '../../byline.ts';
import {
  decomposeSign,
  getSpaceBeforeParts,
  loadTypeface,
  type Typeface,
  type TypefaceName,
  toCapitals,
  toDrawableText,
} from './typesetting.ts';

/** A set of code points, one bit for each. */
export type CodePointSet = Uint8Array;

export function packCodePoints(codePoints: Iterable<number>): CodePointSet {
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
export function hasCharacter(font: CodePointSet, character: string): boolean {
  const has = (part: string) => {
    const code = part.codePointAt(0) ?? 0;
    return ((font[code >> 3] ?? 0) & (1 << (code & 7))) !== 0;
  };
  return has(character) || [...character.normalize('NFD')].every(has);
}

/** Returns true for a character that isn't drawn itself, such as one that joins or separates its neighbours. */
export const isDefaultIgnorable = (character: string): boolean => /\p{Default_Ignorable_Code_Point}/u.test(character);

/**
 * Returns the text to draw with a font and a typeface, which supplies the characters that the font lacks: fonts for one
 * script often have no Latin letters or digits. Returns "" if a letter is in neither, if a mark would follow a
 * character that the font lacks, or if no letter or digit is in the font.
 */
export function toDrawableTextWithFont(text: string, font: CodePointSet, { glyphs }: Typeface): string {
  let result = '';
  let usesFont = false;
  let isInFont = false;
  for (const character of withoutGeorgianCapitals(text.toWellFormed().normalize('NFC'))) {
    if (/\s/.test(character)) result += ' ';
    else if (isDefaultIgnorable(character)) result += character;
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
      const parts = decomposeSign(character);
      const isKnown = [...parts].every((part) => hasCharacter(font, part) || Object.hasOwn(glyphs, part));
      if (isKnown) result += getSpaceBeforeParts(result, character) + parts;
      else if (/[\p{L}\p{M}\p{Nd}]/u.test(character)) return '';
      isInFont = false;
    }
  }
  return usesFont ? result.replace(/ +/g, ' ').trim() : '';
}

/** Georgian is written without capitals, and most of its fonts have none. */
const withoutGeorgianCapitals = (text: string) => text.replace(/[\u1c90-\u1cbf]/g, (capital) => capital.toLowerCase());

/**
 * The scripts that fonts in the folder may be used for. Letters of a script with tags change their form or place within
 * a word, so its fonts need rules (a GSUB table) under one of these tags. A script that isn't listed isn't drawn:
 * nobody has looked at posters in it, or it isn't written in horizontal lines.
 */
const SCRIPTS: Record<string, readonly string[]> = {
  Latin: [],
  Greek: [],
  Cyrillic: [],
  Armenian: [],
  Bopomofo: [],
  Canadian_Aboriginal: [],
  Cherokee: [],
  Coptic: [],
  Ethiopic: [],
  Georgian: [],
  Han: [],
  Hangul: [],
  Hebrew: [],
  Hiragana: [],
  Katakana: [],
  Lao: [],
  Thaana: [],
  Thai: [],
  Tifinagh: [],
  Yi: [],
  Arabic: ['arab'],
  Bengali: ['bng3', 'bng2', 'beng'],
  Devanagari: ['dev3', 'dev2', 'deva'],
  Gujarati: ['gjr3', 'gjr2', 'gujr'],
  Gurmukhi: ['gur3', 'gur2', 'guru'],
  Kannada: ['knd3', 'knd2', 'knda'],
  Khmer: ['khmr'],
  Malayalam: ['mlm3', 'mlm2', 'mlym'],
  Myanmar: ['mym2', 'mymr'],
  Oriya: ['ory3', 'ory2', 'orya'],
  Sinhala: ['sinh'],
  Syriac: ['syrc'],
  Tamil: ['tml3', 'tml2', 'taml'],
  Telugu: ['tel3', 'tel2', 'telu'],
  Tibetan: ['tibt'],
};

const patterns = Object.keys(SCRIPTS).map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const);
const shared = /[\p{Script=Common}\p{Script=Inherited}]/u;
/** Parts of Korean syllables. Modern Korean has a character for each whole syllable. */
const jamo = /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/;

const known = new Map<string, string>();

/** Returns a character's script; "" if several scripts share the character, "unknown" if the script isn't listed. */
export function findScript(character: string): string {
  let script = known.get(character);
  if (script === undefined) {
    script = shared.test(character) ? '' : (patterns.find(([, pattern]) => pattern.test(character))?.[0] ?? 'unknown');
    if (known.size > 10_000) known.clear();
    known.set(character, script);
  }
  return script;
}

/** The rules of a font for the forms and places of letters. */
export interface FontRules {
  /** The tags of scripts in the font's GSUB table. */
  scriptTags: readonly string[];
  /** True if the font says where marks are placed. */
  placesMarks: boolean;
}

/**
 * Returns true if a font has the rules that this text needs. Returns false for a text with parts of Korean syllables,
 * or in a script that isn't listed.
 */
export function hasRulesForText(text: string, { scriptTags, placesMarks }: FontRules): boolean {
  if (jamo.test(text) || (/\p{M}/u.test(text) && !placesMarks)) return false;
  return [...text].every((character) => {
    const script = findScript(character);
    if (script === '') return true;
    const tags = SCRIPTS[script];
    return tags !== undefined && (tags.length === 0 || tags.some((tag) => scriptTags.includes(tag)));
  });
}

/** A font that the person who runs the site has put into the folder `fonts`. */
export interface InstalledFont extends FontRules {
  path: string;
  /** The hash of the file's content. */
  digest: string;
  codePoints: CodePointSet;
}

/** The fonts installed in the folder `fonts`, in the order in which they are tried. */
let installed: readonly InstalledFont[] = [];

export function setInstalledFonts(fonts: readonly InstalledFont[]): void {
  installed = fonts;
}

type Text = readonly [text: string, face: TypefaceName];

/** The texts of a show's pictures that may need a font from the folder. */
interface ShowTexts {
  title: string;
  author: string;
  society: string;
}

/** The maximum number of fonts that are tried for a text. */
const MAX_TRIED = 4;

/** Returns the fonts for those texts of a show that the typefaces can't draw, in the order in which they are tried. */
export function findFontsForShow({ title, author, society }: ShowTexts): InstalledFont[] {
  if (installed.length === 0) return [];
  return findFonts([
    [title, 'serif'],
    [formatByline(author), 'italic'],
    [toCapitals(society), 'imprint'],
  ]);
}

/** Returns the fonts for the society's name if the typeface can't draw it. */
export const findFontsForSociety = (society: string): InstalledFont[] =>
  installed.length === 0 ? [] : findFonts([[society, 'serif']]);

function findFonts(texts: Text[]): InstalledFont[] {
  const found = texts.flatMap(([text, name]) => {
    const face = loadTypeface(name);
    if (toDrawableText(text, face) !== '') return [];
    return installed.filter((font) => canDraw(text, name, font)).slice(0, MAX_TRIED);
  });
  return installed.filter((font) => found.includes(font));
}

/** Returns true if a font, together with a typeface, has the letters of a text and the rules for its scripts. */
function canDraw(text: string, name: TypefaceName, font: InstalledFont): boolean {
  const drawable = toDrawableTextWithFont(text, font.codePoints, loadTypeface(name));
  return drawable !== '' && hasRulesForText(drawable, font);
}
