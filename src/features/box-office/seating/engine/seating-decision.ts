/** The seats of a party, and why these. */
export interface SeatingDecision {
  ref: string;
  name: string;
  /** The seats that it was given now. */
  seats: string[];
  /** In a sentence, without its name. */
  says: string;
}
