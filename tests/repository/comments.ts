import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Matches the names of documents that were written before the code, and that aren't in the repository. */
const outsideDocuments = /\b(SPEC|CONTRACT|DESIGN|LANGUAGE)\b/;

/** Finds lines of code and docs that refer to a document outside the repository. */
export function findOutsideReferences(root: string): { files: number; faults: string[] } {
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
        const document = outsideDocuments.exec(line)?.[1];
        return document === undefined ? [] : [`not in the repository: ${document}, which ${file}:${at + 1} names`];
      }),
  );
  return { files: files.length, faults };
}
