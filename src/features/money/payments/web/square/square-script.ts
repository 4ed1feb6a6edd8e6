import type { CardForm } from '../../contract.ts';

/** The data about the payer and the payment that the bank gets for verification. */
export interface Verification {
  intent: 'CHARGE' | 'CHARGE_AND_STORE' | 'STORE';
  /** In pounds, if something is charged. */
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
  tokenize: (verification?: Verification) => Promise<TokenResult>;
  destroy: () => Promise<unknown>;
}

/** The part of Square's script that the site uses. */
export interface SquarePayments {
  card: () => Promise<SquareCard>;
  /** Deprecated by Square, because `tokenize` verifies the buyer now. */
  verifyBuyer?: (token: string, verification: Verification) => Promise<{ token?: string } | null | undefined>;
}

declare global {
  interface Window {
    Square?: { payments: (applicationId: string, locationId: string) => SquarePayments };
  }
}

/**
 * Loads Square's script, if it isn't loaded yet, and initialises it with the society's ids.
 * @throws if the script can't be loaded or isn't Square's
 */
export async function loadSquarePayments({ script, application_id, location_id }: CardForm): Promise<SquarePayments> {
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
