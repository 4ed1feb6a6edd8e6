import { expect, test } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import MembersShowPage from './members-show-page.tsx';

test('a show’s page for members names its season; without a season, its dates appear only once', () => {
  const show = {
    ...{ type: 'members_show', id: 'rivals', title: 'The Rivals', image: '', venue: '', cancelled: false },
    ...{ date: '2026-11-30', date_precision: 'day', when: 'Saturday 28 to Monday 30 November 2026' },
    ...{ director_names: [], posts: [], files: [], may_manage: false, may_see_contacts: false, public_link: '/' },
  };
  const render = (season: string) => {
    const page = { ...show, season } as unknown as Page<'members_show'>;
    return renderElementAt('/members/show/rivals', <MembersShowPage page={page} />, { page });
  };
  expect(render('Autumn')).toContain('Autumn 2026');
  expect(render('').match(/30 November 2026/g)).toHaveLength(1);
});
