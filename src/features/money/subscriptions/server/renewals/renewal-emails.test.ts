import { expect, test } from 'vitest';
import { formatDecline } from '#features/money/payments/cards.ts';
import {
  composeCardDeclinedEmail,
  composeMembershipLapsedEmail,
  composeRenewalPaymentReminderEmail,
  composeRenewalReminderEmail,
} from './renewal-emails.ts';

const renewal = {
  ...{ firstname: 'Tunde', siteName: 'Lanternside Players', plan: 'Full member', name: '', pence: 2500 },
  ...{ renewsOn: '2027-09-01', chargedOn: '2027-09-01', card: 'Visa ending in 1111', link: 'https://players.example/' },
};

test('a reminder of a renewal asks for another card only if the stored card will have expired', () => {
  const text = (expired: boolean) => composeRenewalReminderEmail({ ...renewal, byCard: true, expired }).text;
  expect(text(false)).toContain('You don’t need to do anything.');
  expect(text(true)).toContain('That card will have expired by then, so please give us another one first.');
  expect(text(true)).not.toContain('You don’t need to do anything.');
});

test('a reminder to pay says that there is no card only if the society takes cards', () => {
  const text = (byCard: boolean) => composeRenewalPaymentReminderEmail({ ...renewal, byCard, isLate: false }).text;
  expect(text(true)).toContain('is due on 1 September 2027. We don’t have a card to charge for it.');
  expect(text(false)).not.toContain('have a card');
});

test('the email about a declined card names only the last day to pay if the society no longer takes cards', () => {
  const text = (byCard: boolean, next: string | undefined) =>
    composeCardDeclinedEmail({ ...renewal, byCard, next, reason: formatDecline('CARD_EXPIRED'), until: '2027-09-14' })
      .text;
  expect(text(true, '2027-09-06')).toContain('We’ll try this card again on 6 September 2027. You can pay with another');
  expect(text(true, undefined)).toContain('We won’t try this card again. Please pay with another one by 14 September');
  for (const next of ['2027-09-06', undefined]) {
    expect(text(false, next)).toContain('Please pay for the year by 14 September 2027, or the membership will lapse.');
    expect(text(false, next)).not.toMatch(/another card|another one|this card/);
  }
});

test('the email about a lapse offers to start again only if the society takes cards and the plan is open', () => {
  const text = (byCard: boolean, isPlanOpen: boolean) =>
    composeMembershipLapsedEmail({ ...renewal, byCard, isPlanOpen, until: undefined, today: '2027-12-01' }).text;
  expect(text(true, true)).toContain('you can start it again under Manage Membership in your account settings.');
  expect(text(true, false)).toContain('If you’d like to rejoin, please ask the treasurer.');
  expect(text(false, true)).toContain('If you’d like to rejoin, please ask the treasurer.');
});
