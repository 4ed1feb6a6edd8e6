import { turnTo } from '#platform/shared/paging.ts';
import { termsOf, termWeight, WHOLE_WORD, wordFit } from '#platform/shared/search-terms.ts';
import { fold } from '#platform/shared/text.ts';
import { KINDS, type Question } from './address.ts';
import type { Kind, SearchContent, SearchItem } from './contract.ts';

/** How many of each kind are on the first page, and how many of one kind on each of its pages. */
export const FIRST_OF_A_KIND = 8;
export const A_PAGE = 60;

const IN_TITLE = 3;
const IN_ALSO = 2;
const IN_TYPE = 1;

/** What people call each type; a half-typed word doesn't count yet. */
const TYPE_WORDS: Record<Kind, ReadonlySet<string>> = {
  show: new Set(['show', 'shows']),
  member: new Set(['member', 'members', 'person', 'people']),
  post: new Set(['post', 'posts', 'news', 'page', 'pages']),
  blog: new Set(['blog', 'blogs']),
};

/** The matches of one kind: how many there are, and those on the page, best first. */
export interface Group {
  kind: Kind;
  matches: number;
  items: SearchItem[];
}

export interface Results {
  groups: Group[];
  matches: number;
  page: number;
  pages: number;
}

/** The searched texts of each item of a list, its title first, folded once for it. */
const foldedOf = new WeakMap<readonly SearchItem[], readonly (readonly [string, string])[]>();
/** Folding is most of a list's first search, so folded titles outlive the list, which every change replaces. */
const remembered = new Map<string, string>();
const mostRemembered = 50_000;

/**
 * How well each item matches a search; 0 is not at all. It has to match one of the comma-separated terms; each further
 * one adds to its score, by position. A term matches when each of its words is in the title, in what else it is found
 * by, or is the name of the type: "hamlet show" finds the shows. A whole word outweighs a part of one, and the title
 * the rest.
 */
export function scores(items: readonly SearchItem[], search: string): Float64Array {
  const texts = foldedTexts(items);
  const result = new Float64Array(items.length);
  for (const [position, words] of termsOf(search).entries()) {
    const weight = termWeight(position) / words.length;
    const term = words.join(' ');
    for (const [at, { type }] of items.entries()) {
      const [title, also] = texts[at] ?? ['', ''];
      const names = TYPE_WORDS[type];
      let sum = 0;
      for (const word of words) {
        const inText = Math.max(IN_TITLE * wordFit(title, word), also === '' ? 0 : IN_ALSO * wordFit(also, word));
        const worth = inText || (names.has(word) ? IN_TYPE * WHOLE_WORD : 0);
        if (worth === 0) {
          sum = 0;
          break;
        }
        sum += worth;
      }
      if (sum > 0) result[at] = (result[at] ?? 0) + weight * (title === term ? 2 * sum : sum);
    }
  }
  return result;
}

/**
 * The results of a query in a whole list: the kind with the best match first, each kind best first and then in the
 * list's order; the first of each kind, or a page of the one asked for.
 */
export function results(items: readonly SearchItem[], { search, kind, page }: Question): Results {
  const score = scores(items, search);
  const found: Record<Kind, number[]> = { show: [], member: [], post: [], blog: [] };
  items.forEach((item, at) => {
    if ((score[at] ?? 0) > 0) found[item.type].push(at);
  });
  const ranked = (one: Kind) => found[one].sort((a, b) => (score[b] ?? 0) - (score[a] ?? 0));
  const turned = kind === null ? { items: [], page: 1, pages: 1 } : turnTo(ranked(kind), page, A_PAGE);
  const shown = (one: Kind): number[] => {
    if (kind === null) return ranked(one).slice(0, FIRST_OF_A_KIND);
    return one === kind ? turned.items : [];
  };
  const best = (one: Kind) => score[ranked(one)[0] ?? -1] ?? 0;
  const kinds = KINDS.filter((one) => found[one].length > 0).sort((a, b) => best(b) - best(a));
  const groups = kinds.map((one): Group => {
    return { kind: one, matches: found[one].length, items: shown(one).flatMap((at) => items[at] ?? []) };
  });
  const matches = groups.reduce((sum, group) => sum + group.matches, 0);
  return { groups, matches, page: turned.page, pages: turned.pages };
}

/** The part of the whole content that an HTML page carries. */
export function firstView(content: SearchContent, question: Question): SearchContent {
  const { groups, page, pages } = results(content.items, question);
  return {
    ...content,
    items: groups.flatMap((group) => group.items),
    first_view: {
      found: groups.map(({ kind, matches }) => ({ kind, matches })),
      page,
      pages,
    },
  };
}

/** The results that a first view carries. */
export function carried({ items, first_view: view }: SearchContent): Results | null {
  if (!view) return null;
  const groups = view.found.map(({ kind, matches }) => ({
    kind,
    matches,
    items: items.filter((item) => item.type === kind),
  }));
  const matches = groups.reduce((sum, group) => sum + group.matches, 0);
  return { groups, matches, page: view.page, pages: view.pages };
}

function foldedTexts(items: readonly SearchItem[]): readonly (readonly [string, string])[] {
  const known = foldedOf.get(items);
  if (known) return known;
  const texts = items.map(({ title, also }) => [foldedOnce(title), foldedOnce(also.join(' '))] as const);
  foldedOf.set(items, texts);
  return texts;
}

function foldedOnce(title: string): string {
  const known = remembered.get(title);
  if (known !== undefined) return known;
  if (remembered.size >= mostRemembered) remembered.clear();
  const result = fold(title);
  remembered.set(title, result);
  return result;
}
