import type { CardFormConfig } from '../../contract.ts';

/** The payer's data for the bank's verification. */
export interface BillingContact {
  givenName: string;
  familyName: string;
  email: string;
}

/** The purpose of a card, which the bank is told when it verifies the payer. */
export interface CardPurpose {
  payer: BillingContact;
  /** The amount charged now, in pence. Undefined if the card is only stored. */
  pence: number | undefined;
  /** True if the provider keeps the card for later payments. */
  isStored: boolean;
}

/** The card's data that the form sends, by field name. */
export interface CardToken {
  card_nonce: string;
  verification_token: string;
  card_details: string;
}

/** The error for a card that wasn't accepted, with the provider's message and code, and the message for the screen. */
export class CardError extends Error {
  readonly userMessage: string;
  /** The provider's code. */
  readonly code: string;

  constructor(message: string, { userMessage, code }: { userMessage: string; code: string }) {
    super(message);
    this.userMessage = userMessage;
    this.code = code;
  }
}

/** A provider's card form in the browser. */
export interface ProviderCardForm {
  /** Draws the form. */
  attach: (place: HTMLElement) => Promise<unknown>;
  /**
   * Gets the provider's token for the typed card, and has the bank verify the payer.
   * @throws CardError if the card wasn't accepted
   */
  tokenise: (purpose: CardPurpose) => Promise<CardToken>;
  destroy: () => Promise<unknown>;
}

/**
 * Loads a provider's script and creates its card form.
 * @throws if the script can't be loaded
 */
export type CardFormFactory = (form: CardFormConfig) => Promise<ProviderCardForm>;
