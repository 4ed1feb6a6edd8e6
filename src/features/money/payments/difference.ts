/** A difference between our record of a payment and Square's list. */
export interface PaymentDifference {
  what: 'unknown here' | 'unknown there' | 'amount' | 'fee' | 'status';
  /** Pence. */
  ours: number | null;
  theirs: number | null;
}
