import { chapterPath, parseChapterName, toAnchor } from './chapters.ts';

/** The handbook's chapters and headings that explain the members' pages, by the page's path with its `:parameters`. */
export type HelpLinks = Readonly<Record<string, readonly [job: string, heading: string]>>;

const countParameters = (parts: readonly string[]): number => parts.filter((part) => part.startsWith(':')).length;

/** Creates a function that finds the handbook's address for a path; undefined if no section explains it. */
export function createHelpFinder(links: HelpLinks): (path: string) => string | undefined {
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
