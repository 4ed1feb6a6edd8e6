import { expect, test } from 'vitest';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import type { EmergencyContactsContent } from '../contract.ts';
import EmergencyContactsPage from './emergency-contacts-page.tsx';

const hamlet: EmergencyContactsContent = {
  type: 'emergency_contacts',
  title: 'Emergency contacts: Hamlet',
  show: { id: 'hamlet0000000001', title: 'Hamlet' },
  ...{ contacts: [], without_account: [], own_word: [], seen: 'Dee Moss, Saturday 21 November 2026 at 12pm' },
  confirmed: true,
  reported_to: ['committee'],
};

const render = (some: Partial<EmergencyContactsContent>, { sends_mail = true } = {}) =>
  renderElementAt('/members/emergency_contacts/hamlet', <EmergencyContactsPage page={{ ...hamlet, ...some }} />, {
    site: { sends_mail },
  }).replaceAll('<!-- -->', '');

test('the contacts sheet names the people to whom the view was reported', () => {
  expect(render({})).toContain('Reported to the committee.');
  expect(render({ reported_to: ['committee', 'webmaster'] })).toContain('Reported to the committee and the webmaster.');
  expect(render({ reported_to: ['admins'] })).toContain('Reported to the admins.');
});

test('the contacts sheet says that the view is only in the audit log if nobody was emailed', () => {
  expect(render({ reported_to: [] })).toContain('The view is in the audit log.');
  expect(render({}, { sends_mail: false })).toContain('The view is in the audit log.');
});

test('the confirmation names the people who will be emailed', () => {
  const ask = { confirmed: false };
  expect(render({ ...ask, reported_to: ['webmaster'] })).toContain('recorded for good and emailed to the webmaster,');
  expect(render(ask, { sends_mail: false })).toContain('recorded for good, and everyone');
});
