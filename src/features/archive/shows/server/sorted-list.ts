export type Compare<Row> = (one: Row, other: Row) => number;

/** Above this number, rows are sorted together: that is quicker than inserting each. */
const mostPlaced = 100;

/** Returns a sorted list with rows removed and inserted. `compare` must be a total order. */
export function updateSortedList<Row>(
  rows: readonly Row[],
  { gone, come }: { gone: readonly Row[]; come: readonly Row[] },
  compare: Compare<Row>,
): readonly Row[] {
  if (gone.length + come.length > mostPlaced) {
    const without = new Set(gone);
    return [...rows.filter((row) => !without.has(row)), ...come].sort(compare);
  }
  const list = [...rows];
  for (const row of gone) list.splice(indexOf(row, list, compare), 1);
  for (const row of come) list.splice(indexOf(row, list, compare), 0, row);
  return list;
}

function indexOf<Row>(row: Row, rows: readonly Row[], compare: Compare<Row>): number {
  let [from, until] = [0, rows.length];
  while (from < until) {
    const middle = (from + until) >> 1;
    const there = rows[middle];
    if (there !== undefined && compare(there, row) < 0) from = middle + 1;
    else until = middle;
  }
  return from;
}
