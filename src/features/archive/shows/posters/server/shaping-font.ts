// Only the font process imports this file.
import { Blob, Direction, Face, Font, shape, Buffer as TextBuffer, Variation } from 'harfbuzzjs';
import { type CodePoints, packCodePoints } from './drawable-text.ts';
import type { FontRules } from './scripts.ts';
import type { TextBox } from './typesetting.ts';

type PathCommand = ReturnType<Font['glyphToJson']>[number];

/** A glyph's outline in the font's units, with y upwards from the baseline. */
interface Outline {
  commands: PathCommand[];
  box: TextBox;
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
  codePoints: CodePoints;
  unitsPerEm: number;
  /** Returns the glyphs of a text of one direction and script, from left to right. */
  shape: (text: string, isRightToLeft: boolean) => ShapedGlyph[];
  /** Returns a glyph's outline; undefined for a space. */
  getOutline: (glyph: number) => Outline | undefined;
}

/** The weight that variable fonts are set to. */
const WEIGHT = 700;
/** The number of characters that are tried in search of an outline. */
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
