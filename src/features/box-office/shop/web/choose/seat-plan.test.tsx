import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { toSeatPlan } from '../../seat-selection.ts';
import { SeatPlan } from './seat-plan.tsx';

const plan = toSeatPlan({ rowCount: 2, hiddenSeats: ['A4'], taken: ['A1', 'A2', 'A3'], kinds: {} });

/** Renders the plan, and returns the seat that Tab leads to. */
function findTabStop(chosen: readonly string[]): string | undefined {
  const html = renderToString(<SeatPlan plan={plan} chosen={chosen} onPress={() => {}} />);
  const stops = [...html.matchAll(/<button[^>]*data-seat="(\w+)"[^>]*tabindex="0"/gi)];
  expect(stops).toHaveLength(1);
  return stops[0]?.[1];
}

test('Tab moves the focus to the first of the visitor’s seats, otherwise to the first free seat', () => {
  expect(findTabStop(['B3', 'B4'])).toBe('B3');
  expect(findTabStop([])).toBe('A5');
});
