import { foldText } from '#platform/shared/text/text.ts';

/** The handbook's chapters: the first for all members, then one for each job. Each is `docs/handbook/{name}.md`. */
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

/** A picture of a screen, in `docs/handbook/pictures`. */
interface SectionPicture {
  file: string;
  /** Describes what the picture shows. */
  alt: string;
}

/** A section of a chapter: a heading and the text below it. */
interface ChapterSection {
  /** The fragment of a link to the section. */
  id: string;
  /** The level of the section's heading: 2, or 3 for a subsection of the section before it. */
  level: 2 | 3;
  heading: string;
  /** The text below the heading, in Markdown. */
  text: string;
  /** The picture shown below the text. */
  picture?: SectionPicture;
}

export interface Chapter {
  title: string;
  /** One or two sentences about who this chapter is for. */
  about: string;
  sections: ChapterSection[];
}

export const toAnchor = (heading: string): string => foldText(heading).replaceAll(' ', '-');

/**
 * Matches a hint for the handbook's test, which readers don't see. The hint names the screen that shows the bold names
 * after the hint.
 */
const testHint = /<!-- .*? --> ?/g;

/** Matches a line that is a picture. */
const pictureLine = /^!\[(.*)\]\(pictures\/([\w-]+\.webp)\)$/;

/** Parses a chapter of the handbook: a title, a description, and sections under headings of two levels. */
export function parseChapter(markdown: string): Chapter {
  const chapter: Chapter = { title: '', about: '', sections: [] };
  const lines = new Map<ChapterSection, string[]>();
  const aboutLines: string[] = [];
  for (const rawLine of markdown.split(/\r?\n/)) {
    const line = rawLine.replaceAll(testHint, '');
    const [, marks, heading] = /^(#{1,3}) (.*)$/.exec(line) ?? [];
    const section = chapter.sections.at(-1);
    const [, alt, file] = pictureLine.exec(line) ?? [];
    if (marks === '#') chapter.title = heading ?? '';
    else if (marks && heading) {
      const newSection: ChapterSection = {
        id: toAnchor(heading),
        level: marks === '##' ? 2 : 3,
        heading,
        text: '',
      };
      chapter.sections.push(newSection);
      lines.set(newSection, []);
    } else if (line.trim() === '' && line !== rawLine) continue;
    else if (section && alt && file) section.picture = { file, alt };
    else if (!section) aboutLines.push(line);
    else lines.get(section)?.push(line);
  }
  chapter.about = aboutLines.join(' ').replace(/\s+/g, ' ').trim();
  for (const [section, texts] of lines) section.text = texts.join('\n').trim();
  return chapter;
}

/** Returns a screenshot's size in CSS pixels. The names of screenshots of a phone end in `-phone`. */
export const getScreenshotSize = (file: string): { width: number; height: number } =>
  file.endsWith('-phone.webp') ? { width: 390, height: 720 } : { width: 1200, height: 750 };

/**
 * The chapter and heading of the handbook that explain a page for members; the keys are the pages' paths with
 * `:parameters`.
 */
export type HelpSections = Readonly<Record<string, readonly [job: string, heading: string]>>;

const countParameters = (parts: readonly string[]): number => parts.filter((part) => part.startsWith(':')).length;

/** Creates a function that returns the link to the section about the page at a path; undefined if there is none. */
export function createHelpFinder(links: HelpSections): (path: string) => string | undefined {
  // Like the router, prefers the pattern with the fewest parameters
  const patterns = Object.entries(links)
    .map(([path, [job, heading]]) => ({ parts: path.split('/'), job: parseChapterName(job), heading }))
    .sort((a, b) => countParameters(a.parts) - countParameters(b.parts));

  return (path) => {
    const parts = path.split('/');
    const found = patterns.find(
      (pattern) =>
        pattern.parts.length === parts.length &&
        pattern.parts.every((part, index) => part.startsWith(':') || part === parts[index]),
    );
    return found?.job && `${chapterPath(found.job)}#${toAnchor(found.heading)}`;
  };
}
