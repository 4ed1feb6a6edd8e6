/** Why a card can't be charged or kept, by Square's code: what its owner can do about it. */
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
export const declineInWords = (code: string): string =>
  `Your card was declined. ${reasons[code] ?? 'Your bank doesn’t say why: ask your bank, or use another card.'}`;
