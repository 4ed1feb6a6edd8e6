import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '#tests/support/site/engines.ts';
import { findFreePort } from '#tests/support/site/site.ts';
import type { Finding } from './doctor/finding.ts';
import { examineSite } from './examine-site.ts';

async function examine(env: Record<string, string>): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const finding of examineSite(env, new Date())) findings.push(finding);
  return findings;
}

test('a site that was never started is examined in full, and nothing is created', async () => {
  const folder = createTemporaryFolder();
  const findings = await examine({ DATA_DIR: join(folder, 'data'), PORT: String(await findFreePort()) });
  expect(findings.map(({ subject }) => subject)).toEqual([
    ...['Node.js', 'Settings', 'Data folder', 'Disk space', 'Clock'],
    ...['Database', 'Port', 'Public address', 'Mail server', 'Backups', 'Off-site copies', 'Kept data'],
  ]);
  expect(findings.filter(({ state, subject }) => state === 'fault' && subject !== 'Clock')).toEqual([]);
  // This would fail if the folder had been created
  mkdirSync(join(folder, 'data'));
});

test('unusable settings are reported, and nothing that depends on them is checked', async () => {
  const findings = await examine({ PORT: 'lots' });
  expect(findings.at(-1)).toMatchObject({ state: 'fault', text: expect.stringContaining('PORT should be') });
  expect(findings).toHaveLength(2);
  const plain = await examine({ NODE_ENV: 'production', PUBLIC_URL: 'http://players.example' });
  expect(plain.at(-1)).toMatchObject({ state: 'fault', text: expect.stringContaining('https') });
});
