/** The number of tickets or labels on a sheet of A4, three by three. */
export const itemsPerSheet = 9;

/** Splits printed items into sheets of nine. */
export const splitIntoSheets = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / itemsPerSheet) }, (_, at) =>
    items.slice(at * itemsPerSheet, (at + 1) * itemsPerSheet),
  );
