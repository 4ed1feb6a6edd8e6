import { expect, test } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import ManageUserPage from './manage-user-page.tsx';

test('the response to linking a subscription to a person has its own space and doesn’t cover the content below', () => {
  const page = {
    ...{ type: 'manage_user', title: 'Ann Ash', own: false, may_change: false, version: 1, gives: [], items: [] },
    user: {
      ...{ id: 'ann', name: 'Ann Ash', email: 'ann@mail.example', role: 'member', status: 'active', persons: [] },
      ...{ joined: '2026-01-01', last_signed_in: '' },
    },
    ...{ sessions: [], noted: [], noted_total: 0, erased_on: '' },
    subscriptions: [{ id: 'held', plan_name: 'Junior', sub_for: 'OTHER', name: 'Tim Ash', renews_on: '2027-01-01' }],
  } as unknown as Page<'manage_user'>;
  const html = renderElementAt('/members/admin/manage_users/ann', <ManageUserPage page={page} />, { page });
  const [, below = ''] = html.split('Tim Ash isn’t linked to a person in shows');
  expect(below).toMatch(/^[^<]*<\/p><div class="[^"]*above[^"]*" data-answer=/);
});
