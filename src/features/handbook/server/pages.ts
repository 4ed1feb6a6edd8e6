import { signedIn } from '#features/accounts/server/index.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import type { Handbook, HandbookPage } from '../contract.ts';
import { handbookPath, type Job, jobCalled, jobs, pathOfJob } from '../jobs.ts';
import { chapterOf, sectionsOf } from './chapters.ts';

/** Everyone who is signed in reads all of it: it tells what others do, too. */
export function handbookPages({ page }: Platform): void {
  page(handbookPath, { type: 'handbook', access: signedIn }, async (): Promise<Handbook> => {
    const chapters = jobs.map(async (job) => {
      const { title, about, sections } = await chapterOf(job);
      const link = pathOfJob(job);
      const main = sections.filter(({ level }) => level === 2);
      return { title, about, link, headings: main.map(({ id, heading }) => ({ heading, link: `${link}#${id}` })) };
    });
    return { type: 'handbook', title: 'Handbook', jobs: await Promise.all(chapters) };
  });

  page(
    `${handbookPath}/:job`,
    { type: 'handbook_page', access: signedIn, load: async ({ params }) => jobCalled(params.job ?? '') },
    async ({ subject: job }): Promise<HandbookPage> => {
      const { title, about } = await chapterOf(job);
      return { type: 'handbook_page', title, about, sections: await sectionsOf(job), others: await othersThan(job) };
    },
  );
}

const othersThan = (job: Job) =>
  Promise.all(
    jobs
      .filter((other) => other !== job)
      .map(async (other) => ({ title: (await chapterOf(other)).title, link: pathOfJob(other) })),
  );
