import { jobs, pathOfJob } from '../jobs.ts';
import { wordsBeside } from '../search-words.ts';
import { chapterOf } from './chapters.ts';

/** A task that the handbook explains, or one of its pages, where `title` and `job` are the same. */
export interface Topic {
  title: string;
  job: string;
  link: string;
  /** The other words of its text. */
  words: readonly string[];
}

/** All tasks of the handbook, page by page. */
export async function handbookTopics(): Promise<Topic[]> {
  const chapters = jobs.map(async (job) => {
    const { title, about, sections } = await chapterOf(job);
    const link = pathOfJob(job);
    const told = sections.map(({ id, heading, text }) => {
      return { title: heading, job: title, link: `${link}#${id}`, words: wordsBeside(heading, text) };
    });
    return [{ title, job: title, link, words: wordsBeside(title, about) }, ...told];
  });
  return (await Promise.all(chapters)).flat();
}
