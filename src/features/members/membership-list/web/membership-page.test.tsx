import { expect, test } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import type { ListedMember } from '../contract.ts';
import MembershipPage from './membership-page.tsx';

function renderPage(active: number, members: readonly Partial<ListedMember>[] = []): string {
  const page = {
    ...{ type: 'membership', title: 'Membership', members, gift_aid: false, may_invite: true },
    table: { q: '', sort: 'name', filters: {}, page: 1, pages: 1, total: active },
    by_status: [{ status: 'active', count: active }],
    by_plan: [{ id: 'p', name: 'Full', count: active }],
  } as unknown as Page<'membership'>;
  return renderElementAt('/members/membership', <MembershipPage page={page} />, { page });
}

test('the membership page shows the counts by status and plan, unless the list is empty', () => {
  expect(renderPage(3)).toMatch(/By status and plan.*Membership at a glance.*Members by plan/s);
  expect(renderPage(0)).not.toContain('By status and plan');
});

test('each phone number in the list has a link that dials it, without a nought in brackets', () => {
  const called = (phone: string) => {
    const nan = { id: 'nan', name: 'Nan Ford', payer: '', status: 'active', email: '', account: true } as const;
    return [...renderPage(1, [{ ...nan, phone, paid_until: '', grace_until: '' }]).matchAll(/href="(tel:[^"]*)"/g)].map(
      ([, href]) => href,
    );
  };
  expect(called('01632 960118')).toEqual(['tel:01632960118']);
  expect(called('+44 (0)1632 960118')).toEqual(['tel:+441632960118']);
  expect(called('01632 960118 or 07700 900123')).toEqual(['tel:01632960118', 'tel:07700900123']);
  expect(called('ask Tom')).toEqual([]);
});
