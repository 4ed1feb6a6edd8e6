import type { MaskedCard, SquareToken } from './objects.ts';

/** The input of a card form. */
export interface TypedCard {
  number: string;
  expMonth: number;
  expYear: number;
  cvv: string;
  postcode: string;
}

const brands: readonly [RegExp, string][] = [
  [/^4/, 'VISA'],
  [/^5[1-5]/, 'MASTERCARD'],
  [/^3[47]/, 'AMERICAN_EXPRESS'],
  [/^6011/, 'DISCOVER'],
];

/** The card numbers of Square's sandbox, and their results. No other number is accepted. */
export const testCards: readonly { number: string; says: string; declines?: string; declinesOnFile?: string }[] = [
  { number: '4111 1111 1111 1111', says: 'Visa that is accepted' },
  { number: '5105 1051 0510 5100', says: 'Mastercard that is accepted' },
  { number: '3400 000000 00009', says: 'American Express that is accepted' },
  { number: '4310 0000 0020 1019', says: 'Visa whose bank asks for a code' },
  { number: '4000 0000 0000 0002', says: 'Visa that is declined', declines: 'GENERIC_DECLINE' },
  {
    number: '4000 0000 0000 0010',
    says: 'Visa that is stored, then declined when it is charged later',
    declinesOnFile: 'GENERIC_DECLINE',
  },
];

const getDigits = (number: string) => number.replaceAll(/\D/g, '');

/** An error in a field of the card form, as Square reports it. */
export interface CardFieldError {
  field: 'cardNumber' | 'expirationDate' | 'cvv' | 'postalCode';
  type: 'VALIDATION_ERROR';
  message: string;
}

/** Returns the errors in a typed card. */
export function validateCard({ number, expMonth, expYear, cvv, postcode }: TypedCard, now: Date): CardFieldError[] {
  const month = now.getUTCFullYear() * 12 + now.getUTCMonth();
  const isPast = expMonth < 1 || expMonth > 12 || expYear * 12 + expMonth - 1 < month;
  const isKnown = testCards.some((card) => getDigits(card.number) === getDigits(number));
  const buildErrors = (field: CardFieldError['field'], message: string, wrong: boolean): CardFieldError[] =>
    wrong ? [{ field, type: 'VALIDATION_ERROR', message }] : [];
  return [
    ...buildErrors('cardNumber', 'Credit card number is not valid', !isKnown),
    ...buildErrors('expirationDate', 'Expiration date is not valid', isPast),
    ...buildErrors('cvv', 'CVV is not valid', !/^\d{3,4}$/.test(cvv)),
    ...buildErrors('postalCode', 'Postal code is not valid', !/^[A-Za-z0-9 ]{3,10}$/.test(postcode)),
  ];
}

/**
 * Creates the token of a typed card. A CVV, postcode or date that the sandbox declines takes precedence over the card
 * number.
 */
export function createCardToken({ number, expMonth, expYear, cvv, postcode }: TypedCard): SquareToken {
  const digits = getDigits(number);
  const card = testCards.find((known) => getDigits(known.number) === digits);
  const declines = findDecline({ cvv, postcode, expMonth, expYear }) ?? card?.declines;
  const face: MaskedCard = {
    card_brand: brands.find(([begins]) => begins.test(digits))?.[1] ?? 'OTHER_BRAND',
    last_4: digits.slice(-4),
    exp_month: expMonth,
    exp_year: expYear,
    bin: digits.slice(0, 6),
    billing_address: { postal_code: postcode, country: 'GB' },
  };
  return {
    face,
    ...(declines ? { declines } : {}),
    ...(card?.declinesOnFile ? { declinesOnFile: card.declinesOnFile } : {}),
  };
}

function findDecline({ cvv, postcode, expMonth, expYear }: Omit<TypedCard, 'number'>): string | undefined {
  if (cvv === '911') return 'CVV_FAILURE';
  if (postcode === '99999') return 'ADDRESS_VERIFICATION_FAILURE';
  return expMonth === 1 && expYear === 2040 ? 'INVALID_EXPIRATION' : undefined;
}

const visa: MaskedCard = {
  card_brand: 'VISA',
  last_4: '1111',
  exp_month: 12,
  exp_year: 2039,
  bin: '411111',
  billing_address: { postal_code: 'AB1 2CD', country: 'GB' },
};

/**
 * The tokens of Square's sandbox, which need no card form. All except `card-nonce-already-used` can be used repeatedly.
 */
const sandboxTokens: Readonly<Record<string, SquareToken>> = {
  'cnon:card-nonce-ok': { face: visa },
  'cnon:card-nonce-declined': { face: visa, declines: 'GENERIC_DECLINE' },
  'cnon:card-nonce-rejected-cvv': { face: visa, declines: 'CVV_FAILURE' },
  'cnon:card-nonce-rejected-postalcode': { face: visa, declines: 'ADDRESS_VERIFICATION_FAILURE' },
  'cnon:card-nonce-rejected-expiration': { face: visa, declines: 'INVALID_EXPIRATION' },
  'cnon:card-nonce-already-used': { face: visa, used: true },
};

/**
 * Finds a token of the sandbox, or one of our own for other declines: `cnon:practice-INSUFFICIENT_FUNDS`, or
 * `cnon:practice-on-file-CARD_EXPIRED` for a card that is stored and declined later. Returns undefined for any other
 * token.
 */
export function resolveTestCardToken(token: string): SquareToken | undefined {
  const [, onFile, code] = /^cnon:practice-(on-file-)?([A-Z_]+)$/.exec(token) ?? [];
  if (code === undefined) return sandboxTokens[token];
  return { face: visa, ...(onFile ? { declinesOnFile: code } : { declines: code }) };
}
