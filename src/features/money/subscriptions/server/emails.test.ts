import { expect, test } from 'vitest';
import { renderOfflineReceiptEmail } from './emails.ts';

const paid = {
  ...{ firstname: 'Tunde', siteName: 'Lanternside Players', plan: 'Full member', name: '', pence: 2500, donation: 0 },
  ...({ by: 'cash', paidOn: '2026-11-20', renewsOn: '2027-09-01', cancelled: false } as const),
};

test('a receipt for cash says that the next year is charged to a card where one is on file', () => {
  expect(renderOfflineReceiptEmail({ ...paid, byCard: true }).text).toContain('renews with the card you have given us');
  expect(renderOfflineReceiptEmail(paid).text).toContain('It is due again on 1 September 2027.');
});

test('a receipt for a subscription and a donation states the whole sum, and each part of it', () => {
  expect(renderOfflineReceiptEmail({ ...paid, donation: 500 }).text).toContain(
    'You paid £30.00 in cash on 20 November 2026: £25.00 for Full member, until 31 August 2027, and £5.00 as a donation.',
  );
});
