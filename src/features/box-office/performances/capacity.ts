/** The number of seats in a row. The aisle is between the sixth and the seventh seat. */
export const seatsPerRow = 12 as const;

/** Returns the capacity of a performance: the set number, or else the number of visible seats on its plan. */
export const getCapacity = (performance: {
  capacity: number | null;
  row_count: number;
  hidden_seats: readonly string[];
}): number => performance.capacity ?? performance.row_count * seatsPerRow - performance.hidden_seats.length;
