import { readFile } from 'node:fs/promises';
import { renderMarkdown } from '#platform/server/markdown/index.ts';
import { type Chapter, type ChapterName, parseChapter } from '../chapters.ts';
import type { HandbookSection } from '../contract.ts';

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

export const loadChapter = memoise(
  async (job: ChapterName): Promise<Chapter> => parseChapter(await readFile(new URL(`${job}.md`, folder), 'utf8')),
);

/** Renders a chapter's sections as HTML. */
export const renderSections = memoise(async (job: ChapterName): Promise<HandbookSection[]> => {
  const { sections } = await loadChapter(job);
  return Promise.all(sections.map(async ({ text, ...section }) => ({ ...section, html: await renderMarkdown(text) })));
});
