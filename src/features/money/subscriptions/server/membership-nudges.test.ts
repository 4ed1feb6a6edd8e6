import { expect, test } from 'vitest';
import { formatMembershipPrompt, type MembershipFacts } from './membership-nudges.ts';

const validCard = { expired: false, expired_now: false };
const held: MembershipFacts = {
  plan: 'Full member',
  name: '',
  status: 'active',
  renews_on: '2027-09-01',
  grace_until: undefined,
  card: validCard,
};

test.each([
  ['renews with a valid card needs no nudge', {}, '2027-08-31', undefined],
  ['is due and about to be charged needs no nudge', { status: 'due' }, '2027-09-01', undefined],
  ['is cancelled needs no nudge', { status: 'cancelled', card: undefined }, '2027-08-31', undefined],
  ['has no card needs no nudge 31 days before it renews', { card: undefined }, '2027-08-01', undefined],
  [
    'has no card is mentioned from 30 days before it renews',
    { card: undefined },
    '2027-08-02',
    'is paid until 31 August 2027, and there is no card to renew it with.',
  ],
  ['has no card and is due is mentioned', { card: undefined, status: 'due' }, '2027-09-01', 'and is due now.'],
  [
    'has a card that will expire needs no nudge months before',
    { card: { expired: true, expired_now: false } },
    '2027-03-01',
    undefined,
  ],
  [
    'has a card that will expire is mentioned from 60 days before it renews',
    { card: { expired: true, expired_now: false } },
    '2027-07-10',
    'its card will have expired by then.',
  ],
  [
    'has an expired card is mentioned at once',
    { card: { expired: true, expired_now: true } },
    '2027-03-01',
    'its card has expired.',
  ],
  [
    'is in grace is mentioned with the last day to pay',
    { status: 'grace', grace_until: '2027-09-14' },
    '2027-09-03',
    'Pay by 14 September 2027, or it lapses.',
  ],
  [
    'has lapsed is mentioned while it can be reinstated',
    { status: 'lapsed' },
    '2027-11-29',
    'has lapsed: it was paid until 31 August 2027.',
  ],
  ['lapsed too long ago needs no nudge', { status: 'lapsed' }, '2027-11-30', undefined],
] as [string, Partial<MembershipFacts>, string, string | undefined][])(
  'on the dashboard, a membership that %s',
  (_, own, today, text) => {
    const nudge = formatMembershipPrompt({ ...held, ...own }, today);
    if (text === undefined) expect(nudge).toBeUndefined();
    else expect(nudge).toContain(text);
  },
);

test('a reminder on the dashboard about another person’s membership names that person', () => {
  expect(formatMembershipPrompt({ ...held, name: 'Pip', status: 'lapsed' }, '2027-09-20')).toContain(
    'The membership of Pip',
  );
});
