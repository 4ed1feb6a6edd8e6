import type { ContentSources } from '#platform/server/http/response/security-headers.ts';
import type { CardForm } from '../contract.ts';
import type { Square } from './square.ts';

/** The hosts of Square's script, and of the script's own requests. */
const squareHosts = {
  sandbox: { script: 'https://sandbox.web.squarecdn.com', asks: 'https://pci-connect.squareupsandbox.com' },
  production: { script: 'https://web.squarecdn.com', asks: 'https://pci-connect.squareup.com' },
} as const;

const getScriptUrl = (environment: CardForm['environment']) =>
  environment === 'practice' ? '/practice/square.js' : `${squareHosts[environment].script}/v1/square.js`;

/** Prepares the data that a page needs to take a card, for a call to Square soon; null if paying by card is off. */
export function prepareCardForm(square: Square | undefined): CardForm | null {
  if (!square) return null;
  square.warmUp();
  const { environment, applicationId, locationId } = square;
  return { environment, script: getScriptUrl(environment), application_id: applicationId, location_id: locationId };
}

/**
 * Returns the sources that a page with a card form allows in addition to those of every page: Square's script and card
 * form, and any frame in which a bank asks its question. The practice form comes from the site itself and needs none of
 * them.
 */
export function buildCardFormCsp(square: Square | undefined): { csp?: ContentSources } {
  if (!square || square.environment === 'practice') return {};
  const { script, asks } = squareHosts[square.environment];
  return {
    csp: {
      'script-src': [script],
      'style-src': [script],
      'font-src': ['https://square-fonts-production-f.squarecdn.com', 'https://d1g145x70srn7h.cloudfront.net'],
      'connect-src': [script, asks],
      'frame-src': ['https:'],
    },
  };
}
