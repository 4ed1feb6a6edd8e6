import { yieldToEventLoop } from '../../background/event-loop.ts';
import { formatCsv, formatCsvRows } from '../../formats/csv.ts';
import type { FreshResponse } from './response-cache.ts';

/**
 * Formats an instant (ISO 8601 with an offset) as local time, in a form that every spreadsheet reads: `2027-04-14
 * 19:30`, or with seconds `2027-04-14 19:30:05`.
 */
export const formatCsvDateTime = (withOffset: string, to: 'minute' | 'second' = 'minute'): string =>
  withOffset.slice(0, to === 'minute' ? 16 : 19).replace('T', ' ');

/** The number of rows formatted in one turn of the event loop, which takes a few milliseconds. */
const batchSize = 500;

/**
 * Returns a table as a file for spreadsheets; the first row names the columns. Other work gets a turn of the event loop
 * while a long table is formatted. The response is never cached, because it is for one visitor.
 */
export async function createCsvResponse(
  filename: string,
  rows: Iterable<string[]> | AsyncIterable<string[]>,
): Promise<FreshResponse> {
  let body = formatCsv([]);
  let batch: string[][] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < batchSize) continue;
    body += formatCsvRows(batch);
    batch = [];
    await yieldToEventLoop();
  }
  return {
    status: 200,
    contentType: 'text/csv; charset=utf-8',
    body: body + formatCsvRows(batch),
    headers: { 'content-disposition': `attachment; filename="${filename}"`, 'cache-control': 'no-store' },
  };
}
