import { useEffect } from 'react';
import { matchesTableQuery, type TableRules, type TableState } from '#platform/shared/tables/table.ts';
import { refreshPage, useLocation } from '../navigation/index.ts';

/**
 * Refetches the rows when the URL no longer matches the table (after a filter, a sort or Back). Returns true until the
 * rows arrive.
 */
export function useTableRefetch(rules: TableRules, table: TableState): boolean {
  const { query } = useLocation();
  const late = matchesTableQuery(rules, table, query) ? null : `${query}`;
  useEffect(() => {
    if (late !== null) void refreshPage();
  }, [late]);
  return late !== null;
}
