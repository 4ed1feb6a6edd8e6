import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The one file that defines a minute, an hour and a day, and calculates with instants. */
const owner = 'src/platform/shared/dates/durations.ts';

/** Patterns of other ways to write a duration, by the complaint about each. */
const otherWays: Record<string, RegExp> = {
  'a duration in figures': /(?<![\w.])(?:60_000|60 ?\* ?1000|3_?600_?000|86_?400_?000|60000|864e5|36e5|6e4)(?![\w.])/g,
  'a duration of its own': /\b(?:const|let) (?:minute|hour|day)(?:InMs)? = [\d_][\d_ *]*(?:minute|hour)?;/g,
  'a time calculated in milliseconds':
    /\bnew Date\((?=(?:[^()]|\((?:[^()]|\([^()]*\))*\))*?(?: [-+*] |Math\.))(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\s*\.toISOString\(\)/g,
};

/** Removes comments but not their line breaks, so that line numbers stay the same. */
const withoutComments = (source: string) =>
  source.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*/g, (comment) => comment.replace(/[^\n]/g, ''));

/**
 * Finds places in the program that write a duration, or calculate with a time, in another way than `durations.ts`. The
 * simulation of another service in `practice` is left out, because it uses none of our code.
 */
export function findDurationFaults(root: string): { files: number; faults: string[] } {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root, exclude: ['src/practice/**'] })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file !== owner && !/\.(test|child|cases)\.tsx?$/.test(file))
    .sort();
  const faults = files.flatMap((file) => {
    const code = withoutComments(readFileSync(join(root, file), 'utf8'));
    return Object.entries(otherWays).flatMap(([complaint, way]) =>
      Array.from(code.matchAll(way), ({ index }) => {
        const line = code.slice(0, index).split('\n').length;
        return `${complaint}, which is for ${owner}: ${file}:${line}`;
      }),
    );
  });
  return { files: files.length, faults };
}
