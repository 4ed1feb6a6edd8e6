// `npm run bench [-- NAME…] [-- --archive FILE.csv] [-- --into docs/performance.md]`: the figures of one run on one
// machine. A figure that misses its target is shown but doesn't make the command fail, because this isn't a test.
// `--archive` names the spreadsheet for the scenario `import`; `--into` writes the table into a page.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatFigure, meetsTarget, type Scenario } from './figures.ts';
import { formatRun, formatTarget, type Run, replaceTable } from './markdown.ts';
import { editShowScenario } from './scenarios/editing/edit-show.ts';
import { createImportScenario } from './scenarios/editing/import.ts';
import { concurrentImportScenario } from './scenarios/editing/import-meanwhile.ts';
import { seatingScenario } from './scenarios/editing/seating.ts';
import { uploadScenario } from './scenarios/editing/upload.ts';
import { manyUploadsScenario } from './scenarios/editing/uploads.ts';
import { auditLogScenario } from './scenarios/lists/audit-log.ts';
import { createFilteringScenario } from './scenarios/lists/filtering.ts';
import { largeListsScenario } from './scenarios/lists/large-lists.ts';
import { createPastShowsScenario } from './scenarios/lists/past-shows.ts';
import { createSearchScenario } from './scenarios/lists/search.ts';
import { createUsersTableScenario } from './scenarios/lists/users.ts';
import { bookingScenarios } from './scenarios/money/booking.ts';
import { ledgerScenario } from './scenarios/money/books.ts';
import { createMixedLoadScenario } from './scenarios/money/mixed-load.ts';
import { renewalScenario } from './scenarios/money/renewals.ts';
import { staffCallsScenario } from './scenarios/money/staff.ts';
import { subscriptionScenario } from './scenarios/money/subscriptions.ts';
import { createDashboardScenario } from './scenarios/pages/dashboard.ts';
import { lighthouseScenario } from './scenarios/pages/lighthouse.ts';
import { createPublicPagesScenario } from './scenarios/pages/pages.ts';
import { scriptBlockingScenario } from './scenarios/pages/waking.ts';
import { scriptWeightScenario } from './scenarios/pages/weight.ts';
import { commitScenario } from './scenarios/process/commit.ts';
import { diskFullScenario } from './scenarios/process/disk-full.ts';
import { repeatedKillsScenario } from './scenarios/process/faults.ts';
import { blockingTimeScenario } from './scenarios/process/hold-ups.ts';
import { signInScenario } from './scenarios/process/sign-in.ts';
import { startScenario } from './scenarios/process/start.ts';

const { values, positionals } = parseArgs({
  options: { archive: { type: 'string' }, into: { type: 'string' } },
  allowPositionals: true,
});

const scenarios: Record<string, Scenario> = {
  import: createImportScenario(values.archive && resolve(values.archive)),
  'import-meanwhile': concurrentImportScenario,
  start: startScenario,
  'pages-1000': createPublicPagesScenario(1000, { renderedAtMost: 25, showChangedAtMost: 100, comparesWithBare: true }),
  'pages-10000': createPublicPagesScenario(10_000, {
    renderedAtMost: 60,
    showChangedAtMost: 1500,
    comparesWithBare: false,
  }),
  commit: commitScenario,
  load: createMixedLoadScenario(1),
  'past-shows-1000': createPastShowsScenario(1000),
  'past-shows-10000': createPastShowsScenario(10_000),
  filtering: createFilteringScenario(10_000),
  search: createSearchScenario(10_000),
  'sign-in': signInScenario,
  upload: uploadScenario,
  uploads: manyUploadsScenario,
  'edit-show': editShowScenario,
  dashboard: createDashboardScenario(5 * 365),
  'dashboard-busy': createDashboardScenario(60),
  'audit-log': auditLogScenario,
  users: createUsersTableScenario(5000),
  books: ledgerScenario,
  subscriptions: subscriptionScenario,
  renewals: renewalScenario,
  seating: seatingScenario,
  ...bookingScenarios,
  'hold-ups': blockingTimeScenario,
  staff: staffCallsScenario,
  'large-lists': largeListsScenario,
  faults: repeatedKillsScenario,
  'disk-full': diskFullScenario,
  weight: scriptWeightScenario,
  waking: scriptBlockingScenario,
  lighthouse: lighthouseScenario,
};

/** Scenarios that run only if they are named. */
const onlyIfNamed: Record<string, Scenario> = { 'load-hour': createMixedLoadScenario(60) };

const chosen = positionals.length > 0 ? positionals : Object.keys(scenarios);
const results: Record<string, Run['results'][string]> = {};
let broken = false;
for (const name of chosen) {
  const scenario = scenarios[name] ?? onlyIfNamed[name];
  if (!scenario) {
    console.error(
      `There is no scenario "${name}". The scenarios are: ${Object.keys({ ...scenarios, ...onlyIfNamed }).join(', ')}.`,
    );
    process.exit(1);
  }
  console.log(`\n${scenario.title}`);
  try {
    const figures = await scenario.measure();
    results[name] = { title: scenario.title, figures };
    for (const figure of figures) {
      const sign = { true: '✓', false: '✗', undefined: ' ' }[`${meetsTarget(figure)}`];
      console.log(`  ${sign} ${figure.name.padEnd(46)} ${formatFigure(figure).padStart(14)}  ${formatTarget(figure)}`);
    }
  } catch (error) {
    broken = true;
    console.error(`  could not be measured: ${error instanceof Error ? error.message : error}`);
  }
}

const folder = join(import.meta.dirname, 'results');
mkdirSync(folder, { recursive: true });
const at = new Date().toISOString();
const memory = Math.round(totalmem() / 2 ** 30);
const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'a processor', cores: cpus().length, memory };
const commit = execFileSync('git', ['describe', '--always', '--dirty=+'], { encoding: 'utf8' }).trim();
const run: Run = { at, commit, machine, results };
const file = join(folder, `${at.replaceAll(':', '-').slice(0, 19)}.json`);
writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
console.log(`\nWritten to ${file}`);
if (values.into) writeFileSync(values.into, replaceTable(readFileSync(values.into, 'utf8'), formatRun(run)));
process.exitCode = broken ? 1 : 0;
