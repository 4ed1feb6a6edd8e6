// `npm test`: the checks, then the tests beside the code, then a browser on the running site. All three run even when
// the first fails, so that one run tells everything; the totals are the last line.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

interface Totals {
  passed: number;
  failed: number;
  /** A skipped test proves nothing, so it does not pass. */
  skipped: number;
}

const house = join(import.meta.dirname, '..', '..');
const results = join(house, 'test-results');
const report = (name: string) => join(results, `${name}.json`);
const bin = (name: string) => join(house, 'node_modules', '.bin', name);

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

const steps: { name: string; command: string[]; read: (report: never) => Totals }[] = [
  {
    name: 'check',
    command: [process.execPath, join(import.meta.dirname, 'check.ts')],
    read: (totals: { passed: number; failed: number }) => ({ ...totals, skipped: 0 }),
  },
  {
    name: 'vitest',
    command: [bin('vitest'), 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report('vitest')}`],
    read: (it: VitestReport) => ({
      passed: it.numPassedTests,
      // A file that breaks before its first test has no failed test, only a failed suite.
      failed: it.numFailedTests || it.numFailedTestSuites,
      skipped: it.numPendingTests + it.numTodoTests,
    }),
  },
  {
    name: 'playwright',
    command: [bin('playwright'), 'test', '--reporter=dot,json'],
    read: ({ stats }: PlaywrightReport) => {
      // A machine that is short of breath may fail a browser once; a fault fails it twice. Said, not hidden.
      if (stats.flaky > 0) console.log(`${stats.flaky} browser tests passed only on their second try: look at them.`);
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
    },
  },
];

mkdirSync(results, { recursive: true });
const totals: Totals = { passed: 0, failed: 0, skipped: 0 };
for (const { name, command, read } of steps) {
  console.log(`\n— ${name}`);
  rmSync(report(name), { force: true });
  const [program = '', ...args] = command;
  const { status } = spawnSync(program, args, {
    cwd: house,
    stdio: 'inherit',
    // A log is no screen: colours in it are noise.
    env: {
      ...process.env,
      ...(process.stdout.isTTY ? {} : { FORCE_COLOR: '0' }),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report(name),
    },
  });
  let step: Totals;
  try {
    step = read(JSON.parse(readFileSync(report(name), 'utf8')) as never);
  } catch {
    step = { passed: 0, failed: 1, skipped: 0 };
    console.log(`${name} ended without a report.`);
  }
  if (step.passed + step.failed === 0) console.log(`${name} ran nothing.`);
  // A step that says it failed, or that ran nothing, has failed even if it counts no failed test.
  if (step.failed === 0 && (status !== 0 || step.passed === 0)) step.failed = 1;
  totals.passed += step.passed;
  totals.failed += step.failed;
  totals.skipped += step.skipped;
}

if (totals.skipped > 0) console.log(`\n${totals.skipped} tests were skipped: they count as failed.`);
const failed = totals.failed + totals.skipped;
console.log(`\n${totals.passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
