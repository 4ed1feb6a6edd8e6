/** Seats of a row; the aisle lies between the sixth and the seventh. */
export const seatsPerRow = 12 as const;

/** Returns the capacity: the number of seats of its plan, unless a number is set. */
export const capacityOf = (performance: {
  capacity: number | null;
  row_count: number;
  hidden_seats: readonly string[];
}): number => performance.capacity ?? performance.row_count * seatsPerRow - performance.hidden_seats.length;
