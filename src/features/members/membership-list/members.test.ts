import { expect, test } from 'vitest';
import { isCurrentMembership, type MembershipListRow, selectListedMemberships, sortMemberships } from './members.ts';

const today = '2026-11-21';
const held = (own: Partial<MembershipListRow> = {}): MembershipListRow => ({
  ...{ id: 'a', name: 'Ruth Calloway', payer: '', user_id: 'ruth', plan_id: 'full', plan: 'Full member' },
  ...{ status: 'active', paid_until: '2027-08-31', grace_until: '', renews_on: '2027-09-01', paid_by: 'cash' },
  ...{
    by_card: false,
    part_paid: 0,
    can_cancel: false,
    email: '',
    phone: '',
    key: 'calloway ruth',
    last_email_on: '',
    greeting: 'Ruth',
    is_inactive: false,
    ...own,
  },
});
const ids = (memberships: readonly MembershipListRow[]) => memberships.map(({ id }) => id);

test('of a person’s lapsed and current memberships, only the current one is listed', () => {
  const old = held({ id: 'old', plan_id: 'patron', status: 'lapsed', paid_until: '2025-08-31' });
  expect(ids(selectListedMemberships([old, held()], today))).toEqual(['a']);
});

test('of a person’s expired memberships, only the latest is listed', () => {
  const before = held({ id: 'before', status: 'lapsed', paid_until: '2024-08-31' });
  const last = held({ id: 'last', status: 'cancelled', paid_until: '2025-08-31' });
  expect(ids(selectListedMemberships([before, last], today))).toEqual(['last']);
});

test('a person whom a member pays for is listed separately, and only once even if one of two rows lacks an accent', () => {
  const pip = held({ id: 'pip', name: 'Zoë Hale', payer: 'Ruth Calloway' });
  const again = held({ id: 'again', name: 'Zoe Hale', payer: 'Ruth Calloway', status: 'lapsed' });
  expect(ids(selectListedMemberships([held(), pip, again], today))).toEqual(['a', 'pip']);
});

test('rows with the same name and address are one person, and rows without an address are separate people', () => {
  const paper = (own: Partial<MembershipListRow>) =>
    held({ user_id: '', name: 'Nan Ford', email: 'nan@ford.example', ...own });
  const old = paper({ id: 'old', plan_id: 'patron', status: 'lapsed', paid_until: '2025-08-31' });
  const now = paper({ id: 'now', email: 'Nan@Ford.example' });
  const tim = paper({ id: 'tim', name: 'Tim Ford', status: 'lapsed', paid_until: '2025-08-31' });
  const namesakes = ['one', 'two'].map((id) => paper({ id, email: '', status: 'lapsed' }));
  expect(ids(selectListedMemberships([old, now, tim, ...namesakes], today))).toEqual(['now', 'tim', 'one', 'two']);
});

test('a cancelled membership is current until the end of its paid year', () => {
  expect(isCurrentMembership(held({ status: 'cancelled', paid_until: today }), today)).toBe(true);
  expect(isCurrentMembership(held({ status: 'cancelled', paid_until: '2026-11-20' }), today)).toBe(false);
});

test('a family is listed together, with the payer first, in ascending and descending order', () => {
  const pip = held({ id: 'pip', name: 'Ada Calloway', payer: 'Ruth Calloway' });
  const dee = held({ id: 'dee', name: 'Dee Abbot', user_id: 'dee', key: 'abbot dee' });
  expect(ids(sortMemberships([pip, held(), dee], { by: 'name', descending: false }))).toEqual(['dee', 'a', 'pip']);
  expect(ids(sortMemberships([pip, held(), dee], { by: 'name', descending: true }))).toEqual(['a', 'pip', 'dee']);
});
