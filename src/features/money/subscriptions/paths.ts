export const membershipPath = '/members/membership';

/** Returns the path of the receipt for a subscription's payment or refund, by the id of the ledger entry. */
export const receiptPath = (entry: string): string => `/members/subscriptions/receipts/${entry}`;
