import type { toMarkdown } from 'mdast-util-to-markdown';
import { findLinks } from '#platform/shared/markdown/parser.ts';

type MarkdownNode = Parameters<typeof toMarkdown>[0];
type Phrasing = Extract<MarkdownNode, { type: 'text' | 'strong' | 'emphasis' | 'delete' | 'break' | 'link' | 'image' }>;

export type PhrasingMark = 'strong' | 'emphasis' | 'delete';

interface Style {
  marks: readonly PhrasingMark[];
  /** The link around this piece of text. Two links to the same URL stay separate. */
  link?: { url: string };
}

/** A piece of a line, with the marks and the link around it. `cell` begins the next cell of a table inside the line. */
export type InlineToken = Style &
  ({ type: 'text'; text: string } | { type: 'break' } | { type: 'cell' } | { type: 'picture'; url: string });

/**
 * The form of a line break: a break; a space in a heading; or " / " in a table's cell, which has only one line. After
 * punctuation, the cell gets a space instead.
 */
type BreakStyle = 'break' | 'space' | 'slash';

interface Run extends Style {
  leaf: Extract<Phrasing, { type: 'text' | 'break' | 'image' }>;
}

/**
 * Converts a line to Markdown's nodes. Runs of white space are collapsed. White space at the edge of a mark is moved
 * outside it, because Markdown's marks have to touch their words. A tab between two words becomes a dash, or a space
 * after punctuation.
 */
export function toPhrasingContent(
  tokens: readonly InlineToken[],
  { breaks = 'break' }: { breaks?: BreakStyle } = {},
): Phrasing[] {
  return nest(joinTokens(linkUrls(joinTokens(tokens, breaks)), 'break'));
}

type Blank = 'space' | 'tab' | 'break' | 'cell';

function joinTokens(tokens: readonly InlineToken[], breaks: BreakStyle): Run[] {
  const runs: Run[] = [];
  let blank: Blank | undefined;
  let blankStyle: Style = { marks: [] };
  let before = '';

  const append = (text: string, style: Style) => {
    const last = runs.at(-1);
    if (last?.leaf.type === 'text' && isSameStyle(last, style)) last.leaf.value += text;
    else runs.push({ ...copyStyle(style), leaf: { type: 'text', value: text } });
    before = text;
  };
  const addBlank = (found: Blank, style: Style) => {
    // Of adjacent blanks, only the strongest remains: the beginning of a cell, otherwise a break, otherwise a tab
    const strength = { space: 0, tab: 1, break: 2, cell: 3 };
    if (blank === undefined || strength[found] > strength[blank]) [blank, blankStyle] = [found, style];
  };
  const endBlank = (next: Style) => {
    const last = runs.at(-1);
    if (blank !== undefined && last) {
      const style = commonStyle(last, next);
      if (blank === 'break' && breaks === 'break') {
        runs.push({ ...copyStyle(commonStyle(style, blankStyle)), leaf: { type: 'break' } });
        before = '';
      } else append(separatorFor(blank, breaks, before), style);
    }
    blank = undefined;
  };

  for (const token of tokens) {
    if (token.type === 'break' || token.type === 'cell') addBlank(token.type, token);
    else if (token.type === 'picture') {
      endBlank({ ...token, marks: [] });
      runs.push({
        marks: [],
        ...(token.link && { link: token.link }),
        leaf: { type: 'image', url: token.url, alt: '' },
      });
      before = ' ';
    } else {
      for (const [piece] of token.text.matchAll(/\s+|\S+/g)) {
        if (/\s/.test(piece)) addBlank(toBlank(piece), token);
        else {
          endBlank(token);
          append(piece, token);
        }
      }
    }
  }
  return runs;
}

/** Returns the kind of a piece of white space. Vertical tabs are PowerPoint's line breaks. */
const toBlank = (piece: string): Blank =>
  /[\v\u2028\u2029]/.test(piece) ? 'break' : piece.includes('\t') ? 'tab' : 'space';

function separatorFor(blank: Blank, breaks: BreakStyle, before: string): string {
  if (blank === 'tab' || blank === 'cell') return /[\p{Pd}:;,.!?)\]•·]$/u.test(before) ? ' ' : ' – ';
  return blank === 'break' && breaks === 'slash' && !/[:;,.!?/]$/.test(before) ? ' / ' : ' ';
}

const isSameStyle = (a: Style, b: Style): boolean =>
  a.link === b.link && a.marks.length === b.marks.length && a.marks.every((mark) => b.marks.includes(mark));

const copyStyle = ({ marks, link }: Style): Style => ({ marks, ...(link && { link }) });

/** Returns the marks that two pieces share. A link ends the marks around it, which begin again inside it. */
const commonStyle = (a: Style, b: Style): Style =>
  a.link === b.link ? copyStyle({ ...a, marks: a.marks.filter((mark) => b.marks.includes(mark)) }) : { marks: [] };

/**
 * Converts a URL in the text to a link if the site would recognise the URL, but Markdown would break it: with escapes,
 * such as those of underscores, or with marks directly after the URL.
 */
function linkUrls(runs: readonly Run[]): InlineToken[] {
  return runs.flatMap((run, index): InlineToken[] => {
    const { leaf, ...style } = run;
    if (leaf.type === 'break') return [{ ...style, type: 'break' }];
    if (leaf.type === 'image') return [{ ...style, type: 'picture', url: leaf.url }];
    const text = (value: string, link = run.link): InlineToken => ({
      marks: run.marks,
      ...(link && { link }),
      type: 'text',
      text: value,
    });
    const pieces: InlineToken[] = [];
    let end = 0;
    for (const { index: start, raw, url } of run.link ? [] : findLinks(leaf.value)) {
      const urlEnd = start + raw.length;
      const meetsNext = urlEnd === leaf.value.length && index < runs.length - 1;
      if (!meetsNext && !/[\\`*_~&[\]<>|]/.test(raw)) continue;
      // An unusual mail address stays text, because Markdown recognises fewer addresses than the site
      if (url.startsWith('mailto:') && !/^(?:mailto:)?[\w.+-]+@[a-z\d.-]+$/i.test(raw)) continue;
      pieces.push(text(leaf.value.slice(end, start)), text(raw, { url: url.replaceAll('|', '%7C') }));
      end = urlEnd;
    }
    return [...pieces, text(leaf.value.slice(end))];
  });
}

/** Builds the nested nodes of a line. A link or a mark encloses all adjacent runs that share it. */
function nest(runs: readonly Run[]): Phrasing[] {
  const nodes: Phrasing[] = [];
  for (let start = 0; start < runs.length; ) {
    const run = runs[start];
    if (!run) break;
    if (run.link) {
      const end = endOf(runs, start, ({ link }) => link === run.link);
      const children = nest(runs.slice(start, end).map(({ marks, leaf }) => ({ marks, leaf })));
      nodes.push({ type: 'link', url: run.link.url, title: null, children } as Phrasing);
      start = end;
      continue;
    }
    const longest = run.marks
      .map((mark) => ({ mark, end: endOf(runs, start, ({ marks, link }) => marks.includes(mark) && !link) }))
      .toSorted((a, b) => b.end - a.end)[0];
    if (!longest) {
      nodes.push(run.leaf);
      start += 1;
      continue;
    }
    const { mark, end } = longest;
    const inner = runs
      .slice(start, end)
      .map(({ marks, leaf }) => ({ marks: marks.filter((one) => one !== mark), leaf }));
    nodes.push({ type: mark, children: nest(inner) });
    start = end;
  }
  return nodes;
}

function endOf(runs: readonly Run[], start: number, isPart: (run: Run) => boolean): number {
  const end = runs.findIndex((run, index) => index > start && !isPart(run));
  return end < 0 ? runs.length : end;
}
