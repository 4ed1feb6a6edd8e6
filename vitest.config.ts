import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** This file takes a tenth of the time of all other tests together. If it began last, it would run alone at the end. */
const longest = 'src/cost.test.ts';

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith(longest);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

const source = join(import.meta.dirname, 'src');
const builtModules = join(import.meta.dirname, 'dist', 'program', 'modules');

/**
 * Resolves the server's modules to the built program, so that the tests run the shipped code. All other modules are run
 * from source: tests and their support, screens, and modules that aren't part of the built program.
 */
const builtProgram: Plugin = {
  name: 'built-program',
  enforce: 'pre',
  async resolveId(id, importer, options) {
    const resolved = await this.resolve(id, importer, { ...options, skipSelf: true });
    if (!resolved?.id.startsWith(source)) return resolved;
    const file = join(builtModules, relative(source, resolved.id).replace(/\.ts$/, '.js'));
    return existsSync(file) ? { id: file, external: true } : resolved;
  },
};

// During development (`npx vitest`), and to find the tests that a change affects, the sources are run rather than the
// built program
const runsBuilt = process.argv.includes('run') && !process.argv.some((arg) => arg.startsWith('--changed'));

export default defineConfig({
  plugins: runsBuilt ? [builtProgram] : [],
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/repository/**/*.test.ts', 'bench/**/*.test.ts'],
    // One PostgreSQL for the whole run. Every worker has a database in it, which is emptied for each test.
    globalSetup: ['tests/support/site/build.ts', 'tests/support/site/postgres.ts'],
    setupFiles: ['tests/support/measures/property-seed.ts'],
    server: { deps: { external: [/dist\/program\//] } },
    pool: 'forks',
    // The site is loaded once for each worker, not once for each file, which saves a third of the time. Tests therefore
    // must not replace modules (`vi.mock`), and pass replacements as arguments instead.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Each test builds a site and discards it. More room for young objects saves an eighth of the garbage collector's
    // work
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
    // One more than the two cores of the machine that this is tuned for, because each worker sometimes waits for a
    // program that it started
    maxWorkers: 3,
    // Long enough that no test fails on a busy machine. The limit only ends tests that wait for ever, because a timer
    // can't interrupt work that never yields. A test of work that must not take long therefore counts its steps or its
    // processor time (`tests/support/measures/processor-time.ts`).
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // The default of one second is less than a busy machine needs to start a process
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
  },
});
