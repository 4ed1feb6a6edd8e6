import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Page, Site } from '#platform/shared/pages.ts';
import { type AnyScreen, firstSnapshot, NavigationContext } from '#platform/web/navigation/index.ts';
import MembershipPage from './MembershipPage.tsx';

function drawn(active: number): string {
  const page = {
    ...{ type: 'membership', title: 'Membership', members: [], gift_aid: false, may_invite: true },
    table: { q: '', sort: 'name', filters: {}, page: 1, pages: 1, total: active },
    by_status: [{ status: 'active', count: active }],
    by_plan: [{ id: 'p', name: 'Full', count: active }],
  } as unknown as Page<'membership'>;
  const screen: AnyScreen = { default: () => null, head: () => ({ title: '', description: '' }) };
  const start = { page, site: {} as Site, path: '/members/membership', query: '', screen };
  const first = firstSnapshot(start, { visit: 'first', entry: 'first' });
  return renderToString(
    <NavigationContext value={{ first, snapshot: () => first, subscribe: () => () => {} }}>
      <MembershipPage page={page} />
    </NavigationContext>,
  );
}

test('how many have each status is behind a button on a phone, and where nobody is, no button opens nothing', () => {
  expect(drawn(3)).toMatch(/By status and plan.*How they stand.*Members by plan/s);
  expect(drawn(0)).not.toContain('By status and plan');
});
