// Parses the handbook's statements about the screens, so that tests can check them (docs/decisions/0077).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'parse5';
import { type ChapterName, chapterNames } from '#features/members/handbook/chapters.ts';
import type { Permission } from '#features/society/accounts/roles.ts';
import type { Database } from '#platform/server/database/index.ts';

const folder = join(import.meta.dirname, '../../../docs/handbook');

/** The person who follows each chapter: somebody of the demo society, or a member with these permissions. */
export const chapterReaders: Record<ChapterName, { email: string } | { uses: readonly Permission[] }> = {
  member: { email: 'member@demo.example' },
  director: { email: 'director@demo.example' },
  'front-of-house': { uses: ['door'] },
  'box-office': { uses: ['bookings'] },
  'membership-secretary': { uses: ['membership'] },
  treasurer: { uses: ['get_subs'] },
  secretary: { uses: ['get_subs', 'society_write', 'admin'] },
  webmaster: { email: 'admin@demo.example' },
};

export const readChapter = (job: ChapterName): string => readFileSync(join(folder, `${job}.md`), 'utf8');

/** A name that the handbook uses, and the place where it should be found. */
export interface HandbookName {
  job: ChapterName;
  /** The heading of the section that uses the name. */
  heading: string;
  /** The screen's path, with placeholders such as `:show` for the demo's ids; "" if the handbook names no screen. */
  at: string;
  name: string;
  /** True if the name appears only after something on that screen is pressed. */
  opened: boolean;
  /** The verb in the sentence, such as "press", if the reader is told to press the name. */
  verb: (typeof verbs)[number] | undefined;
}

const verbs = ['press', 'open', 'go to'] as const;

/**
 * Returns every name in a page of the handbook. `**Name**` is on the screen that was linked last, or on the one in the
 * last `<!-- at /members/show/:show -->`; after `<!-- opened -->` it appears only once something is pressed.
 */
function listChapterNames(job: ChapterName): HandbookName[] {
  const found: HandbookName[] = [];
  let [heading, at, opened] = ['', '', false];
  for (const line of readChapter(job).split('\n')) {
    const title = /^#{1,3} (.*)$/.exec(line)?.[1];
    if (title !== undefined) [heading, at, opened] = [title, '', false];
    const marks =
      /<!-- at (?<said>\S+) -->|<!-- (?<opens>opened) -->|\]\((?<linked>\/(?!members\/help)[^)\s]*)\)|(?:\b(?<verb>press|go to|open) )?\*\*(?<name>[^*]+)\*\*/gi;
    for (const { groups = {} } of line.matchAll(marks)) {
      const { said, opens, linked, verb, name } = groups;
      if (opens) opened = true;
      if (said ?? linked) [at, opened] = [said ?? linked ?? '', false];
      if (name) found.push({ job, heading, at, name, opened, verb: verbs.find((one) => one === verb?.toLowerCase()) });
    }
  }
  return found;
}

export const listHandbookNames = (): HandbookName[] => chapterNames.flatMap(listChapterNames);

/** Returns a function that replaces placeholders such as `:show` in a path by ids of the demo society. */
export async function createDemoPaths({ read }: Database): Promise<(at: string) => string> {
  const shows = read.selectFrom('show').select('id').orderBy('date', 'desc');
  const { id: show } = await shows.where('title', '=', 'Blithe Spirit').executeTakeFirstOrThrow();
  const { id: past } = await shows.where('title', '=', 'An Inspector Calls').executeTakeFirstOrThrow();
  const evenings = read.selectFrom('performance').select('id').where('show_id', '=', show).orderBy('starts_at');
  const orders = read.selectFrom('ticket_order').select('id').where('show_id', '=', show).orderBy('ref');
  const users = read.selectFrom('user').select('id').where('email', '=', 'member@demo.example');
  const people = read.selectFrom('person').select('id').where('name', '=', 'Margaret Ashdown');
  const blogs = read.selectFrom('blog_post').select('key').orderBy('published_at', 'desc');
  const messages = read
    .selectFrom('inbox_message')
    .select('id')
    .where('kind', '=', 'contact')
    .orderBy('received_at', 'desc');
  const ids: Record<string, string> = {
    show,
    past,
    performance: (await evenings.executeTakeFirstOrThrow()).id,
    order: (await orders.where('status', '=', 'paid').executeTakeFirstOrThrow()).id,
    unpaid: (await orders.where('status', '=', 'reserved').executeTakeFirstOrThrow()).id,
    user: (await users.executeTakeFirstOrThrow()).id,
    person: (await people.executeTakeFirstOrThrow()).id,
    blog: (await blogs.executeTakeFirstOrThrow()).key,
    message: (await messages.executeTakeFirstOrThrow()).id,
  };
  return (at) =>
    at.replace(/:(\w+)/g, (_, name: string) => {
      const id = ids[name];
      if (id === undefined) throw new Error(`${at}: there are ${Object.keys(ids).join(', ')}.`);
      return id;
    });
}

interface HtmlNode {
  nodeName: string;
  value?: string;
  attrs?: { name: string; value: string }[];
  childNodes?: HtmlNode[];
}

const namingElements = /^(a|button|h[1-6]|label|legend|summary|th|option|dt|caption)$/;

/**
 * Returns the names in a screen's main content: the texts of its links, buttons, headings and fields, and of their parts,
 * each with and without the words that only screen readers get.
 */
export function listScreenNames(html: string): Set<string> {
  const words = new Set<string>();
  const add = (text: string) => words.add(text.replace(/\s+/g, ' ').trim());
  const textOf = (node: HtmlNode, seen: boolean): string => {
    if (node.nodeName === '#text') return node.value ?? '';
    const classes = node.attrs?.find(({ name }) => name === 'class')?.value.split(' ') ?? [];
    if (seen && classes.includes('vh')) return '';
    return (node.childNodes ?? []).map((child) => textOf(child, seen)).join('');
  };
  const visit = (node: HtmlNode, inMain: boolean, named: boolean) => {
    const isMain = inMain || node.nodeName === 'main';
    const names = named || (isMain && namingElements.test(node.nodeName));
    const label = node.attrs?.find(({ name }) => name === 'aria-label')?.value;
    if (isMain && label) add(label);
    if (names) {
      add(textOf(node, true));
      add(textOf(node, false));
    }
    for (const child of node.childNodes ?? []) visit(child, isMain, names);
  };
  visit(parse(html) as HtmlNode, false, false);
  return words;
}
