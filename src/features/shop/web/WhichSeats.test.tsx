import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import { WhichSeats } from './WhichSeats.tsx';

/** What is said above the plan of two rows, of which all but B1 to B4 are taken, to a party of so many. */
function saidTo(count: number, typed: Record<string, string> = {}): string {
  const taken = Array.from({ length: 12 }, (_, at) => `A${at + 1}`).concat(
    Array.from({ length: 8 }, (_, at) => `B${at + 5}`),
  );
  const plan = { rowCount: 2, hiddenSeats: [], taken, kinds: {} };
  const page = { performance: { wheelchair_spaces: 0 }, plan, typed } as unknown as Page<'choose_tickets'>;
  const html = renderToString(<WhichSeats page={page} count={count} errors={{}} />);
  const [, said = ''] = /<p role="status">(.*?)<\/p>/s.exec(html) ?? [];
  return said.replaceAll(/<[^>]*>/g, '');
}

test('above the plan stands what to do, which seats they would have, or that there are too few', () => {
  expect(saidTo(0)).toBe('Say first how many you are, then press a seat.');
  expect(saidTo(2)).toMatch(/^B\d, B\d: the best that are free at this moment\./);
  expect(saidTo(1)).toMatch(/^B\d: the best that is free at this moment\./);
  expect(saidTo(5)).toMatch(/^There aren’t as many seats left for you\./);
  expect(saidTo(2, { seats: 'plan' })).toBe('No seat chosen. 2 more to choose.');
});
