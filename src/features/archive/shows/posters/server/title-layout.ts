import { formatByline } from '../../byline.ts';
import { type FittedLine, fitText, type PlacedLine, stackLines, truncateToGraphemes } from './lines.ts';
import {
  type FindTypesetter,
  getWidthInEm,
  loadTypeface,
  type TypefaceName,
  type TypesetLine,
  toCapitals,
  toDrawableText,
  typesetLine,
} from './typesetting.ts';

/** Minor words. They are set on a small italic line with a rule next to it. */
const CATCHWORDS = new Set('the a an of and for in at on to or with being & + /'.split(' '));
/**
 * The maximum numbers of catchword lines, tried in this order until the title fits. Further catchwords join their
 * neighbours.
 */
const CATCHES = [3, 1];
/** The height that a title should fill, and its maximum height. */
const [FILLS, LIMIT] = [300, 380];
/**
 * A title that is taller than this before it is shrunk gets fewer catchword lines. Otherwise its lines would shrink
 * until they no longer fill the width.
 */
const SHRINKS = 430;
const MAX_TITLE_LENGTH = 150;
const MAX_WORD_LENGTH = 20;
const CATCH_SIZE = 34;

/** The maximum type sizes, even for a very short title. */
const CAP: Record<TitleTypefaceName, number> = { serif: 250, condensed: 300 };
const TRACKING: Record<TitleTypefaceName, number> = { serif: -0.012, condensed: 0 };

export type TitleTypefaceName = Extract<TypefaceName, 'serif' | 'condensed'>;

interface Group {
  catchword: boolean;
  words: string[];
}

interface TitleOptions {
  face: TitleTypefaceName;
  measure: number;
  findTypesetter?: FindTypesetter | undefined;
}

/** Breaks a title into lines from y = 0 down, with its subtitle and the author's credit below. */
export function layOutTitle(
  title: string,
  author: string,
  { face, measure, findTypesetter }: TitleOptions,
): { lines: PlacedLine[]; height: number } {
  const drawable = toDrawableText(title, loadTypeface('serif'));
  const { head, aside } = splitOffSubtitle(truncateToGraphemes(drawable, MAX_TITLE_LENGTH));
  const setHead =
    drawable === ''
      ? headlineInOtherFont(title, measure, findTypesetter)
      : headline(face === 'condensed' ? toCapitals(head) : head, face, measure);
  const below: FittedLine[] = [
    ...fitText(aside, 'italic', measure, ASIDE).map((small, i) => ({ ...small, gap: i === 0 ? 17 : 8, ruled: false })),
    ...fitText(formatByline(author), 'italic', measure, CREDIT, { findTypesetter }).map((small, i) => ({
      ...small,
      gap: i === 0 ? 24 : 7,
      ruled: false,
    })),
  ];
  return stackLines([...setHead, ...below], measure);
}

const ASIDE = [
  { size: 34, lines: 1 },
  { size: 29, lines: 1 },
  { size: 27, lines: 2 },
  { size: 22, lines: 3 },
];
const CREDIT = [
  { size: 26, lines: 1 },
  { size: 23, lines: 1 },
  { size: 22, lines: 2 },
  { size: 19, lines: 2 },
  { size: 17, lines: 3 },
];

/**
 * Splits a subtitle such as "(The Leenane Trilogy)", or the words after a dash, from a title. Subtitles are set in
 * small letters below the title.
 */
export function splitOffSubtitle(title: string): { head: string; aside: string } {
  const [, head, bracketed, dashed] = /^(.{2,}?)(?:\s*\(([^()]+)\)|\s+[–—]\s+(.+))$/.exec(title) ?? [];
  if (head === undefined) return { head: title, aside: '' };
  return { head, aside: bracketed ?? dashed ?? '' };
}

const OTHER_FONT = [
  { size: 150, lines: 1 },
  { size: 120, lines: 2 },
  { size: 92, lines: 3 },
  { size: 72, lines: 4 },
  { size: 56, lines: 5 },
  { size: 44, lines: 6 },
  { size: 30, lines: 8 },
];
const OTHER_FONT_CAP = 190;

/**
 * Sets a title that the typefaces can't draw. All lines have one size, because the rules for minor words and capitals
 * are those of European languages.
 */
function headlineInOtherFont(title: string, measure: number, findTypesetter?: FindTypesetter): FittedLine[] {
  const lines = fitText(title, 'serif', measure, OTHER_FONT, { findTypesetter });
  const size = Math.min(OTHER_FONT_CAP, ...lines.map(({ line }) => measure / getWidthInEm(line)));
  return shrinkToLimit(
    lines.map(({ line }) => ({ line, size, gap: Math.min(20, 6 + size * 0.12), ruled: false })),
    measure,
  );
}

function headline(title: string, face: TitleTypefaceName, measure: number): FittedLine[] {
  let best: FittedLine[] = [];
  for (const most of CATCHES) {
    best = bestBreaking(groupCatchwords(title, most), face, measure);
    if (stackLines(best, measure).height <= SHRINKS) break;
  }
  return shrinkToLimit(best, measure);
}

/** Matches the number of a part, such as "2" in "Part 2", which stays on the line of the word before it. */
const NUMBER = /^(\d|II|III|IV|V|VI|VII|VIII|IX|X)[.:,!?]?$/;
const PART = /\b(part|act|scene|volume|book)$/i;

/** Splits a title into the units that stay together on a line. */
function splitTitleWords(title: string): string[] {
  const words: string[] = [];
  for (const word of title.split(' ')) {
    const last = words.at(-1) ?? '';
    const spoken = /[\p{L}\p{N}&+/]/u.test(word);
    const numbers = (NUMBER.test(word) && !CATCHWORDS.has(last.toLowerCase())) || (word === 'I' && PART.test(last));
    if (last === '' || (spoken && !numbers)) words.push(word);
    else words[words.length - 1] = /^[!?.…,:;’”)]+$/.test(word) ? last + word : `${last} ${word}`;
  }
  return words;
}

function groupCatchwords(title: string, most: number): Group[] {
  const words = splitTitleWords(title).flatMap(splitLongWord);
  const found: Group[] = [];
  words.forEach((word, i) => {
    // The last word of "What Are You Waiting For" is no catchword, and a title that is only a catchword isn't changed.
    const catchword = i < words.length - 1 && CATCHWORDS.has(word.toLowerCase());
    const last = found.at(-1);
    if (last?.catchword === catchword) last.words.push(word);
    else found.push({ catchword, words: [word] });
  });
  let catches = 0;
  return found.reduce<Group[]>((groups, group) => {
    const catchword = group.catchword && ++catches <= most;
    const last = groups.at(-1);
    if (last && !last.catchword && !catchword) last.words.push(...group.words);
    else groups.push({ catchword, words: group.words });
    return groups;
  }, []);
}

/** Splits a word that is too long for any line into hyphenated pieces. */
function splitLongWord(word: string): string[] {
  const letters = [...word];
  if (letters.length <= MAX_WORD_LENGTH) return word === '' ? [] : [word];
  const count = Math.ceil(letters.length / (MAX_WORD_LENGTH - 6));
  const length = Math.ceil(letters.length / count);
  return Array.from(
    { length: count },
    (_, i) => letters.slice(i * length, (i + 1) * length).join('') + (i < count - 1 ? '-' : ''),
  ).filter(Boolean);
}

/**
 * Returns the line breaks that best fill the height with the most even sizes. Trying all of them takes about 2ⁿ steps for
 * n words. Instead, this function finds the best breaks for each of a few sizes (n² steps), and uses the best of these.
 */
function bestBreaking(title: Group[], face: TitleTypefaceName, measure: number): FittedLine[] {
  const setting = new Map<string, TypesetLine>();
  const set = (text: string) => {
    const known = setting.get(text) ?? typesetLine(text, face, TRACKING[face]);
    setting.set(text, known);
    return known;
  };
  let best: { lines: FittedLine[]; score: number } | undefined;
  const tried = new Set<string>();
  for (let aim = 24; aim <= CAP[face]; aim *= 1.22) {
    const broken = title.map((group) =>
      group.catchword ? [group.words.join(' ')] : breakNearest(group.words, aim, face, measure, set),
    );
    const key = broken.map((lines) => lines.join('\n')).join('\n');
    if (tried.has(key)) continue;
    tried.add(key);
    const lines = sizeLines(title, broken, face, measure, set);
    const score = scoreLines(lines, measure);
    if (best === undefined || score < best.score) best = { lines, score };
  }
  return best?.lines ?? [];
}

/** Breaks words into lines whose type sizes, when they fill the width, are as near to `aim` as possible. */
function breakNearest(
  words: string[],
  aim: number,
  face: TitleTypefaceName,
  measure: number,
  set: (text: string) => TypesetLine,
): string[] {
  const costs = [0];
  const starts = [0];
  const widths = words.map((word) => getWidthInEm(set(word)));
  const space = (loadTypeface(face).glyphs[' ']?.[0] ?? 0) / loadTypeface(face).em;
  for (let end = 1; end <= words.length; end++) {
    let width = -space;
    costs[end] = Number.POSITIVE_INFINITY;
    for (let start = end - 1; start >= 0; start--) {
      width += space + (widths[start] ?? 0);
      const size = Math.min(CAP[face], measure / width);
      const cost = (costs[start] ?? 0) + Math.log(size / aim) ** 2;
      if (cost < (costs[end] ?? 0)) {
        costs[end] = cost;
        starts[end] = start;
      }
    }
  }
  const lines: string[] = [];
  for (let end = words.length; end > 0; end = starts[end] ?? 0) lines.unshift(words.slice(starts[end], end).join(' '));
  return lines;
}

function sizeLines(
  title: Group[],
  broken: string[][],
  face: TitleTypefaceName,
  measure: number,
  set: (text: string) => TypesetLine,
): FittedLine[] {
  const full = (line: TypesetLine) => Math.min(CAP[face], measure / getWidthInEm(line));
  const sizes = title.flatMap((group, i) => (group.catchword ? [] : (broken[i] ?? []).map((text) => full(set(text)))));
  // No line is more than twice as large as the smallest. "Man" over "All Seasons" would emphasise the wrong word.
  const cap = Math.min(CAP[face], 2 * Math.min(...sizes));
  return title.flatMap((group, i) =>
    (broken[i] ?? []).map((text) => {
      if (group.catchword)
        return { line: typesetLine(text.toLowerCase(), 'italic'), size: CATCH_SIZE, gap: 11, ruled: true };
      const line = set(text);
      const size = Math.min(cap, full(line));
      return { line, size, gap: Math.min(17, 6 + size * 0.08), ruled: false };
    }),
  );
}

/** Scores lines; a lower score is better. A good title has nearly the intended height, and few lines of even size. */
function scoreLines(lines: FittedLine[], measure: number): number {
  const { height } = stackLines(lines, measure);
  const sizes = lines.filter((line) => !line.ruled).map((line) => line.size);
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  const spread = sizes.reduce((sum, size) => sum + Math.abs(size - mean), 0) / mean;
  const over = Math.max(0, height - 330) / 40;
  return (Math.abs(height - FILLS) / 330) * 2 + over + spread + sizes.length * 0.05;
}

/** Shrinks a title that is too tall to the maximum height. Catchwords keep their size, which is small anyway. */
function shrinkToLimit(lines: FittedLine[], measure: number): FittedLine[] {
  let result = lines;
  for (let shrink = 0.96; stackLines(result, measure).height > LIMIT && shrink > 0.1; shrink *= 0.96)
    result = lines.map((line) => (line.ruled ? line : { ...line, size: line.size * shrink }));
  return result;
}
