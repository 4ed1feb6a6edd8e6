/** How our payments and Square's list differ over one of them. */
export interface Difference {
  what: 'unknown here' | 'unknown there' | 'amount' | 'fee' | 'status';
  /** Pence. */
  ours: number | null;
  theirs: number | null;
}
