/**
 * The kind of entry: a payment (`charge`), a refund or a lost dispute (`refund`), or a fee that Square deducted
 * (`fee`).
 */
export type EntryKind = 'charge' | 'refund' | 'fee';

/**
 * Labels of payment methods. `card` is a card payment through Square, `card_machine` a payment on the society's own
 * card machine.
 */
export const paymentSourceLabels = {
  card: 'Card',
  card_machine: 'Card machine',
  cash: 'Cash',
  transfer: 'Bank transfer',
  cheque: 'Cheque',
} as const;
export type PaymentSource = keyof typeof paymentSourceLabels;
export const paymentSources = [
  'card',
  'card_machine',
  'cash',
  'transfer',
  'cheque',
] as const satisfies readonly PaymentSource[];

/** Payment methods other than Square. Somebody records these payments, and makes their refunds, by hand. */
export const manualPaymentSources = [
  'cash',
  'card_machine',
  'transfer',
  'cheque',
] as const satisfies readonly PaymentSource[];
export type ManualPaymentSource = (typeof manualPaymentSources)[number];

/** Payment methods in a sentence, after "paid" or "refunded". */
export const manualPaymentSourcePhrases = {
  cash: 'in cash',
  card_machine: 'by card, on our card machine',
  transfer: 'by bank transfer',
  cheque: 'by cheque',
} as const;

/**
 * The environment of a payment. Only production moves the society's money. Practice moves none, and the sandbox moves
 * Square's test money.
 */
export type PaymentEnvironment = 'practice' | 'sandbox' | 'production';

/**
 * Kinds of other income, mostly from front-of-house sales. The texts are fixed, so that nobody can enter a person's
 * name in the ledger.
 */
export const frontOfHouseItems = [
  'Programmes',
  'Refreshments',
  'Raffle',
  'Donations',
  'Hire',
  'Something else',
] as const;
export type FrontOfHouseItem = (typeof frontOfHouseItems)[number];

/**
 * The subject of an entry. `label` is the subject's name at the time of the entry, such as the plan's name or the
 * show's title.
 */
export type EntrySubject =
  | { about: 'subscription'; plan_id: string; label: string }
  | { about: 'tickets'; show_id: string; label: string }
  /** `show_id` is "" unless the item was sold at a show. */
  | { about: 'front_of_house'; show_id: string; label: FrontOfHouseItem };

/**
 * Returns true if the treasurer can reverse the entry. Card payments are refunded instead. Reversals, reversed entries
 * and payments with refunds can't be reversed.
 */
export const canReverseEntry = (entry: {
  source: PaymentSource;
  corrects: string | null;
  corrected: boolean;
  /** The pence refunded. */
  refunded: number;
}): boolean => entry.source !== 'card' && entry.corrects === null && !entry.corrected && entry.refunded === 0;
