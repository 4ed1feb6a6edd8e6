import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourcesOf } from './screens.ts';

test('the stylesheets a page is given are those of the screen that is loaded for it', () => {
  const table = readFileSync(new URL('./screens.ts', import.meta.url), 'utf8');
  const loaded = [...table.matchAll(/source: '([^']+)',\s+load: \(\) => import\('#([^']+)'\)/g)];
  expect(loaded.length).toBe(table.split('load: () => import').length - 1);
  for (const [, source, file] of loaded) expect(source).toBe(`src/${file}`);
  expect(sourcesOf('post', '/post/x')).toEqual(['src/features/posts/web/PostPage.tsx']);
  expect(sourcesOf('post', '/members/post/x')).toHaveLength(2);
});
