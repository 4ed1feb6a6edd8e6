import type { SquareCard, SquarePayments, TokenError, Verification } from './square-script.ts';

/** The card data that a form sends, by the protocol's field names. */
export interface CardToken {
  card_nonce: string;
  verification_token: string;
  card_details: string;
}

/** A card that was not accepted: the error as Square's clients have it, and its message on screen. */
export class CardError extends Error {
  readonly userMessage: string;
  /** Square's code. */
  readonly code: string;

  constructor(message: string, { userMessage, code }: { userMessage: string; code: string }) {
    super(message);
    this.userMessage = userMessage;
    this.code = code;
  }
}

/** The fields of Square's card form, as people call them. */
const fieldNames: Readonly<Record<string, string>> = {
  cardNumber: 'the card number',
  expirationDate: 'the expiry date',
  cvv: 'the security code (CVV)',
  postalCode: 'the postcode',
};

/**
 * Makes a token of the typed card through Square, and verifies the buyer: within `tokenize`, or by the deprecated
 * `verifyBuyer` if the script's `tokenize` can't verify.
 * @throws CardFault if the card was not accepted
 */
export async function tokeniseCard(
  { payments, card }: { payments: SquarePayments; card: SquareCard },
  verification: Verification,
): Promise<CardToken> {
  const { status, token = '', details = {}, errors } = await card.tokenize(verification);
  if (status !== 'OK') {
    const message = `Tokenization failed-status: ${status}${errors ? ` and errors: ${JSON.stringify(errors)}` : ''}`;
    const refused = errors?.find(({ type }) => type === 'VERIFICATION_ERROR');
    if (refused) throw createVerificationError(message, refused);
    throw new CardError(message, { userMessage: formatTokenErrors(errors ?? []), code: errors?.[0]?.type ?? status });
  }
  const verifiesItself = card.tokenize.length > 0;
  const verification_token = verifiesItself ? '' : await verifyBuyer(payments, token, verification);
  return { card_nonce: token, verification_token, card_details: JSON.stringify(details) };
}

async function verifyBuyer(payments: SquarePayments, token: string, verification: Verification): Promise<string> {
  try {
    return (await payments.verifyBuyer?.(token, verification))?.token ?? '';
  } catch (error) {
    const fault: TokenError = error instanceof Error ? error : {};
    throw createVerificationError(fault.message ?? 'Verification failed', fault);
  }
}

const createVerificationError = (message: string, { code, type }: TokenError) =>
  new CardError(message, {
    userMessage: 'Your bank didn’t confirm that it’s you, so nothing was charged. Try again, or use another card.',
    code: code ?? type ?? 'VERIFICATION_ERROR',
  });

/** Returns the message for these errors. */
function formatTokenErrors(errors: readonly TokenError[]): string {
  const wrong = errors.flatMap(({ field = '' }) => fieldNames[field] ?? []);
  if (wrong.length === 0) return 'The card form didn’t respond, so nothing was charged. Please try again in a moment.';
  return `Check ${new Intl.ListFormat('en-GB').format(wrong)}. Nothing was charged.`;
}
