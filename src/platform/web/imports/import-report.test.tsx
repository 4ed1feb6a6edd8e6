import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { clampPageStart, ImportReport } from './import-report.tsx';

test('a report on an import lists fifty rejected rows, and says how many more there are', () => {
  const refused = Array.from({ length: 1051 }, (_, index) => ({ line: index + 2, column: 'Date', reason: 'No date' }));
  const html = renderToString(
    <ImportReport
      refused={refused}
      refusedTitle="1,051 rows are left out"
      rejectedCsv="Date"
      unused={[]}
      columns={[]}
      rows={[]}
      isDryRun
    />,
  ).replaceAll('<!-- -->', '');
  expect(html).toContain('<li>Line 51, Date: No date</li><li>and 1,001 more</li>');
  expect(html).not.toContain('Line 52');
});

test('a report that has only the first remarks and rows says how many there are altogether', () => {
  const notes = Array.from(
    { length: 200 },
    (_, at) => ({ line: at + 2, column: 'Cast', kind: 'read', reason: 'Why' }) as const,
  );
  const html = renderToString(
    <ImportReport
      {...{ refused: [], refusedTitle: '', rejectedCsv: '', unused: [], columns: ['Title'], isDryRun: true }}
      notes={notes}
      noteTotals={{ skipped: 0, check: 0, read: 1234 }}
      rows={[{ line: 2, cells: ['Thark'], outcome: 'Added' }]}
      rowsTotal={9000}
    />,
  ).replaceAll('<!-- -->', '');
  expect(html).toContain('<li>Line 51, Cast: Why</li><li>and 1,184 more</li>');
  expect(html).toContain('These are the first 1 of 9,000 rows.');
});

test('the third page of a preview becomes the last page if the next preview has too few rows for three pages', () => {
  const rows = [250, 200, 101, 100, 3, 0];
  expect(rows.map((count) => clampPageStart(200, count))).toEqual([200, 100, 100, 0, 0, 0]);
});
