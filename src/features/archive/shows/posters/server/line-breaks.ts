const words = new Intl.Segmenter('en', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Matches text of scripts that put no spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/** Matches parts that can't begin a line, and parts that can't end one. */
const [staysBehind, staysBefore] = [/^[\p{Pe}\p{Pf}\p{Po}\p{M}\p{Lm}\s]/u, /[\p{Ps}\p{Pi}]$/u];

/** Splits a text where lines may be broken: after spaces, and between words that have no space between them. */
export function splitAtBreaks(text: string): string[] {
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
export const splitGraphemes = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);
