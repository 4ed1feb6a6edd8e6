import { expect, test } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import { renderAt } from '#tests/support/screens/render-at.tsx';
import BookingsPage from './bookings-page.tsx';

test('the bookings of a site without shows link to Manage Shows only for people who may change shows', () => {
  const page = { type: 'bookings', title: 'Bookings', performances: [], shows: [] } as unknown as Page<'bookings'>;
  const render = (shows_write: boolean) => {
    const site = { memberNavItemsToShow: { bookings: true, shows_write } };
    return renderAt('/members/bookings', <BookingsPage page={page} />, { page, site });
  };
  const link = 'href="/members/manage_shows"';
  expect(render(true)).toContain(link);
  expect(render(false)).not.toContain(link);
});
