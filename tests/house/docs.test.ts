import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const pages = [...globSync('*.md', { cwd: root }), ...globSync('docs/*.md', { cwd: root })];

test.each(pages)('whoever follows a link in %s arrives somewhere', (page) => {
  const links = Array.from(
    readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)#\s]+)[^)]*\)/g),
    ([, to = '']) => to,
  );
  const inside = links.filter((to) => !/^(https?:|mailto:|\/)/.test(to));
  expect(inside.filter((to) => !existsSync(join(root, dirname(page), decodeURIComponent(to))))).toEqual([]);
});

test('each test that docs/security.md names is there', () => {
  const named = Array.from(
    readFileSync(join(root, 'docs/security.md'), 'utf8').matchAll(/`((?:src|tests|bin)\/[^`]+)`/g),
    ([, file = '']) => file,
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
