import { expect, test } from 'vitest';
import { type MembershipFacts, membershipNudge } from './membership-nudge.ts';

const good = { expired: false, expired_now: false };
const held: MembershipFacts = {
  ...{ plan: 'Full member', name: '', status: 'active', renews_on: '2027-09-01', grace_until: undefined, card: good },
};

test.each([
  ['renews with a good card', {}, '2027-08-31', undefined],
  ['is due and about to be charged', { status: 'due' }, '2027-09-01', undefined],
  ['is cancelled', { status: 'cancelled', card: undefined }, '2027-08-31', undefined],
  ['has no card, months before', { card: undefined }, '2027-08-01', undefined],
  [
    'has no card, a month before',
    { card: undefined },
    '2027-08-02',
    'is paid until 31 August 2027, and no card renews it.',
  ],
  ['has no card and is due', { card: undefined, status: 'due' }, '2027-09-01', 'and is due now.'],
  ['has a card that expires, long before', { card: { expired: true, expired_now: false } }, '2027-03-01', undefined],
  [
    'has a card that expires, soon',
    { card: { expired: true, expired_now: false } },
    '2027-07-10',
    'its card expires before.',
  ],
  [
    'has a card that has expired',
    { card: { expired: true, expired_now: true } },
    '2027-03-01',
    'its card has expired.',
  ],
  [
    'is in grace',
    { status: 'grace', grace_until: '2027-09-14' },
    '2027-09-03',
    'Pay by 14 September 2027, or it lapses.',
  ],
  ['has just lapsed', { status: 'lapsed' }, '2027-11-29', 'lapsed: it was paid until 31 August 2027.'],
  ['lapsed long ago', { status: 'lapsed' }, '2027-11-30', undefined],
] as [string, Partial<MembershipFacts>, string, string | undefined][])(
  'a membership that %s',
  (_, own, today, text) => {
    const nudge = membershipNudge({ ...held, ...own }, today);
    if (text === undefined) expect(nudge).toBeUndefined();
    else expect(nudge).toContain(text);
  },
);

test('a nudge about somebody else’s membership says whose it is', () => {
  expect(membershipNudge({ ...held, name: 'Pip', status: 'lapsed' }, '2027-09-20')).toContain('The membership of Pip');
});
