import { chapterNames, chapterPath } from '../chapters.ts';
import { listExtraWords } from '../search-words.ts';
import { loadChapter } from './chapter-store.ts';

/** A task that the handbook explains, or one of its pages, where `title` and `job` are the same. */
export interface HandbookTopic {
  title: string;
  job: string;
  link: string;
  /** The other words of its text. */
  words: readonly string[];
}

/** All tasks of the handbook, page by page. */
export async function listHandbookTopics(): Promise<HandbookTopic[]> {
  const chapters = chapterNames.map(async (job) => {
    const { title, about, sections } = await loadChapter(job);
    const link = chapterPath(job);
    const told = sections.map(({ id, heading, text }) => {
      return { title: heading, job: title, link: `${link}#${id}`, words: listExtraWords(heading, text) };
    });
    return [{ title, job: title, link, words: listExtraWords(title, about) }, ...told];
  });
  return (await Promise.all(chapters)).flat();
}
