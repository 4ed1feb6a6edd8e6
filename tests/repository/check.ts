// Runs `npm run check`: types, lint and format, boundaries, unused code, references to documents outside the
// repository, one way to write durations, and commit subjects, all at once. Each check prints one line, and its
// complaints if it has any.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { checkBoundaries } from './boundaries.ts';
import { findOutsideReferences } from './comments.ts';
import { checkCommitSubjects } from './commit-subjects.ts';
import { findDurationFaults } from './durations.ts';

interface Verdict {
  /** The number and kind of things that were checked. */
  checked: string;
  /** The tool's complaint; "" if there is none. */
  complaint: string;
}

const root = join(import.meta.dirname, '..', '..');
const tool = (name: string) => join(root, 'node_modules', '.bin', name);

function run(
  program: string,
  args: string[],
  variables: NodeJS.ProcessEnv = {},
): Promise<{ output: string; code: number }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env: { ...process.env, FORCE_COLOR: '0', ...variables } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', reject).on('close', (code) => resolve({ output: output.trim(), code: code ?? 1 }));
  });
}

/** Returns the result of a tool's check. A tool that had nothing to check has failed, even if it found no fault. */
function createVerdict(count: number, what: string, { output, code }: { output: string; code: number }): Verdict {
  if (code !== 0) return { checked: `${count} ${what}`, complaint: output || `ended with code ${code}` };
  return { checked: `${count} ${what}`, complaint: count > 0 ? '' : `No ${what} were found.\n${output}` };
}

/** The compiler's state from the last run: only what has changed since is checked again. */
const compilerState = join(root, 'node_modules', '.cache', 'types.tsbuildinfo');

// The checks start in this order and run at the same time. The compiler takes longest, so it is first. The boundaries
// check keeps this process busy, so it is last: the other programs have to be started before it
const checks: Record<string, () => Promise<Verdict>> = {
  async types() {
    const remember = ['--incremental', '--tsBuildInfoFile', compilerState];
    // Each additional checker repeats work of the first one, and the other checks need a core too
    const alone = ['--checkers', '1'];
    // Garbage collection isn't worthwhile for so short a run: it took a quarter of the compiler's time, and saved a
    // sixth of its memory
    const uncollected = { GOGC: 'off', GOMEMLIMIT: '4GiB' };
    const flags = ['--noEmit', '--listFiles', '--pretty', 'false', ...alone, ...remember];
    const compiling = run(tool('tsc'), flags, uncollected);
    // The compiler uses only one core and would finish long after the other checks, so processes started after it get a
    // lower priority
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    const { output, code } = await compiling;
    const lines = output.split('\n');
    const files = lines.filter((line) => /^(\/|[A-Z]:).+\.[cm]?tsx?$/.test(line));
    const own = files.filter((file) => !file.includes('/node_modules/'));
    const complaints = lines.filter((line) => !files.includes(line)).join('\n');
    return createVerdict(own.length, 'files', { output: complaints, code });
  },
  async 'lint and format'() {
    const result = await run(tool('biome'), ['check', '--error-on-warnings', '.']);
    const count = Number(/Checked (\d+) files?/.exec(result.output)?.[1] ?? 0);
    return createVerdict(count, 'files', result);
  },
  async 'nothing unused'() {
    const result = await run(tool('knip'), ['--no-progress', '--no-config-hints']);
    return { checked: 'files, exports and packages', complaint: result.code === 0 ? '' : result.output };
  },
  async comments() {
    const { files, faults } = findOutsideReferences(root);
    return createVerdict(files, 'files', { output: faults.join('\n'), code: faults.length });
  },
  async durations() {
    const { files, faults } = findDurationFaults(root);
    return createVerdict(files, 'files', { output: faults.join('\n'), code: faults.length });
  },
  async 'commit subjects'() {
    const { commits, faults } = checkCommitSubjects(root);
    const checked = commits === undefined ? 'no history here' : `${commits} commits`;
    return { checked, complaint: faults.join('\n') };
  },
  async boundaries() {
    const { modules, faults } = await checkBoundaries(root);
    return createVerdict(modules, 'modules', { output: faults.join('\n'), code: faults.length });
  },
};

const started = performance.now();
const verdicts = Object.entries(checks).map(async ([name, check]) => {
  const verdict = await check().catch((error: Error) => ({ checked: 'nothing', complaint: error.message }));
  return { name, ...verdict, seconds: ((performance.now() - started) / 1000).toFixed(1) };
});
let failed = 0;
for (const { name, checked, complaint, seconds } of await Promise.all(verdicts)) {
  console.log(`${complaint ? '✗' : '✓'} ${name}: ${checked}, after ${seconds} s`);
  if (!complaint) continue;
  failed += 1;
  console.log(`${complaint.replace(/^/gm, '    ')}\n`);
}

const results = join(root, 'test-results');
if (!existsSync(results)) mkdirSync(results);
const totals = { passed: Object.keys(checks).length - failed, failed };
writeFileSync(join(results, 'check.json'), JSON.stringify(totals));
process.exitCode = failed > 0 ? 1 : 0;
