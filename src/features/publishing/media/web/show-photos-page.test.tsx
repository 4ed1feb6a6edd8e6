import { expect, test } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import ShowPhotosPage from './show-photos-page.tsx';

test('Add Show Photos on a site without shows offers to add a show only to people who may change shows', () => {
  const page = { type: 'show_photos_form', title: 'Add Show Photos', shows: [] } as unknown as Page<'show_photos_form'>;
  const render = (shows_write: boolean) => {
    const site = { memberNavItemsToShow: { admin: true, shows_write } };
    return renderElementAt('/members/admin/show-photos', <ShowPhotosPage page={page} />, { page, site });
  };
  const link = 'href="/members/manage_shows"';
  expect(render(true)).toContain(link);
  expect(render(false)).not.toContain(link);
});
