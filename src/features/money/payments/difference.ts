/** How our record of a payment and Square's list differ. */
export interface Difference {
  what: 'unknown here' | 'unknown there' | 'amount' | 'fee' | 'status';
  /** Pence. */
  ours: number | null;
  theirs: number | null;
}
