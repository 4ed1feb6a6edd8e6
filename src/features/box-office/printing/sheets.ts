/** The number of tickets or labels on a sheet of A4, three by three. */
export const itemsPerPrintedSheet = 9;

/** Splits printed items into sheets of nine. */
export const splitIntoPrintedSheets = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / itemsPerPrintedSheet) }, (_, at) =>
    items.slice(at * itemsPerPrintedSheet, (at + 1) * itemsPerPrintedSheet),
  );
