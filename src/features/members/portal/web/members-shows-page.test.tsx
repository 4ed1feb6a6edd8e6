import { expect, test } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import MembersShowsPage from './members-shows-page.tsx';

test('the empty list of shows offers to add one only to people who may change shows', () => {
  const page = { type: 'members_shows', title: 'Shows', shows: [] } as unknown as Page<'members_shows'>;
  const render = (rights: { admin: boolean; shows_write: boolean }) => {
    const site = { memberNavItemsToShow: rights };
    return renderElementAt('/members/shows', <MembersShowsPage page={page} />, { page, site });
  };
  const link = 'href="/members/manage_shows"';
  expect(render({ admin: true, shows_write: false })).not.toContain(link);
  expect(render({ admin: false, shows_write: true })).toContain(link);
});
