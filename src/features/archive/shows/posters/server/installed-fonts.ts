import { formatByline } from '../../byline.ts';
import { type CodePoints, type FontRules, hasRulesFor, toTextDrawableWith } from './drawable-text.ts';
import { type FontFaceName, loadFontFace, toCapitals, toDrawableText } from './typesetting.ts';

/** A font that the person who runs the site has put into the folder `fonts`. */
export interface InstalledFont extends FontRules {
  path: string;
  /** The hash of the file's content. */
  digest: string;
  codePoints: CodePoints;
}

/** The fonts in use, in the order in which they are tried. */
let installed: readonly InstalledFont[] = [];

export function setInstalledFonts(fonts: readonly InstalledFont[]): void {
  installed = fonts;
}

/** A text with its typeface. */
type Text = readonly [text: string, face: FontFaceName];

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
    const face = loadFontFace(name);
    if (toDrawableText(text, face) !== '') return [];
    return installed.filter((font) => canDraw(text, name, font)).slice(0, MAX_TRIED);
  });
  return installed.filter((font) => found.includes(font));
}

/** Returns true if a font, together with a typeface, has the letters of a text and the rules for its scripts. */
function canDraw(text: string, name: FontFaceName, font: InstalledFont): boolean {
  const drawable = toTextDrawableWith(text, font.codePoints, loadFontFace(name));
  return drawable !== '' && hasRulesFor(drawable, font);
}
