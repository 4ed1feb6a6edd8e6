import { expect, test } from 'vitest';
import { screens as shopScreens } from '#features/box-office/shop/web/screens.ts';
import type { Page, PageType } from '#platform/shared/pages.ts';
import { screens as membersScreens } from './members-side.ts';
import { findScreenSources } from './render.tsx';
import { loadScreen, visitorScreens } from './screens.ts';

const sourcesAt = async (type: PageType, path: string) => findScreenSources(await loadScreen({ type } as Page, path));

test('the source of every page type’s screen is one page file', async () => {
  for (const type of Object.keys({ ...visitorScreens, ...shopScreens, ...membersScreens }) as PageType[]) {
    expect({ type, sources: await sourcesAt(type, '/elsewhere') }).toEqual({
      type,
      sources: [expect.stringMatching(/^src\/features\/.+-page\.tsx$/)],
    });
  }
  expect(await sourcesAt('post', '/post/x')).toEqual(['src/features/publishing/posts/web/post-page.tsx']);
});

test('a path with a separate screen gets that screen, and the parts that surround it', async () => {
  expect(await sourcesAt('list_shows', '/members/manage_shows')).toEqual([
    'src/features/website/show-pages/web/manage-shows-page.tsx',
    'src/members-side.ts',
  ]);
  expect(await sourcesAt('map_post', '/about-us')).toEqual([
    'src/features/website/site/web/about-page.tsx',
    'src/features/administration/messages/web/contact-form.tsx',
  ]);
});

test('a front page and a person’s page get their own screens however their paths are spelt', async () => {
  const front = { type: 'post', frontpage: true } as Page;
  const person = { type: 'list_shows', person: {} } as Page;
  for (const path of ['/', '//', '/past-shows/%6Dember/x/Ann']) {
    expect(findScreenSources(await loadScreen(front, path))).toContain(
      'src/features/publishing/posts/web/front-page.tsx',
    );
    expect(findScreenSources(await loadScreen(person, path))).toContain(
      'src/features/website/show-pages/web/person-page.tsx',
    );
  }
});
