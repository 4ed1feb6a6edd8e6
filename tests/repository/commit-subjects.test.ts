import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkCommitSubjects, describeSubjectFault } from './commit-subjects.ts';

const good = [
  'fix(shop): release seats when a payment is declined',
  'docs: correct a link',
  'feat(waiting-list)!: refuse parties of more than 20',
  `chore: ${'x'.repeat(65)}`,
];
const bad = [
  'Release seats when a payment is declined',
  'wip',
  'style: order imports',
  'fix:release seats',
  'fix(shop) release seats',
  'fix(Shop): release seats',
  'fix(shop): release seats.',
  'fix(shop): ',
  `chore: ${'x'.repeat(66)}`,
];

test.each(good)('a commit with the subject “%s” is accepted', (subject) => {
  expect(describeSubjectFault(subject)).toBe('');
});

test.each(bad)('a commit with the subject “%s” is refused', (subject) => {
  expect(describeSubjectFault(subject)).not.toBe('');
});

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callboard-commits-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const git = (cwd: string, ...args: string[]): string => {
  const identity = ['-c', 'user.name=Pat', '-c', 'user.email=pat@demo.example', '-c', 'commit.gpgsign=false'];
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
};
const commit = (cwd: string, subject: string) => git(cwd, 'commit', '--quiet', '--allow-empty', '-m', subject);

test('a commit with an invalid subject is reported, and commits before the first checked one aren’t', () => {
  git(folder, 'init', '--quiet');
  commit(folder, 'Say something');
  const since = git(folder, 'rev-parse', 'HEAD');
  commit(folder, 'feat(shop): sell tickets');
  commit(folder, 'Sell more tickets');
  expect(checkCommitSubjects(folder, since)).toEqual({
    commits: 2,
    faults: [expect.stringMatching(/^[0-9a-f]{7,} “Sell more tickets”: not “type\(scope\): subject”/)],
  });
});

test('no commit subjects are checked in a shallow clone that lacks the first commit to check, or without any history', () => {
  const nothing = { commits: undefined, faults: [] };
  expect(checkCommitSubjects(folder)).toEqual(nothing);
  const source = join(folder, 'source');
  git(folder, 'init', '--quiet', 'source');
  commit(source, 'Say something');
  const since = git(source, 'rev-parse', 'HEAD');
  commit(source, 'Say more');
  git(folder, 'clone', '--quiet', '--depth', '1', `file://${source}`, 'shallow');
  expect(checkCommitSubjects(join(folder, 'shallow'), since)).toEqual(nothing);
});
