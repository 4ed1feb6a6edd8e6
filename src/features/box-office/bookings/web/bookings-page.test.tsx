import { expect, test } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import BookingsPage from './bookings-page.tsx';

test('the bookings page of a site without shows links to Manage Shows only for people who may change shows', () => {
  const page = { type: 'bookings', title: 'Bookings', performances: [], shows: [] } as unknown as Page<'bookings'>;
  const render = (shows_write: boolean) => {
    const site = { memberNavItemsToShow: { bookings: true, shows_write } };
    return renderElementAt('/members/bookings', <BookingsPage page={page} />, { page, site });
  };
  const link = 'href="/members/manage_shows"';
  expect(render(true)).toContain(link);
  expect(render(false)).not.toContain(link);
});

test('the bookings page of an archived show has no forms for promo codes and manual changes, and doesn’t say that visitors can join the waiting list', () => {
  const show = { id: 'show', title: 'Blithe Spirit', date: '2027-04-14', dates: '14 April 2027', cancelled: false };
  const lists = ['performances', 'orders', 'waiting', 'unconfirmed', 'moved_seats', 'door_notes', 'house_seats'];
  const more = ['promo_codes', 'mods', 'hoarded', 'items', 'letters', 'past_shows'];
  const render = (archived: boolean) => {
    const shown = { ...show, archived, link: '', poster: '' };
    const page = {
      ...{ type: 'bookings', title: 'Bookings', show: shown, shows: [shown] },
      ...Object.fromEntries([...lists, ...more].map((name) => [name, []])),
    } as unknown as Page<'bookings'>;
    const site = { today: '2027-01-01', memberNavItemsToShow: { bookings: true } };
    return renderElementAt('/members/bookings', <BookingsPage page={page} />, { page, site });
  };
  expect(render(false)).toContain('Add a promo code');
  expect(render(true)).not.toContain('Add a promo code');
  expect(render(false)).toContain('Swap tickets on a booking');
  expect(render(true)).not.toContain('Swap tickets on a booking');
  // The tabs of an archived show keep their headings although their forms are missing
  for (const heading of ['Performances of Blithe Spirit', 'Promo codes'])
    expect(render(true).replaceAll('<!-- -->', '')).toContain(`<h2>${heading}</h2><p>To change the`);
  expect(render(true)).toContain('<h2>Change a booking</h2><p>To exchange or add tickets');
  expect(render(false)).toContain('visitors can join its list in the shop');
  expect(render(true)).not.toContain('visitors can join its list in the shop');
});

test('the form for a show’s first performance suggests the show’s first night, or no date if that is unknown', () => {
  const show = { id: 'show', title: 'Blithe Spirit', date: '2027-04-17', dates: '14–17 April 2027', cancelled: false };
  const lists = ['performances', 'orders', 'waiting', 'unconfirmed', 'moved_seats', 'door_notes', 'house_seats'];
  const more = ['promo_codes', 'mods', 'hoarded', 'items', 'letters', 'past_shows'];
  const suggest = (first_night: string) => {
    const shown = { ...show, first_night, archived: false, link: '', poster: '' };
    const page = {
      ...{ type: 'bookings', title: 'Bookings', show: shown, shows: [shown] },
      ...Object.fromEntries([...lists, ...more].map((name) => [name, []])),
    } as unknown as Page<'bookings'>;
    const site = { today: '2027-01-01', memberNavItemsToShow: { bookings: true } };
    const html = renderElementAt('/members/bookings', <BookingsPage page={page} />, { page, site });
    return /name="datetime"[^>]* value="([^"]*)"/.exec(html)?.[1];
  };
  expect(suggest('2027-04-14')).toBe('2027-04-14T19:30');
  expect(suggest('')).toBe('');
});
