const capitalise = (word: string) => word.charAt(0) + word.slice(1).toLowerCase();

/** Formats a card from its brand and last digits at Square: "Visa ending in 1111". "" if there is none. */
export function formatCard({ card_brand, last_4 }: { card_brand: string; last_4: string }): string {
  if (last_4 === '') return '';
  const isNamed = card_brand !== '' && card_brand !== 'OTHER_BRAND';
  return `${isNamed ? card_brand.split('_').map(capitalise).join(' ') : 'Card'} ending in ${last_4}`;
}

/** Advice for a declined card, by the code of `PaymentProvider`. */
const declineAdvice: Readonly<Record<string, string>> = {
  INSUFFICIENT_FUNDS: 'There isn’t enough money available on it. Please use another card.',
  CVV_FAILURE: 'The security code isn’t right. Check the digits on the card and try again.',
  ADDRESS_VERIFICATION_FAILURE: 'The postcode doesn’t match the one your bank has. Check it and try again.',
  INVALID_POSTAL_CODE: 'That isn’t a valid postcode. Check it and try again.',
  INVALID_EXPIRATION: 'The expiry date isn’t right. Check it and try again.',
  EXPIRATION_FAILURE: 'The expiry date isn’t right. Check it and try again.',
  CARD_EXPIRED: 'It has expired. Please use another card.',
  INVALID_CARD: 'The card number isn’t right. Check it and try again.',
  INVALID_CARD_DATA: 'The card number isn’t right. Check it and try again.',
  PAN_FAILURE: 'The card number isn’t right. Check it and try again.',
  CARD_NOT_SUPPORTED: 'We can’t accept this type of card. Please use another card.',
  UNSUPPORTED_CARD_BRAND: 'We can’t accept this type of card. Please use another card.',
  TRANSACTION_LIMIT: 'The amount is more than your bank allows on this card. Ask your bank, or use another card.',
  CARD_DECLINED_VERIFICATION_REQUIRED:
    'Your bank needs to check that it’s you. Try again, and confirm when your bank asks.',
  CARD_TOKEN_USED: 'Those card details have already been used. Please enter your card again.',
  CARD_TOKEN_EXPIRED: 'The card form has timed out. Please enter your card again.',
};

/** Formats the message for a declined card. An unknown code gets the advice to ask the bank. */
export const formatDecline = (code: string): string =>
  `Your card was declined. ${declineAdvice[code] ?? 'Your bank hasn’t said why. Ask your bank, or use another card.'}`;

/** Explanations of refused refunds, by the code of `PaymentProvider`. */
const refundRefusals: Readonly<Record<string, string>> = {
  INSUFFICIENT_PERMISSIONS_FOR_REFUND:
    'The society’s account with Square isn’t allowed to make refunds. Change that in Square’s dashboard.',
  PAYMENT_NOT_REFUNDABLE: 'Square no longer refunds this payment, perhaps because it is more than a year old.',
  PAYMENT_NOT_REFUNDABLE_DUE_TO_DISPUTE:
    'The cardholder has already disputed this payment with their bank. Deal with it in Square’s dashboard.',
  REFUND_AMOUNT_INVALID: 'The amount is more than Square can still refund on this payment.',
  REFUND_ALREADY_PENDING: 'Another refund of this payment is still in progress. Try again when it has finished.',
  REFUND_DECLINED: 'The card’s bank didn’t accept the refund, perhaps because the card has been closed.',
  REJECTED: 'Square didn’t allow the refund.',
  FAILED: 'Perhaps the card has been closed, or there isn’t enough money in the society’s Square account.',
  NEVER_ASKED: 'We couldn’t reach Square.',
};

/** Formats the explanation of a refused refund. An unknown code is shown as it is. */
export const formatRefundRefusal = (code: string): string =>
  refundRefusals[code] ?? `Square gave this reason: ${code}.`;

/** Codes caused by our configuration or requests, and our own code for a charge that was never sent. */
const ownFaults = new Set([
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

/** Returns true if the failure is about the card. Returns false if the fault is ours or the provider's. */
export const isCardDecline = (code: string): boolean => !ownFaults.has(code) && !/^HTTP_(?!402)/.test(code);
