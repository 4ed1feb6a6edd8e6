import { toAnchor } from './chapter-parser.ts';
import { chapterPath, parseChapterName } from './chapters.ts';

/**
 * The section of the handbook that explains each of the members' pages, by the path that the site declares: a job, and
 * a heading.
 */
export type HelpLinks = Readonly<Record<string, readonly [job: string, heading: string]>>;

const unknownIn = (parts: readonly string[]): number => parts.filter((part) => part.startsWith(':')).length;

/** Finds the handbook's address for a page; undefined if there is none. */
export function createHelpFinder(told: HelpLinks): (path: string) => string | undefined {
  // The most specific patterns first, as the router matches them
  const patterns = Object.entries(told)
    .map(([path, [job, heading]]) => ({ parts: path.split('/'), job: parseChapterName(job), heading }))
    .sort((a, b) => unknownIn(a.parts) - unknownIn(b.parts));

  return (path) => {
    const parts = path.split('/');
    const found = patterns.find(
      (one) =>
        one.parts.length === parts.length && one.parts.every((part, at) => part.startsWith(':') || part === parts[at]),
    );
    return found?.job && `${chapterPath(found.job)}#${toAnchor(found.heading)}`;
  };
}
