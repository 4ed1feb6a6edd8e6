/** The kind of entry: money that was paid, that was refunded, or that Square kept. */
export type EntryKind = 'charge' | 'refund' | 'fee';

/** Labels of payment methods: `card` through Square, `card_machine` by a card on the society's own card machine. */
export const sourceNames = {
  card: 'Card',
  card_machine: 'Card machine',
  cash: 'Cash',
  transfer: 'Bank transfer',
  cheque: 'Cheque',
} as const;
export type PaymentSource = keyof typeof sourceNames;
export const sources = [
  'card',
  'card_machine',
  'cash',
  'transfer',
  'cheque',
] as const satisfies readonly PaymentSource[];

/** Payments that Square didn't make: a person records them, and makes their refunds. */
export const manualSources = ['cash', 'card_machine', 'transfer', 'cheque'] as const satisfies readonly PaymentSource[];
export type ManualSource = (typeof manualSources)[number];

/** The same in a sentence, after "paid" or "refunded". */
export const manualSourcePhrases = {
  cash: 'in cash',
  card_machine: 'by card, on our card machine',
  transfer: 'by bank transfer',
  cheque: 'by cheque',
} as const;

/**
 * The owner of the money. It is the society's own only in production: practice moves none, and the sandbox moves
 * Square's test money.
 */
export type PaymentEnvironment = 'practice' | 'sandbox' | 'production';

/**
 * Other income, mostly from front-of-house sales. The words are fixed, so that no name gets into the ledger through
 * them.
 */
export const frontOfHouse = ['Programmes', 'Refreshments', 'Raffle', 'Donations', 'Hire', 'Something else'] as const;
export type FrontOfHouse = (typeof frontOfHouse)[number];

/** The subject of an entry. `label` is its name at that time: the plan's name, the show's title. */
export type EntrySubject =
  | { about: 'subscription'; plan_id: string; label: string }
  | { about: 'tickets'; show_id: string; label: string }
  /** `show_id` if it was sold at a show, else "". */
  | { about: 'front_of_house'; show_id: string; label: FrontOfHouse };

/**
 * Returns true if the treasurer can reverse the entry. Card payments are refunded instead, and a refunded entry stays.
 */
export const canReverseEntry = (entry: {
  source: PaymentSource;
  corrects: string | null;
  corrected: boolean;
  /** Pence refunded of it. */
  refunded: number;
}): boolean => entry.source !== 'card' && entry.corrects === null && !entry.corrected && entry.refunded === 0;
