import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Page, Site } from '#platform/shared/pages.ts';
import { type AnyScreen, createInitialSnapshot, NavigationContext } from '#platform/web/navigation/index.ts';
import SocietyPostsPage from './society-posts-page.tsx';

function drawn(may_manage: boolean): string {
  const page = {
    type: 'society_posts',
    title: 'Society notices',
    may_manage,
    posts: [],
  } as Page<'society_posts'>;
  const screen: AnyScreen = { default: () => null, head: () => ({ title: '', description: '' }) };
  // Of the site's data, only the menu is read: it tells whether the visitor is an admin
  const start = { page, site: { memberNavItemsToShow: {} } as Site, path: '/members/posts', query: '', screen };
  const first = createInitialSnapshot(start, { visit: 'first', entry: 'first' });
  return renderToString(
    <NavigationContext value={{ first, snapshot: () => first, subscribe: () => () => {} }}>
      <SocietyPostsPage page={page} />
    </NavigationContext>,
  );
}

test('people who write notices see a link above the notices, with a hint about JavaScript', () => {
  expect(drawn(true)).toMatch(/Write a new post.*You need JavaScript.*aria-label="Notices".*Manage notices/s);
  expect(drawn(false)).not.toMatch(/Write a new post|You need JavaScript|Manage notices/);
});
