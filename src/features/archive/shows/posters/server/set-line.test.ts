import { readFileSync } from 'node:fs';
import { create, type Glyph } from 'fontkit';
import { expect, test } from 'vitest';
import { createTypesetter, openShapingFont, type ShapingFont } from './set-line.ts';

const readFont = (name: string) =>
  readFileSync(new URL(`../../../../../../tests/support/fonts/${name}.ttf`, import.meta.url));

function openFont(name: string): ShapingFont {
  const font = openShapingFont(readFont(name));
  if (!font) throw new Error(`${name} can’t be opened`);
  return font;
}

const setText = (text: string, font: ShapingFont) => createTypesetter(text, 'serif', font)?.setLine(text);

/** Formats an outline from another library in the form that posters use. */
const toPath = ({ path }: Glyph) =>
  path.commands
    .map(({ command, args }) => {
      const letter = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C', closePath: 'Z' }[command];
      return letter + args.map((value, i) => Math.round((i % 2 ? -value : value) * 10) / 10 + 0).join(' ');
    })
    .join('');

/** Removes lines back to the start of a contour, because closing the contour draws them anyway. */
const withoutClosingLines = (path = '') => path.replace(/M(\S+ [^A-Z]+)([^MZ]*)L\1Z/g, 'M$1$2Z');

const titles = { hebrew: 'הקמצן', arabic: 'روميو وجولييت', devanagari: 'अभिज्ञानशाकुन्तलम्' };

test.each(Object.entries(titles))(
  'a title in %s has the outlines and positions that another shaping library gives',
  (name, title) => {
    const font = create(readFont(name));
    if (!('layout' in font)) throw new Error('not a font');
    const { glyphs, positions } = font.layout(title);
    let pen = 0;
    const expected = glyphs.flatMap((glyph, i) => {
      const { xAdvance = 0, xOffset = 0 } = positions[i] ?? {};
      const x = pen + xOffset;
      pen += xAdvance;
      return glyph.path.commands.length > 0 ? [{ outline: withoutClosingLines(toPath(glyph)), x }] : [];
    });
    const line = setText(title, openFont(name));
    const [start = 0] = line?.letters.map(({ x }) => x) ?? [];
    const [expectedStart = 0] = expected.map(({ x }) => x);
    expect(line?.letters.map(({ outline, x }) => ({ outline: withoutClosingLines(outline), x: x - start }))).toEqual(
      expected.map(({ outline, x }) => ({ outline, x: x - expectedStart })),
    );
    expect(line?.letters.length).toBeGreaterThan(4);
    expect(line?.isRightToLeft).toBe(name !== 'devanagari');
  },
);

test('an Arabic letter has a different outline within a word than on its own', () => {
  const font = openFont('arabic');
  const [alone] = setText('ي', font)?.letters ?? [];
  const word = setText('روميو', font)?.letters.map(({ outline }) => outline);
  expect(alone?.outline).toMatch(/^M/);
  expect(word).not.toContain(alone?.outline);
});

test('digits and Latin letters that a font lacks are drawn in the poster’s typeface, in their own direction', () => {
  const line = setText('הקמצן 12 (Ada)', openFont('hebrew'));
  const typeface = line?.letters.map(({ character }) => character).filter((character) => character.length === 1);
  // Right to left: the brackets are mirrored, the words in them aren't
  expect(typeface).toEqual([...'(Ada)12']);
  expect(line?.letters.at(-1)?.outline).toBe(setText('ה', openFont('hebrew'))?.letters[0]?.outline);
});

test('a line keeps the direction that its words have in the whole title', () => {
  const typesetter = createTypesetter('הקמצן (Romeo & Juliet)', 'serif', openFont('hebrew'));
  const line = typesetter?.setLine('& Juliet)').letters.map(({ character }) => character);
  expect(line).toEqual([...'(&Juliet']);
});

test('a title isn’t set if the font lacks a letter, a mark, or the rules of the script', () => {
  expect(setText('הקמצן', openFont('arabic'))).toBeUndefined();
  expect(setText('הקמצן שלום', openFont('hebrew'))).toBeUndefined();
  expect(setText('הִקמצן', openFont('hebrew'))).toBeUndefined();
  expect(setText('हिन्दी', openFont('devanagari'))).toBeUndefined();
  expect(setText('Hamlet', openFont('hebrew'))).toBeUndefined();
  for (const name of ['arabic', 'devanagari'] as const) {
    expect(setText(titles[name], { ...openFont(name), scriptTags: ['DFLT', 'latn'] })).toBeUndefined();
  }
  expect(setText(titles.devanagari, { ...openFont('devanagari'), placesMarks: false })).toBeUndefined();
});

test('a title isn’t set in a font of empty glyphs, or with the box for a missing character', () => {
  const hebrew = openFont('hebrew');
  expect(setText('הקמצן', { ...hebrew, getOutline: () => undefined })).toBeUndefined();
  expect(
    setText('הקמצן', { ...hebrew, shape: (...text) => hebrew.shape(...text).map((glyph) => ({ ...glyph, id: 0 })) }),
  ).toBeUndefined();
});
