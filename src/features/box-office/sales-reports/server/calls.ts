import { findShowToManage } from '#features/box-office/performances/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { createCsvResponse, formatCsvDateTime } from '#platform/server/http/response/csv-response.ts';
import { ok } from '#platform/server/http/routes/call.ts';
import { formatPounds } from '#platform/shared/money.ts';
import { getShowSales } from '../contract.ts';
import { retainedName } from '../performance-sales.ts';
import { loadSalesResults } from './results.ts';

const access = mayUse('bookings');

const heads = [
  'performance',
  'type',
  'price',
  'quantity',
  'discounts',
  'total',
  'seats',
  'reserved',
  'refunds',
  'retained',
  'given away',
  'sold elsewhere',
];

/** @throws Refusal 404 that names the field */
const unknownShow = (field = 'showID') =>
  refuse(404, 'There is no such show. Choose one of the list.', { [field]: 'There is no show with this id.' });

/** The sales for a show: on the screen, for other clients and as a spreadsheet. */
export function salesCalls({ call, resource }: Platform, { environment }: Services): void {
  call(getShowSales, { access }, async ({ body, db, now }) => {
    const results = (await loadSalesResults(db, body.showID, { environment, now })) ?? unknownShow();
    return ok(`Sales for ${results.showTitle}.`, { results });
  });

  resource('/members/bookings/sales.csv', { access, query: ['show'] }, async ({ db, query, today, now }) => {
    const wanted = query.get('show') || (await findShowToManage(db, { today, now }));
    if (wanted === undefined) return createCsvResponse('sales.csv', [heads]);
    const { performances } = (await loadSalesResults(db, wanted, { environment, now })) ?? unknownShow('show');
    const lines = performances.flatMap(({ date, capacity, kept, comps, elsewhere, lines: sold, retained }) => {
      const returned = { type: retainedName, pence: 0, count: 0, discounts: 0, refunds: 0, total: 0, retained };
      return [...sold.map((line) => ({ ...line, retained: 0 })), ...(retained > 0 ? [returned] : [])].map((line) => [
        ...[
          formatCsvDateTime(date),
          line.type,
          formatPounds(line.pence),
          `${line.count}`,
          formatPounds(line.discounts),
        ],
        ...[
          formatPounds(line.total),
          `${capacity}`,
          `${kept}`,
          formatPounds(line.refunds),
          formatPounds(line.retained),
          `${comps}`,
          formatPounds(elsewhere),
        ],
      ]);
    });
    return createCsvResponse('sales.csv', [heads, ...lines]);
  });
}
