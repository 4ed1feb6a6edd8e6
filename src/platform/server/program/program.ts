import { readFileSync } from 'node:fs';

const packageFile = new URL('../../../../package.json', import.meta.url);

/** The version of Callboard, from package.json. */
export const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

/** Returns true if a version is newer than another one; by default, than this program's. */
export const isNewerVersion = (other: string, than = version): boolean =>
  other.localeCompare(than, 'en', { numeric: true }) > 0;

/**
 * Returns the beginning of a sentence about data that a newer version has written.
 *
 * @param what the subject and the verb: "The backup was made"
 * @param writer the version that wrote it, if it is known
 */
export function formatNewerVersionAdvice(what: string, writer = ''): string {
  // Until the next release, the sources have the version number of the last one, so a newer version may have the same
  // number
  return isNewerVersion(writer)
    ? `${what} by Callboard ${writer}, and this is Callboard ${version}: install ${writer} or a later version,`
    : `${what} by a newer version of Callboard than this one (${version}): install that version or a later one,`;
}

/**
 * Formats the command line of a command: `npm run backup --` in a checkout; elsewhere the template in the environment
 * variable CALLED_AS, in which `{}` stands for the name.
 */
export const formatCommand = (command: string) => (process.env.CALLED_AS || 'npm run {} --').replace('{}', command);
