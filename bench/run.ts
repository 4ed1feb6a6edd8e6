// `npm run bench [-- NAME…] [-- --archive FILE.csv]`: medians, taken in one run on one machine. A broken promise is
// shown, but doesn't fail the command: this is no test.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Figure, inWords, isMet, type Scenario } from './figures.ts';
import { auditLog } from './scenarios/audit-log.ts';
import { bookings } from './scenarios/booking.ts';
import { books } from './scenarios/books.ts';
import { dashboard } from './scenarios/dashboard.ts';
import { diskFull } from './scenarios/disk-full.ts';
import { editingShow } from './scenarios/edit-show.ts';
import { faults } from './scenarios/faults.ts';
import { filtering } from './scenarios/filtering.ts';
import { holdingUp } from './scenarios/hold-ups.ts';
import { importing } from './scenarios/import.ts';
import { importingMeanwhile } from './scenarios/import-meanwhile.ts';
import { lighthouseScores } from './scenarios/lighthouse.ts';
import { pastShows } from './scenarios/past-shows.ts';
import { renewing } from './scenarios/renewals.ts';
import { searching } from './scenarios/search.ts';
import { seating } from './scenarios/seating.ts';
import { signingIn } from './scenarios/sign-in.ts';
import { starting } from './scenarios/start.ts';
import { subscribing } from './scenarios/subscriptions.ts';
import { uploading } from './scenarios/upload.ts';
import { uploadingMany } from './scenarios/uploads.ts';
import { usersTable } from './scenarios/users.ts';
import { waking } from './scenarios/waking.ts';
import { scriptWeight } from './scenarios/weight.ts';

const { values, positionals } = parseArgs({ options: { archive: { type: 'string' } }, allowPositionals: true });

const scenarios: Record<string, Scenario> = {
  import: importing(values.archive && resolve(values.archive)),
  'import-meanwhile': importingMeanwhile,
  start: starting,
  'past-shows-1000': pastShows(1000),
  'past-shows-10000': pastShows(10_000),
  filtering: filtering(10_000),
  search: searching(10_000),
  'sign-in': signingIn,
  upload: uploading,
  uploads: uploadingMany,
  'edit-show': editingShow,
  dashboard: dashboard(5 * 365),
  'dashboard-busy': dashboard(60),
  'audit-log': auditLog,
  users: usersTable(5000),
  books,
  subscriptions: subscribing,
  renewals: renewing,
  seating,
  ...bookings,
  'hold-ups': holdingUp,
  faults,
  'disk-full': diskFull,
  weight: scriptWeight,
  waking,
  lighthouse: lighthouseScores,
};

const chosen = positionals.length > 0 ? positionals : Object.keys(scenarios);
const results: Record<string, Figure[]> = {};
let broken = false;
for (const name of chosen) {
  const scenario = scenarios[name];
  if (!scenario) {
    console.error(`There is no "${name}". There are: ${Object.keys(scenarios).join(', ')}.`);
    process.exit(1);
  }
  console.log(`\n${scenario.title}`);
  try {
    const figures = await scenario.measure();
    results[name] = figures;
    for (const figure of figures) {
      const promise =
        figure.atMost === undefined
          ? figure.atLeast === undefined
            ? ''
            : `≥ ${inWords({ value: figure.atLeast, unit: figure.unit })}`
          : `≤ ${inWords({ value: figure.atMost, unit: figure.unit })}`;
      const sign = { true: '✓', false: '✗', undefined: ' ' }[`${isMet(figure)}`];
      console.log(`  ${sign} ${figure.name.padEnd(46)} ${inWords(figure).padStart(14)}  ${promise}`);
    }
  } catch (error) {
    broken = true;
    console.error(`  could not be measured: ${error instanceof Error ? error.message : error}`);
  }
}

const folder = join(import.meta.dirname, 'results');
mkdirSync(folder, { recursive: true });
const at = new Date().toISOString();
const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length };
const file = join(folder, `${at.replaceAll(':', '-').slice(0, 19)}.json`);
writeFileSync(file, `${JSON.stringify({ at, machine, results }, null, 2)}\n`);
console.log(`\nWritten to ${file}`);
process.exitCode = broken ? 1 : 0;
