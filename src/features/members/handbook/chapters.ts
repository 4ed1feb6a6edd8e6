/** The handbook's chapters, one for each role; the first is for everyone. Each chapter is `docs/handbook/{name}.md`. */
export const chapterNames = [
  'member',
  'director',
  'front-of-house',
  'box-office',
  'treasurer',
  'membership-secretary',
  'secretary',
  'webmaster',
] as const;
export type ChapterName = (typeof chapterNames)[number];

export const handbookPath = '/members/help';

export const chapterPath = (job: ChapterName) => `${handbookPath}/${job}`;

export const parseChapterName = (name: string): ChapterName | undefined => chapterNames.find((job) => job === name);
