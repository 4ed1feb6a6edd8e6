import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SeatRow } from './seat-grid.tsx';

test('a row whose seats are all hidden is marked as hidden next to its letter', () => {
  const pressed = { pointed: '', active: '', opened: '', block: [] };
  const drawn = renderToString(
    <SeatRow letters="C" seats={Array.from({ length: 12 }, () => undefined)} {...pressed} />,
  );
  expect(drawn).toMatch(/C<span[^>]*>No seats: this row is hidden<\/span>/);
});
