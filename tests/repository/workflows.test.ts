import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

// GitHub's own parser is written for a bundler, so it imports its schema without declaring it as JSON
const hooks = registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { NoOperationTraceWriter, convertWorkflowTemplate, parseWorkflow } = await import('@actions/workflow-parser');
hooks.deregister();

const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

async function parse(content: string) {
  const { context, value } = parseWorkflow({ name: 'workflow.yml', content }, new NoOperationTraceWriter());
  const template = value && (await convertWorkflowTemplate(context, value));
  return { template, errors: context.errors.getErrors().map(({ message }) => message) };
}

/** Returns the steps of all jobs. */
async function stepsOf(file: string) {
  const { template } = await parse(read(file));
  return (template?.jobs ?? []).flatMap((job) => ('steps' in job ? job.steps : []));
}

test.each(workflows)('GitHub accepts the workflow %s', async (file) => {
  expect((await parse(read(file))).errors).toEqual([]);
});

test('GitHub’s parser refuses a workflow with an unknown key, or with an invalid expression', async () => {
  const step = (line: string) => `on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - ${line}\n`;
  expect((await parse(step('runs: npm test'))).errors).not.toEqual([]);
  expect((await parse(step('run: $' + '{{ github.ref( }}'))).errors).not.toEqual([]);
  expect((await parse(step('run: npm test'))).errors).toEqual([]);
});

test.each(workflows)('every command of %s is one script of the repository', async (file) => {
  const commands = (await stepsOf(file)).flatMap((step) => ('run' in step ? [step.run.toString()] : []));
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const isScript = (command: string) => {
    const [program = '', ...args] = command.split(' ');
    if (program === 'npm') return ((args[0] === 'run' ? args[1] : args[0]) as string) in scripts;
    return existsSync(join(root, program === 'node' ? (args[0] ?? '') : program));
  };
  expect(commands.filter((command) => !isScript(command))).toEqual([]);
});

test.each(workflows)('the jobs of %s may only read the repository, unless they ask for more', (file) => {
  expect(read(file)).toMatch(/^permissions:\n {2}contents: read\n/m);
});

test.each(workflows)('%s checks out the repository without leaving a credential behind', async (file) => {
  const checkouts = (await stepsOf(file)).filter(
    (step) => 'uses' in step && step.uses.value.startsWith('actions/checkout@'),
  );
  const lines = read(file).match(/persist-credentials: false/g) ?? [];
  expect(checkouts.length).toBeGreaterThan(0);
  expect(lines).toHaveLength(checkouts.length);
});

test('the script with which CI starts the site on other systems also works on this one', () => {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'tools', 'try-start.mjs')], { encoding: 'utf8' });
  expect(stdout).toContain('The site starts, and serves its front page.');
  expect(status).toBe(0);
});

describe('the publishing script publishes tagged releases', () => {
  const publish = (tag: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'callboard-publish-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'dist', 'release'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"version":"0.2.0"}');
    writeFileSync(
      join(folder, 'CHANGELOG.md'),
      '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] – 1 May 2027\n\n- New.\n\n## 0.1.0\n\n- Old.\n',
    );
    for (const file of ['callboard-0.2.0.tgz', 'callboard-0.2.0.tgz.sha256'])
      writeFileSync(join(folder, 'dist', 'release', file), '');
    // Replaces GitHub's program by one that prints its arguments, and the notes
    writeFileSync(join(folder, 'gh'), '#!/bin/sh\necho "$@"\ncat dist/release-notes.md\n', { mode: 0o755 });
    return spawnSync(process.execPath, [join(root, 'tools', 'publish-release.mjs')], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, TAG: tag, PATH: `${folder}:${process.env.PATH}` },
    });
  };

  test('a tag of the package’s version is published with the package’s files and that version’s notes', () => {
    const { status, stdout } = publish('v0.2.0');
    expect(status).toBe(0);
    expect(stdout).toContain('release create v0.2.0 --verify-tag');
    expect(stdout).toContain('callboard-0.2.0.tgz.sha256');
    expect(stdout).toContain('- New.');
    expect(stdout).not.toContain('- Old.');
  });

  test('publishing refuses a tag of another version', () => {
    const { status, stdout, stderr } = publish('v0.3.0');
    expect(status).toBe(1);
    expect(stderr).toContain('package.json says 0.2.0');
    expect(stdout).toBe('');
  });
});
