import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PageType } from '#platform/shared/pages.ts';
import { sourcesOf } from './screens.ts';

test('the stylesheets a page is given are those of the screen that is loaded for it', () => {
  const table = readFileSync(new URL('./screens.ts', import.meta.url), 'utf8');
  const loaded = [...table.matchAll(/ (\w+): \(\) => import\('#([^']+)'\)/g)];
  expect(loaded.length).toBe(new Set(table.match(/(?<=^ {2})\w+(?=: ')/gm)).size);
  for (const [, type, file] of loaded) expect(sourcesOf(type as PageType, '/elsewhere')).toEqual([`src/${file}`]);
  expect(sourcesOf('post', '/post/x')).toEqual(['src/features/posts/web/PostPage.tsx']);
  expect(sourcesOf('post', '/members/post/x')).toHaveLength(2);
  expect(sourcesOf('list_shows', '/members/manage_shows')[0]).toBe('src/features/show-pages/web/ManageShowsPage.tsx');
});
