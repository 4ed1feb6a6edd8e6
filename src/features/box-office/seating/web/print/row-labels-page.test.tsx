import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import RowLabelsPage from './row-labels-page.tsx';

const pageOf = (rowCount: number, hiddenSeats: string[]): Page<'row_labels'> => ({
  ...{ type: 'row_labels', title: 'Row labels', id: 'a', show: { id: 'b', title: 'Blithe Spirit' }, cancelled: false },
  ...{ date: '2027-04-14T19:30:00+01:00', layout: { rowCount, hiddenSeats, newSeats: 0, fullWidth: 12 } },
});

test('the page of row labels counts labels and sheets, and prints nothing for a plan without seats', () => {
  const row = Array.from({ length: 12 }, (_, index) => `A${index + 1}`);
  expect(renderToString(<RowLabelsPage page={pageOf(5, [])} />)).toContain(
    '10 labels on 2 sheets of A4 landscape: one for each end of each row.',
  );
  expect(renderToString(<RowLabelsPage page={pageOf(1, row.slice(6))} />)).toContain(
    'One label on one sheet of A4 landscape: one for each end of each row.',
  );
  expect(renderToString(<RowLabelsPage page={pageOf(5, [])} />)).not.toContain('Cancelled');
  expect(renderToString(<RowLabelsPage page={{ ...pageOf(5, []), cancelled: true }} />)).toContain('Cancelled');
  const empty = renderToString(<RowLabelsPage page={pageOf(1, row)} />);
  expect(empty).toContain('No seats to label');
  expect(empty).not.toContain('Print</button>');
});
