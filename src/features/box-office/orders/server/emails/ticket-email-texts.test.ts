import { expect, test } from 'vitest';
import { composeTicketEmail, type EmailPerformance } from './ticket-email-texts.ts';

const performance: EmailPerformance = {
  ...{ show: 'Blithe Spirit', venue: '', starts_at: '2027-04-14T19:30:00+01:00', doors_at: '', kept_until: '' },
  ...{ tickets: '2 Adult', seats: '' },
};
const data = {
  ref: 7,
  due: 0,
  paid: 2400,
  refunded: 0,
  refund_pending: 0,
  news: [],
  link: '',
  ask: 'the box office',
  siteName: 'Lanternside Players',
};

test('a confirmation describes its attachments, for one performance and for several performances', () => {
  const of = (...performances: EmailPerformance[]) =>
    composeTicketEmail('confirmation', { ...data, performances }).text;
  expect(of(performance)).toContain('The other file is an entry for your calendar.');
  expect(of(performance, { ...performance, starts_at: '2027-04-15T19:30:00+01:00' })).toContain(
    'The other files are entries for your calendar.',
  );
});
