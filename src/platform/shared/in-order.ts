/** What several features hand in, in the order that each gives its own a place in; of equals the first comes first. */
export const inOrder = <Placed extends { order: number }>(all: readonly Placed[]): Placed[] =>
  all.toSorted((a, b) => a.order - b.order);
