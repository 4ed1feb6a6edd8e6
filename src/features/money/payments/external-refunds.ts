/** The states of a dispute in which the money is lost for good. */
const lostStates = new Set(['LOST', 'ACCEPTED']);
/** The states in which the society keeps the money. */
const wonStates = new Set(['WON', 'INQUIRY_CLOSED']);

interface ExternalRefund {
  kind: 'refund' | 'dispute';
  /** Square's state of it. */
  state: string;
}

/** Returns true if the money has left for good, so that the ledger has to have it. */
export const isFinal = ({ kind, state }: ExternalRefund): boolean =>
  kind === 'refund' ? state === 'COMPLETED' : lostStates.has(state);

/** Returns true if it ended without money moving. */
export const isVoid = ({ kind, state }: ExternalRefund): boolean =>
  kind === 'refund' ? state === 'REJECTED' || state === 'FAILED' : wonStates.has(state);

/** Returns true if the society still has to respond to a dispute; otherwise it only has to wait. */
export const needsAnswer = ({ state }: Pick<ExternalRefund, 'state'>): boolean => state.endsWith('EVIDENCE_REQUIRED');

/** The reason why a disputed payment can't be refunded. */
export const disputedReason = 'The cardholder disputes this payment, so a refund now could pay them twice.';

/** Reasons why a cardholder disputes a payment, by Square's code. */
const disputeReasons: Readonly<Record<string, string>> = {
  AMOUNT_DIFFERS: 'the amount isn’t the one they agreed to',
  CANCELLED: 'they had cancelled',
  DUPLICATE: 'they were charged twice',
  NO_KNOWLEDGE: 'they don’t know the payment',
  NOT_AS_DESCRIBED: 'it wasn’t what was described',
  NOT_RECEIVED: 'they didn’t get what they paid for',
  PAID_BY_OTHER_MEANS: 'they had paid in another way',
  CUSTOMER_REQUESTS_CREDIT: 'they were promised a refund',
  EMV_LIABILITY_SHIFT: 'the card’s chip wasn’t read',
};

/** Formats the reason of a dispute, to go after "because"; "" if Square gives none that we know. */
export const formatDisputeReason = (code: string): string => disputeReasons[code] ?? '';
