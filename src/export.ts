import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exportShowsToFile } from '#features/archive/shows/spreadsheets/server/index.ts';
import { formatCommand } from '#platform/server/program/program.ts';
import { getInvocationFolder, runCommand, UsageError, withDatabase } from './command-line.ts';

const usage = `Say what to export and to which file: ${formatCommand('export')} shows [FILE.csv]`;

function readArguments(): { file: string } {
  try {
    const [what, file = 'shows.csv', ...more] = parseArgs({ allowPositionals: true, options: {} }).positionals;
    if (what === 'shows' && more.length === 0) return { file };
  } catch {
    // An option was given, but this command has none
  }
  throw new UsageError(usage);
}

await runCommand(async () => {
  const file = resolve(getInvocationFolder(), readArguments().file);
  const shows = await withDatabase((db) => exportShowsToFile(db, file));
  console.log(`${shows.toLocaleString('en-GB')} ${shows === 1 ? 'show' : 'shows'} written to ${file}`);
});
