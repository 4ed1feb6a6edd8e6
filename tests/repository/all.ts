// Runs `npm test`: the checks, then the tests in Vitest, then the journeys in a browser on the running site. All three
// run even if the first fails, so that one run reports everything; the totals are the last line.
// `npm test -- --changed` runs all checks, but only those tests and journeys that are affected by changes since the last
// commit (`--changed=main`: since that commit). `npm test -- --pair` runs only the journeys, distributing requests between two
// processes (tests/support/site/pair.ts).
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

interface Totals {
  passed: number;
  failed: number;
  /** The number of skipped tests. A skipped test proves nothing, so it counts as a failure. */
  skipped: number;
}

const root = join(import.meta.dirname, '..', '..');
const results = join(root, 'test-results');
const report = (name: string) => join(results, `${name}.json`);
const bin = (name: string) => join(root, 'node_modules', '.bin', name);

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numFailedTestSuites: number;
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** True to run only the journeys, against two processes of the site. That takes longer, so not every run does it. */
const isPair = process.argv.slice(2).includes('--pair');

/** The `--changed` or `--changed=main` argument, if only changes are to be tested. */
const changed = process.argv.slice(2).find((arg) => /^--changed(=|$)/.test(arg));
const onlyChanged = changed === undefined ? [] : [changed, '--passWithNoTests'];
const onlyChangedJourneys =
  changed === undefined ? [] : [changed.replace('--changed', '--only-changed'), '--pass-with-no-tests'];

const allSteps: { name: string; command: string[]; read: (report: never) => Totals }[] = [
  {
    name: 'check',
    command: [process.execPath, join(import.meta.dirname, 'check.ts')],
    read: (totals: { passed: number; failed: number }) => ({ ...totals, skipped: 0 }),
  },
  {
    name: 'vitest',
    command: [
      bin('vitest'),
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report('vitest')}`,
      ...onlyChanged,
    ],
    read: (it: VitestReport) => ({
      passed: it.numPassedTests,
      // If a file fails before its first test, it has no failed test, only a failed suite
      failed: it.numFailedTests || it.numFailedTestSuites,
      skipped: it.numPendingTests + it.numTodoTests,
    }),
  },
  {
    name: 'playwright',
    command: [
      bin('playwright'),
      'test',
      '--reporter=dot,json',
      ...(isPair ? ['--workers=2'] : []),
      ...onlyChangedJourneys,
    ],
    read: ({ stats }: PlaywrightReport) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
    }),
  },
];

const steps = isPair ? allSteps.filter(({ name }) => name === 'playwright') : allSteps;

// Colour codes would make a log file hard to read
const plain = process.stdout.isTTY ? {} : { FORCE_COLOR: '0' };
const formatMinutes = (since: number) => {
  const seconds = Math.round((performance.now() - since) / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

mkdirSync(results, { recursive: true });
const totals: Totals = { passed: 0, failed: 0, skipped: 0 };
const beginning = performance.now();
// The demo society that tests and journeys copy is created during the checks, which leave a core idle at times. A test
// that started earlier would create it again and delete the first one. If creating it fails, the tests report that and
// create it themselves.
const preparation = spawn(process.execPath, [join(root, 'tests', 'e2e', 'prepare.ts')], { stdio: 'ignore' });
const isPrepared = new Promise((resolve) => preparation.on('close', resolve).on('error', resolve));
for (const { name, command, read } of steps) {
  console.log(`\n— ${name}`);
  const since = performance.now();
  rmSync(report(name), { force: true });
  if (name !== 'check') await isPrepared;
  const [program = '', ...args] = command;
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...plain, ...(isPair ? { PAIR: '1' } : {}), PLAYWRIGHT_JSON_OUTPUT_FILE: report(name) },
  });
  let step: Totals;
  try {
    step = read(JSON.parse(readFileSync(report(name), 'utf8')) as never);
  } catch {
    step = { passed: 0, failed: 1, skipped: 0 };
    console.log(`${name} ended without a report.`);
  }
  const ranNothing = step.passed + step.failed === 0 && changed === undefined;
  if (ranNothing) console.log(`${name} ran no tests.`);
  // A step has also failed if it reports failure without a failed test or, without `--changed`, if it ran nothing.
  if (step.failed === 0 && (status !== 0 || ranNothing)) step.failed = 1;
  totals.passed += step.passed;
  totals.failed += step.failed;
  totals.skipped += step.skipped;
  console.log(`${name} took ${formatMinutes(since)}.`);
}
console.log(`\nAll steps took ${formatMinutes(beginning)}.`);

if (totals.skipped > 0) console.log(`\n${totals.skipped} tests were skipped: they count as failed.`);
const failed = totals.failed + totals.skipped;
console.log(`\n${totals.passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
