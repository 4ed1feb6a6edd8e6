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
import { seating } from './scenarios/editing/seating.ts';
import { uploadScenario } from './scenarios/editing/upload.ts';
import { manyUploadsScenario } from './scenarios/editing/uploads.ts';
import { auditLog } from './scenarios/lists/audit-log.ts';
import { createFilteringScenario } from './scenarios/lists/filtering.ts';
import { largeLists } from './scenarios/lists/large-lists.ts';
import { pastShows } from './scenarios/lists/past-shows.ts';
import { createSearchScenario } from './scenarios/lists/search.ts';
import { usersTable } from './scenarios/lists/users.ts';
import { bookings } from './scenarios/money/booking.ts';
import { books } from './scenarios/money/books.ts';
import { mixedLoad } from './scenarios/money/mixed-load.ts';
import { renewalScenario } from './scenarios/money/renewals.ts';
import { staffCalls } from './scenarios/money/staff.ts';
import { subscriptionScenario } from './scenarios/money/subscriptions.ts';
import { dashboard } from './scenarios/pages/dashboard.ts';
import { lighthouseScores } from './scenarios/pages/lighthouse.ts';
import { createPublicPagesScenario } from './scenarios/pages/pages.ts';
import { scriptBlockingScenario } from './scenarios/pages/waking.ts';
import { scriptWeight } from './scenarios/pages/weight.ts';
import { commitScenario } from './scenarios/process/commit.ts';
import { diskFull } from './scenarios/process/disk-full.ts';
import { faults } from './scenarios/process/faults.ts';
import { holdUpScenario } from './scenarios/process/hold-ups.ts';
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
  load: mixedLoad(1),
  'past-shows-1000': pastShows(1000),
  'past-shows-10000': pastShows(10_000),
  filtering: createFilteringScenario(10_000),
  search: createSearchScenario(10_000),
  'sign-in': signInScenario,
  upload: uploadScenario,
  uploads: manyUploadsScenario,
  'edit-show': editShowScenario,
  dashboard: dashboard(5 * 365),
  'dashboard-busy': dashboard(60),
  'audit-log': auditLog,
  users: usersTable(5000),
  books,
  subscriptions: subscriptionScenario,
  renewals: renewalScenario,
  seating,
  ...bookings,
  'hold-ups': holdUpScenario,
  staff: staffCalls,
  'large-lists': largeLists,
  faults,
  'disk-full': diskFull,
  weight: scriptWeight,
  waking: scriptBlockingScenario,
  lighthouse: lighthouseScores,
};

/** Scenarios that run only if they are named. */
const onlyIfNamed: Record<string, Scenario> = { 'load-hour': mixedLoad(60) };

const chosen = positionals.length > 0 ? positionals : Object.keys(scenarios);
const results: Record<string, Run['results'][string]> = {};
let broken = false;
for (const name of chosen) {
  const scenario = scenarios[name] ?? onlyIfNamed[name];
  if (!scenario) {
    console.error(`There is no "${name}". There are: ${Object.keys({ ...scenarios, ...onlyIfNamed }).join(', ')}.`);
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
