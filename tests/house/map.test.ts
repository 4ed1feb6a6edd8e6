import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const house = join(import.meta.dirname, '..', '..');

test('the map of the house names every feature', () => {
  const map = readFileSync(join(house, 'docs', 'architecture.md'), 'utf8');
  const features = readdirSync(join(house, 'src', 'features'));
  expect(features.filter((name) => !map.includes(` ${name}/ `) && !map.includes(` ${name}/\n`))).toEqual([]);
});
