import { csvForSpreadsheets } from '../formats/csv.ts';
import type { FreshResponse } from './response-cache.ts';

/** A table as a file for spreadsheets; the first row names the columns. Never cached: it is for whoever asked. */
export const csvAnswer = (filename: string, rows: readonly string[][]): FreshResponse => ({
  status: 200,
  contentType: 'text/csv; charset=utf-8',
  body: csvForSpreadsheets(rows),
  headers: { 'content-disposition': `attachment; filename="${filename}"`, 'cache-control': 'no-store' },
});
