import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatShowImportReport, importShowsFromFile } from '#features/archive/shows/spreadsheets/server/index.ts';
import { formatCommand } from '#platform/server/program/program.ts';
import { getInvocationFolder, runCommand, UsageError, withDatabase } from './command-line.ts';

const usage = `Say what to import and from which file: ${formatCommand('import')} shows FILE.csv [--dry-run]`;

function readArguments(): { file: string; dryRun: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false } },
    });
    const [what, file, ...more] = positionals;
    if (what === 'shows' && file && more.length === 0) return { file, dryRun: values['dry-run'] };
  } catch {
    // The option is unknown, so the usage is shown, which lists the options
  }
  throw new UsageError(usage);
}

await runCommand(async () => {
  const { file, dryRun } = readArguments();
  const now = new Date().toISOString();
  const report = await withDatabase((db) =>
    importShowsFromFile(db, resolve(getInvocationFolder(), file), { dryRun, now }),
  );
  console.log(formatShowImportReport(report));
});
