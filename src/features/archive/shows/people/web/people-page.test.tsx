import { expect, test } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import { renderAt } from '#tests/support/screens/render-at.tsx';
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
  const html = renderAt('/members/admin/people', <PeoplePage page={page} />, { page });
  for (const view of peopleTable.filters.view) expect(html).toContain(`href="/members/admin/people?view=${view}"`);
});
