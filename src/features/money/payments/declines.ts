/** What a cardholder can do about a declined card, by Square's error code. */
const reasons: Readonly<Record<string, string>> = {
  INSUFFICIENT_FUNDS: 'There isn’t enough money on it. Use another card.',
  CVV_FAILURE: 'The security code isn’t right. Check the digits on the card, then try again.',
  ADDRESS_VERIFICATION_FAILURE: 'The postcode isn’t the one that your bank has for it. Check it, then try again.',
  INVALID_POSTAL_CODE: 'The postcode isn’t one. Check it, then try again.',
  INVALID_EXPIRATION: 'Its expiry date isn’t right. Check it, then try again.',
  EXPIRATION_FAILURE: 'Its expiry date isn’t right. Check it, then try again.',
  CARD_EXPIRED: 'It has expired. Use another card.',
  INVALID_CARD: 'Its number isn’t right. Check it, then try again.',
  INVALID_CARD_DATA: 'Its number isn’t right. Check it, then try again.',
  PAN_FAILURE: 'Its number isn’t right. Check it, then try again.',
  CARD_NOT_SUPPORTED: 'This kind of card can’t be used here. Use another card.',
  UNSUPPORTED_CARD_BRAND: 'This kind of card can’t be used here. Use another card.',
  TRANSACTION_LIMIT: 'The amount is more than your bank allows on it. Ask your bank, or use another card.',
  CARD_DECLINED_VERIFICATION_REQUIRED: 'Your bank wants to be sure that it is you. Try again, and confirm it there.',
  CARD_TOKEN_USED: 'What the form knew of it is used up. Enter it again.',
  CARD_TOKEN_EXPIRED: 'What the form knew of it is out of date. Enter it again.',
};

/** What is said of a card that was declined, by Square's code. */
export const formatDecline = (code: string): string =>
  `Your card was declined. ${reasons[code] ?? 'Your bank doesn’t say why: ask your bank, or use another card.'}`;

/** Why Square refused a refund, by its code. */
const refundRefusals: Readonly<Record<string, string>> = {
  INSUFFICIENT_PERMISSIONS_FOR_REFUND:
    'The society’s account with Square isn’t allowed to make refunds. Change that in Square’s dashboard.',
  PAYMENT_NOT_REFUNDABLE: 'Square no longer refunds this payment, perhaps because it is more than a year old.',
  PAYMENT_NOT_REFUNDABLE_DUE_TO_DISPUTE:
    'The cardholder’s bank is asking for it already. See to it in Square’s dashboard.',
  REFUND_AMOUNT_INVALID: 'It is more than what Square has left of this payment.',
  REFUND_ALREADY_PENDING: 'Another refund of this payment is still under way. Try again when it is done.',
  REFUND_DECLINED: 'The bank of the card doesn’t take it, perhaps since the card is closed.',
  REJECTED: 'Square didn’t allow it.',
  FAILED: 'It failed, perhaps since the card is closed, or too little money is in the society’s account with Square.',
  NEVER_ASKED: 'Square couldn’t be reached for it.',
};

/** What is said of a refund that Square refused, by its code. */
export const formatRefundRefusal = (code: string): string =>
  refundRefusals[code] ?? `Square’s word for the reason is ${code}.`;

/** Codes caused by our own configuration or requests, plus our own code for a charge that was never sent. */
const ours = new Set([
  'NEVER_ASKED',
  'UNAUTHORIZED',
  'ACCESS_TOKEN_EXPIRED',
  'ACCESS_TOKEN_REVOKED',
  'CLIENT_DISABLED',
  'APPLICATION_DISABLED',
  'FORBIDDEN',
  'INSUFFICIENT_SCOPES',
  'CARD_PROCESSING_NOT_ENABLED',
  'BAD_REQUEST',
  'INVALID_LOCATION',
  'LOCATION_MISMATCH',
]);

/** Returns true if the cardholder can fix the failure; false if the fault is ours. */
export const isCardDecline = (code: string): boolean => !ours.has(code) && !/^HTTP_(?!402)/.test(code);
