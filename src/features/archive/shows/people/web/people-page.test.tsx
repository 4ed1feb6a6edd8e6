import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Page, Site } from '#platform/shared/pages.ts';
import { type AnyScreen, createInitialSnapshot, NavigationContext } from '#platform/web/navigation/index.ts';
import type { PeopleContent } from '../contract.ts';
import { peopleTable } from '../people-table.ts';
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
  const screen: AnyScreen = { default: () => null, head: () => ({ title: '', description: '' }) };
  // The list doesn't use the site's data
  const start = { page, site: {} as Site, path: '/members/admin/people', query: '', screen };
  const first = createInitialSnapshot(start, { visit: 'first', entry: 'first' });
  const html = renderToString(
    <NavigationContext value={{ first, snapshot: () => first, subscribe: () => () => {} }}>
      <PeoplePage page={page} />
    </NavigationContext>,
  );
  for (const view of peopleTable.filters.view) expect(html).toContain(`href="/members/admin/people?view=${view}"`);
});
