import { expect, test } from 'vitest';
import { isMember, type Membership, selectCurrentMemberships, sortMemberships } from './members.ts';

const today = '2026-11-21';
const held = (own: Partial<Membership> = {}): Membership => ({
  ...{ id: 'a', name: 'Ruth Calloway', payer: '', user_id: 'ruth', plan_id: 'full', plan: 'Full member' },
  ...{ status: 'active', paid_until: '2027-08-31', grace_until: '', renews_on: '2027-09-01', paid_by: 'cash' },
  ...{
    by_card: false,
    part_paid: 0,
    can_cancel: false,
    email: '',
    phone: '',
    key: 'calloway ruth',
    written_on: '',
    greeting: 'Ruth',
    is_shut: false,
    ...own,
  },
});
const ids = (memberships: readonly Membership[]) => memberships.map(({ id }) => id);

test('who lapsed by one plan and is a member by another hasn’t lapsed', () => {
  const old = held({ id: 'old', plan_id: 'patron', status: 'lapsed', paid_until: '2025-08-31' });
  expect(ids(selectCurrentMemberships([old, held()], today))).toEqual(['a']);
});

test('of several expired memberships, the latest determines the status', () => {
  const before = held({ id: 'before', status: 'lapsed', paid_until: '2024-08-31' });
  const last = held({ id: 'last', status: 'cancelled', paid_until: '2025-08-31' });
  expect(ids(selectCurrentMemberships([before, last], today))).toEqual(['last']);
});

test('those that one member pays for are persons of their own, whatever a name’s accents', () => {
  const pip = held({ id: 'pip', name: 'Zoë Hale', payer: 'Ruth Calloway' });
  const again = held({ id: 'again', name: 'Zoe Hale', payer: 'Ruth Calloway', status: 'lapsed' });
  expect(ids(selectCurrentMemberships([held(), pip, again], today))).toEqual(['a', 'pip']);
});

test('on a list on paper too, who changed plans is one person by address and name, and others stay their own', () => {
  const paper = (own: Partial<Membership>) =>
    held({ user_id: '', name: 'Nan Ford', email: 'nan@ford.example', ...own });
  const old = paper({ id: 'old', plan_id: 'patron', status: 'lapsed', paid_until: '2025-08-31' });
  const now = paper({ id: 'now', email: 'Nan@Ford.example' });
  const tim = paper({ id: 'tim', name: 'Tim Ford', status: 'lapsed', paid_until: '2025-08-31' });
  const namesakes = ['one', 'two'].map((id) => paper({ id, email: '', status: 'lapsed' }));
  expect(ids(selectCurrentMemberships([old, now, tim, ...namesakes], today))).toEqual(['now', 'tim', 'one', 'two']);
});

test('what was cancelled lasts as long as it is paid', () => {
  expect(isMember(held({ status: 'cancelled', paid_until: today }), today)).toBe(true);
  expect(isMember(held({ status: 'cancelled', paid_until: '2026-11-20' }), today)).toBe(false);
});

test('a family stands together, who pays first, in either order', () => {
  const pip = held({ id: 'pip', name: 'Ada Calloway', payer: 'Ruth Calloway' });
  const dee = held({ id: 'dee', name: 'Dee Abbot', user_id: 'dee', key: 'abbot dee' });
  expect(ids(sortMemberships([pip, held(), dee], { by: 'name', descending: false }))).toEqual(['dee', 'a', 'pip']);
  expect(ids(sortMemberships([pip, held(), dee], { by: 'name', descending: true }))).toEqual(['a', 'pip', 'dee']);
});
