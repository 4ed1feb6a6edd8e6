import {
  type FindTypesetter,
  getWidthInEm,
  type LayoutBox,
  loadTypeface,
  type TypefaceName,
  type TypesetLine,
  toDrawableText,
  typesetLine,
} from './typesetting.ts';

const words = new Intl.Segmenter('en', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Matches text of scripts that put no spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/** Matches parts that can't begin a line, and parts that can't end one. */
const [staysBehind, staysBefore] = [/^[\p{Pe}\p{Pf}\p{Po}\p{M}\p{Lm}\s]/u, /[\p{Ps}\p{Pi}]$/u];

/** Splits a text where lines may be broken: after spaces, and between words that have no space between them. */
export function splitAtBreakOpportunities(text: string): string[] {
  const parts: string[] = [];
  for (const chunk of text.match(/\S+\s*/gu) ?? []) {
    let isFirst = true;
    for (const part of unspaced.test(chunk) ? Array.from(words.segment(chunk), ({ segment }) => segment) : [chunk]) {
      const last = parts.at(-1) ?? '';
      if (!isFirst && (staysBehind.test(part) || staysBefore.test(last))) parts[parts.length - 1] = last + part;
      else parts.push(part);
      isFirst = false;
    }
  }
  return parts;
}

/** Splits a text into what readers see as characters: a letter with its marks is one. */
const splitGraphemes = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

/** A type size, and the maximum number of lines in it. */
export interface FontSizeOption {
  size: number;
  lines: number;
}

/**
 * The maximum number of letters of a text. No poster has space for more, and measuring thousands of them would take
 * minutes.
 */
const MAX_LETTERS = 300;

/** A text that can be drawn, and how its lines are broken and set. */
interface TextSetting {
  text: string;
  /** Splits a text where lines may be broken; `joint` is between the parts of a line. */
  split: (text: string) => string[];
  joint: string;
  set: (part: string) => TypesetLine;
}

/** Chooses how to split and set a text; undefined if neither the typeface nor another font can draw all of it. */
function chooseSetting(
  text: string,
  name: TypefaceName,
  { tracking = 0, findTypesetter }: TextOptions,
): TextSetting | undefined {
  const own = toDrawableText(text, loadTypeface(name));
  if (own !== '') {
    return {
      text: own,
      split: (part) => part.split(' '),
      joint: ' ',
      set: (part) => typesetLine(part, name, tracking),
    };
  }
  const other = findTypesetter?.(text, name);
  return other && { text: other.text, split: splitAtBreakOpportunities, joint: '', set: other.setLine };
}

interface TextOptions {
  /** The space to add between letters, in em. */
  tracking?: number | undefined;
  findTypesetter?: FindTypesetter | undefined;
}

/**
 * Sets a text in even lines, at the first of these sizes that fits. If the text is too long for the last size, it is
 * shortened. Returns no lines for a text that can't be drawn.
 *
 * @param measure width of a line, in the poster's units
 */
export function fitText(
  text: string,
  name: TypefaceName,
  measure: number,
  steps: FontSizeOption[],
  options: TextOptions = {},
): { line: TypesetLine; size: number }[] {
  const setting = chooseSetting(text, name, options);
  if (!setting) return [];
  const { split, joint, set } = setting;
  const whole = truncateToGraphemes(setting.text, MAX_LETTERS);
  const width = (part: string) => getWidthInEm(set(part));
  const all = width(whole);
  for (const { size, lines } of steps) {
    const most = measure / size;
    if (all > most * lines) continue;
    const broken = breakEvenly(split(whole), joint, Math.ceil(all / most), lines, most, width);
    if (broken) return broken.map((part) => ({ line: set(part), size }));
  }
  const { size, lines } = steps.at(-1) ?? { size: 16, lines: 1 };
  for (
    let length = Math.floor(([...whole].length * measure * lines) / size / all);
    length > 1;
    length = Math.floor(length * 0.92)
  ) {
    const broken = breakEvenly(split(truncateToGraphemes(whole, length)), joint, lines, lines, measure / size, width);
    if (broken) return broken.map((part) => ({ line: set(part), size }));
  }
  return [];
}

/**
 * Breaks words into as few lines as possible, from `fewest` to `allowed`. Each line is at most `most` em wide, and all
 * are about equally wide. Returns undefined if the words don't fit.
 */
function breakEvenly(
  words: string[],
  joint: string,
  fewest: number,
  allowed: number,
  most: number,
  width: (text: string) => number,
): string[] | undefined {
  for (let count = fewest; count <= allowed; count++)
    for (let part = 0.6; part <= 1.001; part += 0.08) {
      const lines = breakGreedily(words, joint, most * part, width);
      if (lines.length <= count && lines.every((line) => width(line) <= most)) return lines;
    }
  return undefined;
}

function breakGreedily(words: string[], joint: string, most: number, width: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = lines.length === 0 ? word : lines.at(-1) + joint + word;
    if (lines.length > 0 && width(longer) <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Returns at most `length` letters of a text; a longer text is cut after a word if possible, with an ellipsis. */
export function truncateToGraphemes(text: string, length: number): string {
  const letters = text.length <= length ? [] : splitGraphemes(text);
  if (letters.length <= length) return text;
  const cut = letters.slice(0, Math.max(1, length - 1)).join('');
  const word = cut.lastIndexOf(' ');
  return `${(word > length / 2 ? cut.slice(0, word) : cut).replace(/[\s,;:–—-]+$/, '')}…`;
}

/** A line of text with its position. `x`, `y` is the start of its baseline, in the poster's units. */
export interface PlacedLine {
  line: TypesetLine;
  size: number;
  x: number;
  y: number;
  /** The area of a thin rule that fills the rest of the line, at half the height of the small letters. */
  rule?: LayoutBox;
}

/**
 * A line without a position. `gap` is the clear space that it needs above its ink; `ruled` is true if a thin rule fills
 * the rest of the line.
 */
export interface FittedLine {
  line: TypesetLine;
  size: number;
  gap: number;
  ruled: boolean;
}

/** Ink that is horizontally closer than this to other ink counts as overlapping; in the poster's units. */
const SHY = 8;

/**
 * Stacks lines as close as their ink allows. A descender pushes the next line down only if that line has ink below the
 * descender. All lines are aligned on the side where the largest begins.
 *
 * @returns the lines, starting at y = 0 with the top of the first line's ink, and the height down to the lowest ink or
 * baseline
 */
export function stackLines(waiting: FittedLine[], measure: number): { lines: PlacedLine[]; height: number } {
  const lines: PlacedLine[] = [];
  let above: LayoutBox[] = [];
  let height = 0;
  let y = 0;
  const largest = waiting.reduce<FittedLine | undefined>(
    (best, other) => (best && best.size >= other.size ? best : other),
    undefined,
  );
  const startsAtRight = largest?.line.isRightToLeft === true;
  for (const { line, size, gap, ruled } of waiting) {
    const scale = size / line.em;
    const x = startsAtRight ? measure - line.ink.right * scale : 0;
    const ink = line.letters.map((box) => movedRight(scaled(box, scale), x));
    const end = line.ink.right * scale + 13;
    const rule =
      ruled && end < measure - 20
        ? { left: end, right: measure, top: -size * 0.26 - 2, bottom: -size * 0.26 }
        : undefined;
    const parts = rule ? [...ink, rule] : ink;
    const drop = lines.length === 0 ? -line.ink.top * scale : clearance(above, parts, gap);
    y += drop;
    lines.push({ line, size, x, y, ...(rule && { rule: shifted(rule, y) }) });
    // A descender of an earlier line may still reach down this far.
    above = [...above.map((box) => shifted(box, -drop)).filter((box) => box.bottom > -size), ...parts];
    height = Math.max(height, y, ...parts.map((part) => y + part.bottom));
  }
  return { lines, height };
}

/** Returns the distance between two baselines that leaves `gap` between the lower line's ink and the ink above it. */
function clearance(above: LayoutBox[], below: LayoutBox[], gap: number): number {
  // A line is at least `gap` below the previous baseline, even if no ink is above its letters.
  let most = gap;
  for (const upper of above)
    for (const lower of below)
      if (upper.left < lower.right + SHY && lower.left < upper.right + SHY)
        most = Math.max(most, upper.bottom - lower.top + gap);
  return most;
}

function scaled(box: LayoutBox, scale: number): LayoutBox {
  return { left: box.left * scale, top: box.top * scale, right: box.right * scale, bottom: box.bottom * scale };
}

function movedRight(box: LayoutBox, by: number): LayoutBox {
  return { ...box, left: box.left + by, right: box.right + by };
}

function shifted(box: LayoutBox, by: number): LayoutBox {
  return { ...box, top: box.top + by, bottom: box.bottom + by };
}
