/** Returns the items sorted by `order` (stable). */
export const sortByOrder = <Placed extends { order: number }>(all: readonly Placed[]): Placed[] =>
  all.toSorted((a, b) => a.order - b.order);
