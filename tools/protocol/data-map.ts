// Writes the second half of docs/data-map.md: the data stored about people, table by table, from each feature's
// declarations. `tests/repository/data-map.test.ts` compares the page with this text, and with `-u` updates the page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Services } from '#platform/server/feature/feature.ts';

export const dataMapFile = join(import.meta.dirname, '../../docs/data-map.md');
const generatedMark = '<!-- From here on tools/protocol writes this page. -->\n';

const formatNames = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

/**
 * Returns the up-to-date content of docs/data-map.md: the handwritten part, then the generated part.
 *
 * @param all returns the features' declarations of one kind
 * @param columns the columns of each table
 */
export function buildDataMap(all: Services['all'], columns: ReadonlyMap<string, readonly string[]>): string {
  const [byHand = ''] = readFileSync(dataMapFile, 'utf8').split(generatedMark);
  const about = all('personalData').map(({ name, tables, erase, listUrlsToCheck }) => {
    const held = tables.map((table) => `- \`${table}\`: ${formatNames(columns.get(table) ?? [])}`);
    const erased = erase
      ? 'A separate rule decides what is deleted and what is kept.'
      : 'Deleting the account’s row deletes or clears this too.';
    const looked = listUrlsToCheck ? ' An admin is shown texts by other people that may name the person.' : '';
    return [
      `### ${name}`,
      ...(held.length > 0 ? held : ['In tables that are listed elsewhere on this page.']),
      '',
      `Erasure: ${erased}${looked}\n`,
    ].join('\n');
  });
  const impersonal = all('nonPersonalTables').map(({ table, reason }) => `| \`${table}\` | ${reason} |`);
  return [
    `${byHand}${generatedMark}`,
    '## What is stored about people',
    'Each part is a section of the file that a member downloads under “My data”.\n',
    ...about,
    '## What is deleted after a time',
    ...all('retention').map(({ description }) => `- ${description}`),
    '\n## Tables without personal data',
    '| table | why |\n|---|---|',
    ...impersonal.toSorted(),
    '',
  ].join('\n');
}
