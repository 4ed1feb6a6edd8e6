import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import type { ListedMember } from '../contract.ts';
import MembershipPage, { RemoveMemberDialog } from './membership-page.tsx';

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

const renderRemoval = (some: Partial<ListedMember>) => {
  const member = { id: 'nan', name: 'Nan Ford', ...some } as unknown as ListedMember;
  const html = renderToString(<RemoveMemberDialog member={member} onRemove={() => {}} onClose={() => {}} />);
  return html.replaceAll('<!-- -->', '');
};

test('the dialog that removes somebody with a paid year names the year and the payment', () => {
  const html = renderRemoval({ status: 'active', paid_until: '2027-08-31' });
  expect(html).toContain('the year paid until 31 August 2027');
  expect(html).toContain('Nothing is refunded, and a payment in the accounts stays there.');
});

test('the dialog that removes somebody without a current paid year mentions no payment', () => {
  expect(renderRemoval({ status: 'never', paid_until: '' })).not.toContain('paid');
  expect(renderRemoval({ status: 'lapsed', paid_until: '2025-08-31' })).not.toContain('paid');
});
