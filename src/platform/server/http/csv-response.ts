import { csvForSpreadsheets } from '../formats/csv.ts';
import type { FreshResponse } from './response-cache.ts';

/** A moment on the society's clocks as every spreadsheet reads it: `2027-04-14 19:30`, or `…:05` with its seconds. */
export const csvMoment = (withOffset: string, to: 'minute' | 'second' = 'minute'): string =>
  withOffset.slice(0, to === 'minute' ? 16 : 19).replace('T', ' ');

/** A table as a file for spreadsheets; the first row names the columns. Never cached, since it is for one visitor. */
export const csvAnswer = (filename: string, rows: readonly string[][]): FreshResponse => ({
  status: 200,
  contentType: 'text/csv; charset=utf-8',
  body: csvForSpreadsheets(rows),
  headers: { 'content-disposition': `attachment; filename="${filename}"`, 'cache-control': 'no-store' },
});
