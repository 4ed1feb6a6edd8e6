import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Matches documents from the time before the first line of code. They aren't in the repository, so readers can't open
 * them.
 */
const elsewhere = /\b(SPEC|CONTRACT|DESIGN|LANGUAGE)\b/;

/** Finds lines of code and docs that refer to a document outside the repository. */
export function citations(root: string): { files: number; faults: string[] } {
  const files = globSync('{src,tests,bench,tools,docs}/**/*.{ts,tsx,css,md}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file !== 'tests/repository/comments.ts')
    .sort();
  const faults = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => {
        const paper = elsewhere.exec(line)?.[1];
        return paper === undefined ? [] : [`not in the repository: ${paper}, which ${file}:${at + 1} names`];
      }),
  );
  return { files: files.length, faults };
}
