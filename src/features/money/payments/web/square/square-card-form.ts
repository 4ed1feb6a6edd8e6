import { formatPounds } from '#platform/shared/money.ts';
import { CardError, type CardPurpose, type CardToken, type CreateCardForm } from '../card-form/provider-card-form.ts';
import {
  loadSquarePayments,
  type SquareCard,
  type SquarePayments,
  type TokenError,
  type Verification,
} from './square-script.ts';

export const createSquareCardForm: CreateCardForm = async (form) => {
  const payments = await loadSquarePayments(form);
  const card = await payments.card();
  return {
    attach: (place) => card.attach(place),
    tokenise: (purpose) => tokeniseCard({ payments, card }, toVerification(purpose)),
    destroy: () => card.destroy(),
  };
};

const toVerification = ({ payer, pence, isStored }: CardPurpose): Verification => ({
  ...(pence === undefined
    ? { intent: 'STORE' }
    : { intent: isStored ? 'CHARGE_AND_STORE' : 'CHARGE', amount: formatPounds(pence), currencyCode: 'GBP' }),
  billingContact: { countryCode: 'GB', ...payer },
  customerInitiated: true,
  sellerKeyedIn: false,
});

/** The names of the card form's fields in messages. */
const fieldNames: Readonly<Record<string, string>> = {
  cardNumber: 'the card number',
  expirationDate: 'the expiry date',
  cvv: 'the security code (CVV)',
  postalCode: 'the postcode',
};

/**
 * Gets Square's token for the typed card and verifies the buyer, by the deprecated `verifyBuyer` if the script's
 * `tokenize` can't.
 * @throws CardError if the card wasn't accepted
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

function formatTokenErrors(errors: readonly TokenError[]): string {
  const wrong = errors.flatMap(({ field = '' }) => fieldNames[field] ?? []);
  if (wrong.length === 0) return 'The card form didn’t respond, so nothing was charged. Please try again in a moment.';
  return `Check ${new Intl.ListFormat('en-GB').format(wrong)}. Nothing was charged.`;
}
