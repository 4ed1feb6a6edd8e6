import { chapterNames, chapterPath } from '../chapters.ts';
import { listHandbookSearchWords } from '../search-words.ts';
import { loadChapter } from './chapter-store.ts';

/** A section of the handbook, or a whole chapter. For a chapter, `title` and `job` are the same. */
export interface HandbookTopic {
  title: string;
  job: string;
  link: string;
  /** The words of the section's text that aren't in its title. */
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
