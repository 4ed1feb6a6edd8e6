import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HouseSeatsPanel } from './house-seats.tsx';

test('house seats with one reason but different release times are listed as separate groups', () => {
  const press = (release: number) => ({ kind: '', reason: 'the press', release }) as const;
  const marks = { A1: press(0), A2: press(0), B1: press(60) };
  const drawn = renderToString(<HouseSeatsPanel marks={marks} onChange={() => undefined} />);
  expect(drawn.match(/<b>[^<]*<\/b>/g)).toEqual(['<b>A1, A2</b>', '<b>B1</b>']);
});
