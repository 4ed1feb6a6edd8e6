import { expect, test } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
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
  const site = { memberNavItemsToShow: { admin: true } };
  const html = renderElementAt('/members/admin/people', <PeoplePage page={page} />, { page, site });
  for (const view of peopleTable.filters.view) expect(html).toContain(`href="/members/admin/people?view=${view}"`);
});

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
  credits: [{ show: 'hamlet', title: 'Hamlet', date: '1987', role: 'Ghost', printed_as: '', archived: false }],
  near: [],
  is_on_site: true,
};

const renderPerson = (content: EditPersonContent, shows_write: boolean) => {
  const page = content as Page<'edit_person'>;
  const site = { memberNavItemsToShow: { admin: true, shows_write } };
  return renderElementAt('/members/admin/people/ann', <EditPersonPage page={page} />, { page, site });
};

test('a person’s credits lead to the editors of shows only for users who may change shows', () => {
  const linkFor = (shows_write: boolean) => /href="([^"]*)">Hamlet</.exec(renderPerson(person, shows_write))?.[1];
  expect([linkFor(true), linkFor(false)]).toEqual(['/members/manage_shows/hamlet', '/past-shows/hamlet']);
});

test('a credit in an archived show has no link for users who may not change shows', () => {
  const credits = person.credits.map((credit) => ({ ...credit, archived: true }));
  const html = renderPerson({ ...person, credits }, false);
  expect(html).toContain('1987, archived');
  expect(html).not.toContain('href="/past-shows/hamlet"');
  expect(renderPerson({ ...person, credits }, true)).toContain('href="/members/manage_shows/hamlet"');
});

test('the empty list of people names Manage Shows only for users who may change shows', () => {
  const page = content as Page<'people'>;
  const render = (shows_write: boolean) => {
    const site = { memberNavItemsToShow: { admin: true, shows_write } };
    return renderElementAt('/members/admin/people', <PeoplePage page={page} />, { page, site });
  };
  expect(render(true)).toContain('Add a show in Manage Shows.');
  expect(render(false)).not.toContain('Manage Shows');
});

test('a person who isn’t on the site has no link to their page there', () => {
  expect(renderPerson(person, true)).toContain('href="/past-shows/member/ann"');
  expect(renderPerson({ ...person, is_on_site: false }, true)).not.toContain('/past-shows/member/');
});

test('two people with exactly the same name are merged by one button, because both ways have the same result', () => {
  const match = (id: string, name: string) => ({ id, name, also: '', shows: 1 });
  const render = (name: string) => {
    const table = { ...content.table, filters: { view: 'near' } };
    const page = { ...content, table, pairs: [[match('a', 'Ann McHale'), match('b', name)]] } as Page<'people'>;
    const site = { memberNavItemsToShow: { admin: true } };
    return renderElementAt('/members/admin/people?view=near', <PeoplePage page={page} />, { page, site });
  };
  expect(render('Ann Hales')).toContain('Merge as Ann Hales');
  expect(render('Ann McHale')).toContain('Merge these two<span class="vh">: Ann McHale</span>');
  expect(render('Ann McHale')).not.toContain('Merge as');
  // The name of the person who remains is the one that the site shows
  expect(render('ANN MCHALE')).toContain('Merge as Ann McHale');
  expect(render('ANN MCHALE')).toContain('Merge as ANN MCHALE');
});
