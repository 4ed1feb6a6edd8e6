/** The receipt of a payment for a subscription, or of its refund, by the id of its ledger entry. */
export const receiptPath = (entry: string): string => `/members/subscriptions/receipts/${entry}`;
