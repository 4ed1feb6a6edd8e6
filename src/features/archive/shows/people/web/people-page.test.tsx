import { expect, test } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import { renderAt } from '#tests/support/screens/render-at.tsx';
import type { EditPersonContent, PeopleContent } from '../contract.ts';
import { peopleTable } from '../people-table.ts';
import EditPersonPage from './edit-person-page.tsx';
import PeoplePage from './people-page.tsx';

const content: PeopleContent = {
  type: 'people',
  title: 'People',
  table: { q: '', sort: 'surname', filters: {}, page: 1, pages: 1, total: 0 },
  people: [],
  pairs: [],
};

test('the people page links to every view, including the similar names marked as different people', () => {
  const page = content as Page<'people'>;
  const html = renderAt('/members/admin/people', <PeoplePage page={page} />, { page });
  for (const view of peopleTable.filters.view) expect(html).toContain(`href="/members/admin/people?view=${view}"`);
});

test('a person’s credits lead to the editors of shows only for users who may change shows', () => {
  const person: EditPersonContent = {
    type: 'edit_person',
    title: 'Ann Hale',
    person: {
      id: 'ann',
      name: 'Ann Hale',
      credit_style: 'as_printed',
      credit_style_by: 'nobody',
      can_change_style: true,
    },
    old_name: '',
    kept: null,
    merged: [],
    user: null,
    members: [],
    credits: [{ show: 'hamlet', title: 'Hamlet', date: '1987', role: 'Ghost', printed_as: '' }],
    near: [],
  };
  const page = person as Page<'edit_person'>;
  const linkFor = (shows_write: boolean) => {
    const site = { memberNavItemsToShow: { admin: true, shows_write } };
    const html = renderAt('/members/admin/people/ann', <EditPersonPage page={page} />, { page, site });
    return /href="([^"]*)">Hamlet</.exec(html)?.[1];
  };
  expect([linkFor(true), linkFor(false)]).toEqual(['/members/manage_shows/hamlet', '/past-shows/hamlet']);
});
