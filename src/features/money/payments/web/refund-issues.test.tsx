import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import type { RefundIssue } from '../contract.ts';
import { EndSubscriptionField, RefundIssues } from './refund-issues.tsx';

const refused = (number: number): RefundIssue => ({
  ...{ id: `refund${number}`, kind: 'refused', date: '2026-11-25', says: `Order ${number} was refused.`, todo: 'Try.' },
  ...{
    square_id: '',
    amount: 2400,
    order_link: `/members/bookings/order/${number}`,
    can_record: false,
    can_settle: true,
    can_dismiss: false,
  },
  of_subscription: false,
  paid_year: null,
});

/** Renders `count` refused refunds, followed by `others` other list items. */
const render = (count: number, { others = 0, links = false } = {}) =>
  renderElementAt(
    '/members/bookings/attention',
    <RefundIssues links={links} issues={Array.from({ length: count }, (_, index) => refused(index + 1))}>
      {Array.from({ length: others }, (_, index) => `Other ${index + 1}.`).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </RefundIssues>,
  );

test('a page with dozens of refund issues collapses those after the twentieth', () => {
  const html = render(45, { others: 3 });
  expect(html.match(/<li/g)).toHaveLength(48);
  expect(html).toMatch(/<summary>28 more<\/summary>/);
  const [before = '', fold = ''] = html.split('<details');
  expect(before).toContain('Order 20 was refused.');
  expect(before).not.toContain('Order 21 was refused.');
  expect(fold).toContain('Order 45 was refused.');
  expect(fold).toContain('Other 3.');
});

test('a page with twenty refund issues collapses none', () => {
  expect(render(20)).not.toContain('<details');
});

test('a refund issue links to its order only if links are requested', () => {
  expect(render(1, { links: true })).toContain('href="/members/bookings/order/1"');
  expect(render(1)).not.toContain('Open order');
});

test('a refused refund has a single button, which settles it', () => {
  const html = render(1);
  expect(html.match(/<button/g)).toHaveLength(1);
  expect(html).toMatch(/Settle (<!-- -->)?£24\.00/);
});

test('the field that ends a subscription names the paid year and the day of its early end', () => {
  const ask = (has_begun: boolean) => {
    const year = { from: '2026-09-01', until: '2027-08-31', has_begun } as const;
    return renderToString(<EndSubscriptionField year={year} error={undefined} />).replaceAll('<!-- -->', '');
  };
  expect(ask(true)).toContain('This paid for 1 September 2026 to 31 August 2027.');
  expect(ask(true)).toContain('Keep it until 31 August 2027');
  expect(ask(true)).toContain('End it today');
  expect(ask(false)).toContain('This paid for 1 September 2026 to 31 August 2027, a year that hasn’t begun.');
  // The option's label is short, because a phone shows only about thirty characters
  expect(ask(false)).toContain('>End it on 31 August 2026<');
});
