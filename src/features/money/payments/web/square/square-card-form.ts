import { formatPounds } from '#platform/shared/money.ts';
import type { CardFormConfig } from '../../contract.ts';
import { CardError, type CardFormFactory, type CardPurpose, type CardToken } from '../card-form/provider-card-form.ts';

/** The data with which the bank verifies the buyer: the payment and the payer's details. */
export interface VerificationDetails {
  intent: 'CHARGE' | 'CHARGE_AND_STORE' | 'STORE';
  /** In pounds; undefined if the card is only stored. */
  amount?: string;
  currencyCode?: 'GBP';
  billingContact: { countryCode: 'GB'; givenName: string; familyName: string; email: string };
  customerInitiated: true;
  sellerKeyedIn: false;
}

/** An error in the result of Square's card form. */
export interface TokenError {
  type?: string;
  code?: string;
  /** The field of the card form that the error is about. */
  field?: string;
  message?: string;
}

export interface TokenResult {
  status: string;
  token?: string;
  details?: object;
  errors?: readonly TokenError[];
}

export interface SquareCard {
  attach: (place: HTMLElement) => Promise<unknown>;
  tokenize: (verification?: VerificationDetails) => Promise<TokenResult>;
  destroy: () => Promise<unknown>;
}

/** The part of Square's script that the site uses. */
export interface SquarePayments {
  card: () => Promise<SquareCard>;
  /** Deprecated by Square, because `tokenize` verifies the buyer now. */
  verifyBuyer?: (token: string, verification: VerificationDetails) => Promise<{ token?: string } | null | undefined>;
}

declare global {
  interface Window {
    Square?: { payments: (applicationId: string, locationId: string) => SquarePayments };
  }
}

/**
 * Loads Square's script, if it isn't loaded yet, and initialises it with the application id and the location id.
 *
 * @throws if the script can't be loaded or isn't Square's
 */
export async function loadSquarePayments({
  script,
  application_id,
  location_id,
}: CardFormConfig): Promise<SquarePayments> {
  if (!window.Square) await fetchScript(script);
  if (!window.Square) throw new Error('Square.js failed to load properly');
  return window.Square.payments(application_id, location_id);
}

function fetchScript(address: string): Promise<void> {
  const script = document.createElement('script');
  script.src = address;
  return new Promise((resolve) => {
    script.onload = () => resolve();
    script.onerror = () => {
      // The next attempt fetches the script again
      script.remove();
      resolve();
    };
    document.head.append(script);
  });
}

export const createSquareCardForm: CardFormFactory = async (form) => {
  const payments = await loadSquarePayments(form);
  const card = await payments.card();
  return {
    attach: (place) => card.attach(place),
    tokenise: (purpose) => tokeniseCard({ payments, card }, toVerification(purpose)),
    destroy: () => card.destroy(),
  };
};

const toVerification = ({ payer, pence, isStored }: CardPurpose): VerificationDetails => ({
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
 * Gets Square's token for the typed card and verifies the buyer, with the deprecated `verifyBuyer` if the script's
 * `tokenize` can't.
 *
 * @throws CardError if the card wasn't accepted
 */
export async function tokeniseCard(
  { payments, card }: { payments: SquarePayments; card: SquareCard },
  verification: VerificationDetails,
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

async function verifyBuyer(
  payments: SquarePayments,
  token: string,
  verification: VerificationDetails,
): Promise<string> {
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
  if (wrong.length === 0) return 'The card couldn’t be checked, so nothing was charged. Please try again in a moment.';
  return `Check ${new Intl.ListFormat('en-GB').format(wrong)}. Nothing was charged.`;
}
