import { signedIn } from '#features/society/accounts/server/index.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { type ChapterName, chapterNames, chapterPath, handbookPath, parseChapterName } from '../chapters.ts';
import type { Handbook, HandbookPageContent } from '../contract.ts';
import { loadChapter, renderSections } from './chapter-store.ts';

/** Registers the handbook's pages. Everyone who is signed in may read every chapter, whatever their role. */
export function registerHandbookPages(platform: Platform): void {
  const { page } = platform;
  page(handbookPath, { type: 'handbook', access: signedIn }, buildHandbookPage);
  page(
    `${handbookPath}/:job`,
    { type: 'handbook_page', access: signedIn, load: async ({ params }) => parseChapterName(params.job ?? '') },
    buildChapterPage,
  );
}

const buildHandbookPage = async (): Promise<Handbook> => {
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
