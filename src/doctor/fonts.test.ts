import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/site/engines.ts';
import type { Finding } from './finding.ts';
import { checkFonts } from './fonts.ts';

async function check(folder: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const finding of checkFonts(folder)) findings.push(finding);
  return findings;
}

test('usable fonts are fine, unusable ones give a note that names them, and a missing folder isn’t mentioned', async () => {
  const folder = join(temporaryFolder(), 'fonts');
  expect(await check(folder)).toEqual([]);
  mkdirSync(folder);
  copyFileSync(new URL('../../tests/support/fonts/hebrew.ttf', import.meta.url), join(folder, 'hebrew.ttf'));
  expect(await check(folder)).toMatchObject([{ state: 'ok', text: `the font in ${folder} can be used.` }]);
  for (let n = 0; n < 11; n++) writeFileSync(join(folder, `broken-${n}.ttf`), 'not a font');
  const [finding] = await check(folder);
  expect(finding).toMatchObject({
    state: 'note',
    text: expect.stringContaining('broken-0.ttf can’t be read as a font'),
  });
  expect(finding?.text).toMatch(/; 1 more\.$/);
});
