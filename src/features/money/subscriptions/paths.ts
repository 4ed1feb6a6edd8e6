/** Returns the path of the receipt of a subscription's payment, or of its refund, by the id of its ledger entry. */
export const receiptPath = (entry: string): string => `/members/subscriptions/receipts/${entry}`;
