import { jobs, pathOfJob } from '../jobs.ts';
import { wordsBeside } from '../search-words.ts';
import { chapterOf } from './chapters.ts';

/** Something that the handbook tells how to do, or one of its pages, where `title` and `job` are the same. */
export interface Topic {
  title: string;
  job: string;
  link: string;
  /** The other words that it is told in. */
  words: readonly string[];
}

/** All that the handbook tells of, page by page. */
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
