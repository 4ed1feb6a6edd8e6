// Checks the fonts for posters in scripts that the program has no letters of.
import { examineFontFolder, formatUnusableFonts } from '#features/archive/shows/posters/server/index.ts';
import { type Finding, note, ok } from './finding.ts';

/** Yields nothing if the folder has no fonts, because few societies need one. */
export async function* checkFonts(folder: string): AsyncGenerator<Finding> {
  const subject = 'Fonts';
  const { fonts, unusable } = await examineFontFolder(folder);
  if (unusable.length > 0) yield note(subject, formatUnusableFonts(folder, unusable));
  else if (fonts.length > 0) {
    yield ok(subject, `${fonts.length === 1 ? 'the font' : `the ${fonts.length} fonts`} in ${folder} can be used.`);
  }
}
