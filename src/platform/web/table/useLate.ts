import { useEffect } from 'react';
import { isRequested, type TableRules, type TableState } from '#platform/shared/table.ts';
import { refreshPage, useLocation } from '../navigation/index.ts';

/**
 * Refetches the rows when the URL no longer matches the table (a filter, a sort, Back). Returns true until they arrive.
 */
export function useLate(rules: TableRules, table: TableState): boolean {
  const { query } = useLocation();
  const late = isRequested(rules, table, query) ? null : `${query}`;
  useEffect(() => {
    if (late !== null) void refreshPage();
  }, [late]);
  return late !== null;
}
