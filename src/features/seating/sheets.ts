/** So many tickets or labels a sheet of A4 holds, three by three. */
export const perSheet = 9;

/** What is printed, sheet by sheet. */
export const sheetsOf = <One>(things: readonly One[]): One[][] =>
  Array.from({ length: Math.ceil(things.length / perSheet) }, (_, at) =>
    things.slice(at * perSheet, (at + 1) * perSheet),
  );
