/** The number of tickets or labels on a sheet of A4, three by three. */
export const itemsPerSheet = 9;

/** Splits printed items into sheets. */
export const splitIntoSheets = <One>(things: readonly One[]): One[][] =>
  Array.from({ length: Math.ceil(things.length / itemsPerSheet) }, (_, at) =>
    things.slice(at * itemsPerSheet, (at + 1) * itemsPerSheet),
  );
