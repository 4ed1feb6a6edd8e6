import { expect, test } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import SocietyPostsPage from './society-posts-page.tsx';

function renderPage(may_manage: boolean): string {
  const page = {
    type: 'society_posts',
    title: 'Society notices',
    may_manage,
    posts: [],
  } as Page<'society_posts'>;
  return renderElementAt('/members/posts', <SocietyPostsPage page={page} />, {
    page,
    site: { memberNavItemsToShow: {} },
  });
}

test('only people who may write notices see “Write a new post” above the list, with a hint that it needs JavaScript', () => {
  expect(renderPage(true)).toMatch(/Write a new post.*You need JavaScript.*aria-label="Notices".*Manage notices/s);
  expect(renderPage(false)).not.toMatch(/Write a new post|You need JavaScript|Manage notices/);
});
