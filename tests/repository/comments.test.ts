import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findOutsideReferences } from './comments.ts';

test('the comment check reports a comment that cites a document outside the repository', () => {
  const root = mkdtempSync(join(tmpdir(), 'callboard-comments-'));
  const paper = ['SP', 'EC'].join('');
  mkdirSync(join(root, 'src'));
  writeFileSync(
    join(root, 'src', 'props.ts'),
    `/** What is lent (${paper} §3). */\nexport const mark = 'IN${paper}T';\n`,
  );
  expect(findOutsideReferences(root)).toEqual({
    files: 1,
    faults: [`not in the repository: ${paper}, which src/props.ts:1 names`],
  });
  rmSync(root, { recursive: true });
});
