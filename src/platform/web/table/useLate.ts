import { useEffect } from 'react';
import { isRequested, type TableRules, type TableState } from '#platform/shared/table.ts';
import { refreshPage, useLocation } from '../navigation/index.ts';

/** The address runs ahead of the rows: a choice changes it, and so does Back. Then they are fetched; until then it is true. */
export function useLate(rules: TableRules, table: TableState): boolean {
  const { query } = useLocation();
  const late = isRequested(rules, table, query) ? null : `${query}`;
  useEffect(() => {
    if (late !== null) void refreshPage();
  }, [late]);
  return late !== null;
}
