import createBidi, { type Bidi, type EmbeddingLevels } from 'bidi-js';
import { Blob, Direction, Face, Font, shape, Buffer as TextBuffer, Variation } from 'harfbuzzjs';
import {
  type CodePointSet,
  type FontRules,
  findScript,
  hasCharacter,
  hasRulesForText,
  isDefaultIgnorable,
  packCodePoints,
  toDrawableTextWithFont,
} from './drawable-text.ts';
import { roundToTenth } from './motifs/drawing.ts';
import {
  computeBoundingBoxWithOrigin,
  getGlyphPath,
  getKerning,
  type LayoutBox,
  type Letter,
  loadTypeface,
  type Typeface,
  type TypefaceName,
  type TypesetLine,
  type Typesetter,
} from './typesetting.ts';

// Apart from tests, only the font process imports this file, because fonts may be broken or hostile.

// The package's types describe a module, but Node.js loads its CommonJS build, which is the function itself
const bidi = (createBidi as unknown as () => Bidi)();

/** Characters that are set together: in one direction and script, and in the same font. */
interface Run {
  text: string;
  start: number;
  isRightToLeft: boolean;
  isInFont: boolean;
  script: string;
}

/** A part of a line. The positions of its letters start at 0. */
interface PlacedRun {
  letters: Letter[];
  advance: number;
  /** True if a character can't be drawn, because its glyph is missing or empty. */
  isIncomplete: boolean;
}

/** Creates a typesetter from the typeface and the font; undefined if they lack something for this text. */
export function createTypesetter(text: string, name: TypefaceName, font: ShapingFont): Typesetter | undefined {
  const face = loadTypeface(name);
  const drawable = toDrawableTextWithFont(text, font.codePoints, face);
  if (drawable === '' || !hasRulesForText(drawable, font)) return undefined;
  // All lines have the direction in which the text begins
  const embedding = bidi.getEmbeddingLevels(drawable, 'auto');
  const isRightToLeft = (embedding.paragraphs[0]?.level ?? 0) % 2 === 1;
  const lines = new Map<string, TypesetLine>();
  const place = (part: string): PlacedRun => {
    const start = drawable.indexOf(part);
    // A line shortened with an ellipsis doesn't occur in the text, so its direction is computed separately
    return start < 0
      ? placeRuns(part, bidi.getEmbeddingLevels(part, isRightToLeft ? 'rtl' : 'ltr'), 0, part.length, font, face)
      : placeRuns(drawable, embedding, start, start + part.length, font, face);
  };
  const setLine = (part: string): TypesetLine => {
    const line = part.trim();
    const known = lines.get(line);
    if (known) return known;
    const set = { ...toLine(place(line).letters, face), text: line, face: name, isRightToLeft };
    lines.set(line, set);
    return set;
  };
  return place(drawable).isIncomplete ? undefined : { text: drawable, setLine };
}

function toLine(letters: Letter[], { em }: Typeface): Pick<TypesetLine, 'em' | 'ink' | 'letters'> {
  const start = Math.min(...letters.map(({ left }) => left));
  const moved = letters.map((letter) => ({
    ...letter,
    x: roundToTenth(letter.x - start),
    left: letter.left - start,
    right: letter.right - start,
  }));
  return { em, ink: computeBoundingBoxWithOrigin(moved), letters: moved };
}

/** Places the runs of a part of a text in visual order. */
function placeRuns(
  text: string,
  embedding: EmbeddingLevels,
  start: number,
  end: number,
  font: ShapingFont,
  face: Typeface,
): PlacedRun {
  const runs = splitIntoRuns(text.slice(start, end), embedding.levels.subarray(start, end), font);
  const runOf = runs.flatMap((run) => Array.from({ length: run.text.length }, () => run));
  const order = bidi.getReorderedIndices(text, embedding, start, end - 1).slice(start, end);
  const seen = new Set(order.flatMap((index) => runOf[index - start] ?? []));
  const letters: Letter[] = [];
  let pen = 0;
  let isIncomplete = false;
  for (const run of seen) {
    const placed = run.isInFont ? placeWithFont(run, font, face.em) : placeWithFace(run, face);
    letters.push(
      ...placed.letters.map((letter) => ({
        ...letter,
        x: letter.x + pen,
        left: letter.left + pen,
        right: letter.right + pen,
      })),
    );
    pen += placed.advance;
    isIncomplete ||= placed.isIncomplete;
  }
  return { letters, advance: pen, isIncomplete: isIncomplete || letters.length === 0 };
}

function splitIntoRuns(text: string, levels: Uint8Array, font: ShapingFont): Run[] {
  const runs: Run[] = [];
  let index = 0;
  for (const character of text) {
    const last = runs.at(-1);
    const isRightToLeft = (levels[index] ?? 0) % 2 === 1;
    const isAttached = last !== undefined && (isDefaultIgnorable(character) || /\p{M}/u.test(character));
    const isInFont = isAttached ? last.isInFont : hasCharacter(font.codePoints, character);
    const script = findScript(character);
    const fits =
      last?.isRightToLeft === isRightToLeft &&
      last.isInFont === isInFont &&
      levels[index] === levels[last.start] &&
      (script === '' || last.script === '' || script === last.script);
    if (isAttached || (fits && last)) {
      last.text += character;
      last.script ||= script;
    } else runs.push({ text: character, start: index, isRightToLeft, isInFont, script });
    index += character.length;
  }
  return runs;
}

function placeWithFont({ text, isRightToLeft }: Run, font: ShapingFont, em: number): PlacedRun {
  const scale = em / font.unitsPerEm;
  const letters: Letter[] = [];
  const clusters = new Set<number>();
  const inked = new Set<number>();
  let pen = 0;
  let isIncomplete = false;
  for (const glyph of font.shape(text, isRightToLeft)) {
    // Glyph 0 is the box that stands for a missing character
    if (glyph.id === 0) isIncomplete = true;
    clusters.add(glyph.cluster);
    const outline = font.getOutline(glyph.id);
    if (outline) {
      inked.add(glyph.cluster);
      const x = (pen + glyph.x) * scale;
      const y = (value: number) => roundToTenth(-(value + glyph.y) * scale);
      const { left, top, right, bottom } = outline.box;
      letters.push({
        character: `${glyph.id} ${glyph.y}`,
        x,
        left: x + left * scale,
        right: x + right * scale,
        top: y(bottom),
        bottom: y(top),
        outline: outline.commands
          .map(
            ({ type, values }) =>
              type + values.map((value, i) => (i % 2 ? y(value) : roundToTenth(value * scale))).join(' '),
          )
          .join(''),
      });
    }
    pen += glyph.advance;
  }
  // If the font has an empty glyph, a letter would be missing from the line
  const starts = [...clusters].sort((a, b) => a - b);
  for (const { index, 0: character } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    const cluster = starts.findLast((start) => start <= index);
    if (!isDefaultIgnorable(character) && (cluster === undefined || !inked.has(cluster))) isIncomplete = true;
  }
  return { letters, advance: pen * scale, isIncomplete };
}

/** Places characters that only the typeface has, such as digits in a Hebrew title. */
function placeWithFace({ text, isRightToLeft }: Run, face: Typeface): PlacedRun {
  const characters = [...text].filter((character) => !isDefaultIgnorable(character));
  const seen = isRightToLeft
    ? characters.reverse().map((character) => bidi.getMirroredCharacter(character) ?? character)
    : characters;
  const letters: Letter[] = [];
  let pen = 0;
  let before = '';
  let isIncomplete = false;
  for (const character of seen) {
    const glyph = face.glyphs[character];
    if (!glyph) {
      isIncomplete = true;
      continue;
    }
    const [advance, left, top, right, bottom, path] = glyph;
    if (before !== '') pen += getKerning(face, before, character);
    if (path !== '') {
      const outline = getGlyphPath(character, face);
      letters.push({ character, x: pen, left: pen + left, top, right: pen + right, bottom, outline });
    }
    pen += advance;
    before = character;
  }
  return { letters, advance: pen, isIncomplete };
}

type PathCommand = ReturnType<Font['glyphToJson']>[number];

/** A glyph's outline in the font's units, with y upwards from the baseline. */
interface Outline {
  commands: PathCommand[];
  box: LayoutBox;
}

interface ShapedGlyph {
  id: number;
  /** The index in the text of the first character that the glyph belongs to. */
  cluster: number;
  advance: number;
  /** The distance of the glyph from the pen position, with y upwards. */
  x: number;
  y: number;
}

export interface ShapingFont extends FontRules {
  codePoints: CodePointSet;
  unitsPerEm: number;
  /** Returns the glyphs of a text of one direction and script, from left to right. */
  shape: (text: string, isRightToLeft: boolean) => ShapedGlyph[];
  /** Returns a glyph's outline; undefined for a glyph without ink, such as a space. */
  getOutline: (glyph: number) => Outline | undefined;
}

/** The weight that variable fonts are set to. */
const WEIGHT = 700;
/** The maximum number of characters that are tried until one has an outline. */
const TRIED = 500;

/** Opens a font, or the first font of a collection; undefined if it has no characters or no outlines. */
export function openShapingFont(bytes: Uint8Array): ShapingFont | undefined {
  const face = new Face(new Blob(bytes), 0);
  const codes = face.collectUnicodes();
  if (codes.length === 0) return undefined;
  const font = new Font(face);
  const weight = face.getAxisInfos().wght;
  if (weight) {
    font.setVariations([new Variation('wght', Math.min(Math.max(WEIGHT, weight.min), weight.max))]);
  }
  const outlines = new Map<number, Outline | undefined>();
  const getOutline = (glyph: number) => {
    if (!outlines.has(glyph)) outlines.set(glyph, toOutline(font.glyphToJson(glyph)));
    return outlines.get(glyph);
  };
  if (!codes.subarray(0, TRIED).some((code) => getOutline(font.nominalGlyph(code) ?? 0))) return undefined;
  const placing = face.getTableFeatureTags('GPOS');
  return {
    codePoints: packCodePoints(codes),
    unitsPerEm: face.upem,
    scriptTags: face.getTableScriptTags('GSUB'),
    placesMarks: ['mark', 'abvm', 'blwm'].some((tag) => placing.includes(tag)),
    getOutline,
    shape(text, isRightToLeft) {
      const buffer = new TextBuffer();
      buffer.addText(text);
      buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR);
      buffer.guessSegmentProperties();
      shape(font, buffer);
      const positions = buffer.getGlyphPositions();
      return buffer.getGlyphInfos().map(({ codepoint, cluster }, i) => {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {};
        return { id: codepoint, cluster, advance: xAdvance, x: xOffset, y: yOffset };
      });
    },
  };
}

function toOutline(commands: PathCommand[]): Outline | undefined {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { values } of commands) {
    for (let i = 0; i + 1 < values.length; i += 2) {
      const [x = 0, y = 0] = [values[i], values[i + 1]];
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
    }
  }
  return box.right > box.left && box.bottom > box.top ? { commands, box } : undefined;
}
