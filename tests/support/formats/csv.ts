import { parse } from 'csv-parse/sync';

/** Adds up a column of pounds in a CSV file, and returns pence. */
export function sumColumn(csv: string, column: string): number {
  const rows = parse(csv, { columns: true, bom: true }) as Record<string, string>[];
  if (rows[0] && !(column in rows[0])) throw new Error(`There is no column “${column}”.`);
  return rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0);
}
