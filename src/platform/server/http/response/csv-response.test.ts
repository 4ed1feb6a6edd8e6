import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { formatCsv } from '../../formats/csv.ts';
import { createCsvResponse } from './csv-response.ts';

const rows = Array.from({ length: 20_000 }, (_, n) => [`${n}`, n % 3 === 0 ? '=1+1' : 'Ann "Lark", of\nLeeds', '']);

async function* readLater() {
  for (const row of rows) yield row;
}

test('a table of any length gives the same file whether its rows are loaded or streamed', async () => {
  for (const count of [0, 1, 499, 500, 501, 20_000]) {
    const { body } = await createCsvResponse('rows.csv', rows.slice(0, count));
    expect(body === formatCsv(rows.slice(0, count))).toBe(true);
  }
  const { body, ...answer } = await createCsvResponse('rows.csv', readLater());
  expect(body === formatCsv(rows)).toBe(true);
  expect(answer).toEqual({
    status: 200,
    contentType: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': 'attachment; filename="rows.csv"', 'cache-control': 'no-store' },
  });
});

test('formatting a long table yields to the event loop', async () => {
  for (const table of [rows, readLater()]) {
    let turns = 0;
    let isOver = false;
    const counting = (async () => {
      for (; !isOver; turns += 1) await setImmediate();
    })();
    await createCsvResponse('rows.csv', table);
    isOver = true;
    await counting;
    // Without pauses there would be only one turn, after all the work
    expect(turns).toBeGreaterThan(1);
  }
});
