import { readFile } from 'node:fs/promises';
import { signedInOnly } from '#features/society/accounts/server/index.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { renderMarkdown } from '#platform/server/markdown/index.ts';
import { foldText } from '#platform/shared/text/text.ts';
import {
  type Chapter,
  type ChapterName,
  chapterNames,
  chapterPath,
  handbookPath,
  parseChapter,
  parseChapterName,
} from '../chapters.ts';
import type { HandbookIndexContent, HandbookPageContent, HandbookSection } from '../contract.ts';

/** Registers the handbook's pages. Everyone who is signed in may read every chapter, whatever their role. */
export function registerHandbookPages(registry: RouteRegistry): void {
  const { page } = registry;
  page(handbookPath, { type: 'handbook', access: signedInOnly }, buildHandbookPage);
  page(
    `${handbookPath}/:job`,
    { type: 'handbook_page', access: signedInOnly, load: async ({ params }) => parseChapterName(params.job ?? '') },
    buildChapterPage,
  );
}

const buildHandbookPage = async (): Promise<HandbookIndexContent> => {
  const chapters = chapterNames.map(async (job) => {
    const { title, about, sections } = await loadChapter(job);
    const link = chapterPath(job);
    const mainSections = sections.filter(({ level }) => level === 2);
    return {
      title,
      about,
      link,
      headings: mainSections.map(({ id, heading }) => ({ heading, link: `${link}#${id}` })),
    };
  });
  return { type: 'handbook', title: 'Handbook', jobs: await Promise.all(chapters) };
};

const buildChapterPage = async ({ subject: job }: PageRequest<ChapterName>): Promise<HandbookPageContent> => {
  const { title, about } = await loadChapter(job);
  return {
    type: 'handbook_page',
    title,
    about,
    sections: await renderSections(job),
    others: await listOtherChapters(job),
  };
};

const listOtherChapters = (job: ChapterName) =>
  Promise.all(
    chapterNames
      .filter((other) => other !== job)
      .map(async (other) => ({ title: (await loadChapter(other)).title, link: chapterPath(other) })),
  );

const folder = new URL('../../../../../docs/handbook/', import.meta.url);

/**
 * Caches results for the life of the process, because the handbook changes only with the program. Failures aren't
 * cached.
 */
function memoise<Key, Value>(load: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const cache = new Map<Key, Promise<Value>>();
  return (key) => {
    const value = cache.get(key) ?? load(key);
    cache.set(key, value);
    value.catch(() => cache.delete(key));
    return value;
  };
}

const loadChapter = memoise(
  async (job: ChapterName): Promise<Chapter> => parseChapter(await readFile(new URL(`${job}.md`, folder), 'utf8')),
);

/** Renders a chapter's sections as HTML. */
const renderSections = memoise(async (job: ChapterName): Promise<HandbookSection[]> => {
  const { sections } = await loadChapter(job);
  return Promise.all(sections.map(async ({ text, ...section }) => ({ ...section, html: await renderMarkdown(text) })));
});

/**
 * A section of the handbook, or a whole chapter. `job` is the title of the chapter, so a chapter has the same `title`
 * and `job`.
 */
interface HandbookTopic {
  title: string;
  job: string;
  link: string;
  /** The searchable words of the text that aren't in the title. */
  words: readonly string[];
}

/** Lists all chapters and sections of the handbook, for the search. */
export async function listHandbookTopics(): Promise<HandbookTopic[]> {
  const chapters = chapterNames.map(async (job) => {
    const { title, about, sections } = await loadChapter(job);
    const link = chapterPath(job);
    const topics = sections.map(({ id, heading, text }) => {
      return { title: heading, job: title, link: `${link}#${id}`, words: listHandbookSearchWords(heading, text) };
    });
    return [{ title, job: title, link, words: listHandbookSearchWords(title, about) }, ...topics];
  });
  return (await Promise.all(chapters)).flat();
}

/**
 * Lists the distinct words of a section by which a search may find it, without those of its title and of link URLs.
 * They are sorted, because sorted words take 7 % less space once compressed.
 */
function listHandbookSearchWords(title: string, markdown: string): string[] {
  const inTitle = new Set(splitWords(title));
  return [...new Set(splitWords(markdown.replaceAll(/\]\([^)]*\)/g, ' ')))]
    .filter((word) => isSearchable(word) && !inTitle.has(word))
    .sort();
}

/**
 * Words that nobody searches for. Without them, the search data is almost a third smaller. Some words that contain
 * "the", such as "whether", stay: somebody who types a whole question types "the", and each typed word has to match
 * something.
 */
const stopWords = new Set(
  (
    'and the that you what are for under has who can with your one them then its they their have says first each from ' +
    'beside may was say once there until when again how all only somebody after whoever too which where below another ' +
    'not those more into press without any still while nobody nothing itself other many both before out yourself ' +
    'open opened see asks ask stays goes appears two this already someone anyone cant isnt doesnt dont arent havent hasnt ' +
    'youve theyre whats thats had did get gets given leads stands needs shows shown choose might straight away instead ' +
    'have until whole between twice whose about will would could should here also than because same made next last everything everybody ' +
    'such but later else above been several were yet means example every within earlier appear unless ' +
    'being why tells know whom youre none now'
  ).split(' '),
);

const isSearchable = (word: string): boolean => word.length > 2 && !stopWords.has(word);

const splitWords = (text: string): string[] => foldText(text).split(' ').filter(Boolean);
