/** Contributions of several features, in the order of their places; of equals the first comes first. */
export const inOrder = <Placed extends { order: number }>(all: readonly Placed[]): Placed[] =>
  all.toSorted((a, b) => a.order - b.order);
