import { readFile } from 'node:fs/promises';
import { renderMarkdown } from '#platform/server/markdown/index.ts';
import { type Chapter, parseChapter } from '../chapter-parser.ts';
import type { ChapterName } from '../chapters.ts';
import type { HandbookSection } from '../contract.ts';

const folder = new URL('../../../../../docs/handbook/', import.meta.url);

/** Rendered once: the handbook changes only with the program. A failure isn't cached. */
function once<Key, Made>(make: (key: Key) => Promise<Made>): (key: Key) => Promise<Made> {
  const cache = new Map<Key, Promise<Made>>();
  return (key) => {
    const made = cache.get(key) ?? make(key);
    cache.set(key, made);
    made.catch(() => cache.delete(key));
    return made;
  };
}

export const loadChapter = once(
  async (job: ChapterName): Promise<Chapter> => parseChapter(await readFile(new URL(`${job}.md`, folder), 'utf8')),
);

/** A page's sections as HTML: by the renderer of everything that people write here. */
export const renderSections = once(async (job: ChapterName): Promise<HandbookSection[]> => {
  const { sections } = await loadChapter(job);
  return Promise.all(sections.map(async ({ text, ...section }) => ({ ...section, html: await renderMarkdown(text) })));
});
