import { expect, test } from 'vitest';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import type { DashboardContent, NoticeListEntry } from '../contract.ts';
import DashboardPage from './dashboard-page.tsx';

const notice = (number: number): NoticeListEntry => ({
  ...{ id: `${number}`, title: `Notice ${number}`, content: '', show_title: '', type: 'post', kind: 'Members only' },
  ...{ date: '2026-11-20T09:00:00+00:00', link: `/members/post/${number}`, out: true },
});

const page = (notices: number): DashboardContent => ({
  ...{ type: 'dashboard', title: 'Dashboard', greeting: 'Hello', nudges: [], writes: [] },
  next_show: { title: '', when: '', venue: '', playing: '', link: '' },
  posts: Array.from({ length: notices }, (_, at) => notice(at + 1)),
  my_shows: [
    {
      ...{ id: 'hamlet', title: 'Hamlet', season: 'Spring', date: '2027-04-17', date_precision: 'day', image: '' },
      ...{ url: '/members/show/hamlet', directors: [], cancelled: false, roles: ['You play Osric'], past: false },
    },
  ],
});

function renderPage(notices: number, query = ''): string {
  const last_show = { title: '', link: '', photos: [], photo_alts: [], date: '', date_precision: 'day', poster: '' };
  const site = {
    ...{ today: '2026-11-21', tickets_active: '', socials: '', memberDocs: null, memberNavItemsToShow: {} },
    ...{ last_show, latest_blog: { date: '', title: '', link: '' }, next_show: { title: '' } },
  };
  return renderElementAt('/members/dashboard', <DashboardPage page={page(notices)} />, {
    page: page(notices),
    query,
    site,
  });
}

test('the eight newest notices come before the older ones, and all of them before My shows', () => {
  const html = renderPage(10);
  const order = ['Recent', 'Notice 8<', '2 older notices', 'Notice 9<', 'My shows'].map((text) => html.indexOf(text));
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(order).not.toContain(-1);
});

test('eight notices are all shown, and none is collapsed', () => {
  const html = renderPage(8);
  expect(html).toContain('Notice 8<');
  expect(html).not.toContain('older notice');
});

test('the number of older notices includes those on other pages', () => {
  expect(renderPage(100)).toContain('92 older notices');
});

test('the last page of notices links to the previous page', () => {
  expect(renderPage(45, 'page=2')).toContain('rel="prev"');
});
