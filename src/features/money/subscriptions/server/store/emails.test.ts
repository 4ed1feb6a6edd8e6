import { expect, test } from 'vitest';
import { composeOfflineReceiptEmail } from './emails.ts';

const paid = {
  ...{ firstname: 'Tunde', siteName: 'Lanternside Players', plan: 'Full member', name: '', pence: 2500, donation: 0 },
  ...({ by: 'cash', paidOn: '2026-11-20', renewsOn: '2027-09-01', cancelled: false } as const),
};

test('a receipt for cash says that the stored card pays for the next year or, without a card, when that year is due', () => {
  expect(composeOfflineReceiptEmail({ ...paid, byCard: true }).text).toContain('renews with the card you’ve given us');
  expect(composeOfflineReceiptEmail(paid).text).toContain('It is due again on 1 September 2027.');
});

test('a receipt for a subscription with a donation states the total and both parts', () => {
  expect(composeOfflineReceiptEmail({ ...paid, donation: 500 }).text).toContain(
    'You paid £30.00 in cash on 20 November 2026: £25.00 for Full member, until 31 August 2027, and £5.00 as a donation.',
  );
});
