import { expect, test } from 'vitest';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import { SeatPicker, useSeatSelection } from './seat-picker.tsx';

/** A plan of two rows in which all seats but B1 to B4 are taken. */
const plan = {
  ...{ rowCount: 2, hiddenSeats: [], kinds: {} },
  taken: [
    ...Array.from({ length: 12 }, (_, at) => `A${at + 1}`),
    ...Array.from({ length: 8 }, (_, at) => `B${at + 5}`),
  ],
};

function Seats({ count, typed }: { count: number; typed: Record<string, string> }) {
  const seats = useSeatSelection({ plan, typed }, count);
  const performance = { sale: { is: 'open' as const, at: '2027-04-14T18:30:00+01:00' } };
  return seats && <SeatPicker performance={performance} seats={seats} errors={{}} />;
}

/** Returns the text above the plan for a party of this size. */
function renderSelectionText(count: number, typed: Record<string, string> = {}): string {
  const html = renderElementAt('/tickets/a', <Seats count={count} typed={typed} />, { site: { today: '2027-04-14' } });
  expect(html).toContain('but not after 6.30pm, when the sale ends.');
  const [, said = ''] = /<p[^>]* role="status">(.*?)<\/p>/s.exec(html) ?? [];
  return said.replaceAll(/<[^>]*>/g, '');
}

test('the text above the seating plan says what to do, or names the best seats', () => {
  expect(renderSelectionText(0)).toBe('Choose how many tickets first; we’ll mark the best seats here.');
  expect(renderSelectionText(2)).toMatch(/^B\d, B\d: the best seats available now, nearest the stage\./);
  expect(renderSelectionText(1)).toMatch(/^B\d: the best seat available now, nearest the stage\./);
  expect(renderSelectionText(5)).toMatch(/^There aren’t that many seats left\./);
  expect(renderSelectionText(2, { seats: 'plan' })).toMatch(/^B\d, B\d: the best seats available now/);
});
