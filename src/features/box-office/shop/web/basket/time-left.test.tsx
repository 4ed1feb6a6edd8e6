import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HoldTimeLeft } from './time-left.tsx';

const isUrgent = (seconds: number) =>
  renderToString(<HoldTimeLeft until="2027-04-21T19:30:00+01:00" seconds={seconds} />).includes('data-urgent');

test('the time left in a basket is marked as urgent in its last two minutes only', () => {
  expect(isUrgent(600)).toBe(false);
  expect(isUrgent(121)).toBe(false);
  expect(isUrgent(120)).toBe(true);
});
