import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ListedMember } from '../contract.ts';
import { RemoveMemberDialog } from './member-actions.tsx';

const render = (some: Partial<ListedMember>) => {
  const member = { id: 'nan', name: 'Nan Ford', ...some } as unknown as ListedMember;
  const html = renderToString(<RemoveMemberDialog member={member} onRemove={() => {}} onClose={() => {}} />);
  return html.replaceAll('<!-- -->', '');
};

test('the dialog that removes somebody with a paid year names the year and the payment', () => {
  const html = render({ status: 'active', paid_until: '2027-08-31' });
  expect(html).toContain('the year paid until 31 August 2027');
  expect(html).toContain('Nothing is refunded, and a payment in the accounts stays there.');
});

test('the dialog that removes somebody without a current paid year mentions no payment', () => {
  expect(render({ status: 'never', paid_until: '' })).not.toContain('paid');
  expect(render({ status: 'lapsed', paid_until: '2025-08-31' })).not.toContain('paid');
});
