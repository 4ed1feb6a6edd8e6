import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { SiteData } from '#platform/shared/pages.ts';
import { Sidebar } from './sidebar.tsx';

const site: SiteData = {
  site_name: 'Lanternside Players',
  site_logo: '',
  logoSVG: '',
  tickets_active: '1',
  tickets_link: 'https://tickets.example',
  tickets_hero_photo: '',
  socials: 'https://facebook.com/us, javascript:alert(1)',
  about: '',
  next_show: {
    title: 'Hamlet',
    subtitle: '',
    banner: '',
    date: '2027-04-17',
    date_precision: 'day',
    first_date: '2027-04-14',
    first_date_precision: 'day',
    author: '',
    venue: '',
    poster: '',
    facts: [],
    nights: [],
    playing: '',
    on_sale: false,
    left_at: '',
    link: '',
  },
  on_sale: [{ title: 'Hamlet', dates: '14–17 April 2027', link: '/x' }],
  last_show: { title: '', link: '', photos: [], photo_alts: [], date: '', date_precision: 'day', poster: '' },
  latest_blog: { date: '2026-11-01T09:00:00Z', title: 'How to tip a table', link: '/blog/table' },
  memberDocs: null,
  memberNavItemsToShow: {},
  members_recent_shows: [],
  mostRecentMemberShows: [],
  square: { appId: '', membershipLocationId: '' },
  current_user: { is_authenticated: false, id: '', role: '', name: '' },
  help_wiki: '',
  today: '2026-11-21',
  share_picture: '',
  accent_hue: 14,
  sends_mail: true,
};

test('the sidebar of a public page has tickets, the latest blog post and safe social links', () => {
  const html = renderToString(<Sidebar site={site} path="/tickets" contact={null} />);
  expect(html).toContain('Book for Hamlet');
  expect(html).toContain('How to tip a table');
  expect(html).toContain('href="https://facebook.com/us"');
  expect(html).not.toContain('javascript:');
});

test('the sidebar of the front page has no heading for tickets, because the page begins with them', () => {
  const drawn = (path: string) => renderToString(<Sidebar site={site} path={path} contact={null} />);
  expect(drawn('/')).toContain('Book for Hamlet');
  expect(drawn('/')).not.toContain('<h2>Tickets</h2>');
  expect(drawn('/blog')).toContain('<h2>Tickets</h2>');
});

test('the sidebar offers no tickets when no show is on sale', () => {
  const html = renderToString(
    <Sidebar site={{ ...site, tickets_link: '', on_sale: [] }} path="/blog" contact={null} />,
  );
  expect(html).not.toContain('Book for Hamlet');
});

test('the sidebar names the only show on sale, even if it isn’t the next show, and names none if several are on sale', () => {
  const here = { ...site, tickets_link: '' };
  const blithe = { title: 'Blithe Spirit', dates: '21–24 April 2027', link: '/x' };
  const drawn = (on_sale: SiteData['on_sale']) =>
    renderToString(<Sidebar site={{ ...here, on_sale }} path="/blog" contact={null} />);
  expect(drawn([blithe])).toContain('Book for Blithe Spirit');
  expect(drawn([blithe, { ...blithe, title: 'Hamp' }])).toContain('Book tickets');
});

test('the sidebar omits the latest blog post on that post’s own page', () => {
  for (const path of ['/blog/table', '/blog/table/shared']) {
    expect(renderToString(<Sidebar site={site} path={path} contact={null} />)).not.toContain('Latest blog');
  }
});
