import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { iconNames } from './icon.tsx';

const sprite = readFileSync(new URL('icons.svg', import.meta.url), 'utf8');
const drawn = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);

test('every icon that a screen can name exists in the sprite', () => {
  expect(drawn).toEqual([...iconNames]);
});

test('every icon in the sprite is used by a screen', () => {
  const screens = globSync(['src/features/**/*.{ts,tsx}', 'src/platform/web/**/*.tsx'])
    // `icon.tsx` only lists the names
    .filter((file) => !file.endsWith('icons/icon.tsx'))
    .map((file) => readFileSync(file, 'utf8'));
  const source = screens.join('\n');
  expect(iconNames.filter((name) => !new RegExp(`['"]${name}['"]`).test(source))).toEqual([]);
});
