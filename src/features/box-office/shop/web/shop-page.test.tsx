import { expect, test } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import ShopPage from './shop-page.tsx';

const performance = (id: string, day: string, availability: { state: string; left: number }) => ({
  ...{ id, starts_at: `2027-04-${day}T19:30:00+01:00`, doors_at: '', notes: '', availability, cancelled: false },
  ...{ sale: { is: 'open', at: '' }, types: [{ id: 't', name: 'Adult', pence: 1250 }] },
});
const run = { first_date: '2027-04-21', date: '2027-04-23', first_date_precision: 'day', date_precision: 'day' };
const page = {
  ...{ type: 'shop', title: 'Tickets' },
  shows: [
    {
      ...{ id: 's', title: 'Hamlet', author: '', venue: '', link: '/x', poster: '/p', ...run },
      performances: [
        performance('a', '21', { state: 'plenty', left: 80 }),
        performance('b', '22', { state: 'few', left: 3 }),
        performance('c', '23', { state: 'out', left: 0 }),
      ],
    },
  ],
};

function renderRows(): string[] {
  const element = <ShopPage page={page as unknown as Page<'shop'>} />;
  const html = renderElementAt('/tickets', element, { page, site: { today: '2027-04-01' } });
  expect(html).toContain('Need a wheelchair space');
  return html.split(/<li[ >]/).slice(1);
}

test('each performance on sale shows its price and its availability', () => {
  const rows = renderRows();
  expect(rows).toHaveLength(3);
  for (const [at, words] of ['Available', '3 tickets left', 'Sold out'].entries()) {
    expect(rows[at]).toContain(`>${words}</p>`);
    expect(rows[at]).toContain('£12.50');
  }
});

test('with several performances on sale, no button to choose one of them has the accent colour', () => {
  const [first, second] = renderRows();
  for (const row of [first, second]) {
    expect(row).toContain('Choose tickets');
    expect(row).not.toContain('accent');
  }
});
