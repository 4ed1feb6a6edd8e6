import type { ContentSources } from '#platform/server/http/response/security-headers.ts';
import type { CardForm } from '../contract.ts';
import type { PaymentProvider } from './provider/payment-provider.ts';

/** Returns the data of the card form. Null if the site takes no cards. */
export const getCardForm = (provider: PaymentProvider | undefined): CardForm | null => provider?.cardForm ?? null;

/** Returns the content sources that a page with a card form needs. */
export const buildCardFormCsp = (provider: PaymentProvider | undefined): { csp?: ContentSources } =>
  provider?.cardFormSources ? { csp: provider.cardFormSources } : {};
