import type { ContentSources } from '#platform/server/http/response/security-headers.ts';
import type { CardForm } from '../contract.ts';
import type { Square } from './square.ts';

/** The hosts of Square's script and of the script's requests. */
const squareHosts = {
  sandbox: { script: 'https://sandbox.web.squarecdn.com', asks: 'https://pci-connect.squareupsandbox.com' },
  production: { script: 'https://web.squarecdn.com', asks: 'https://pci-connect.squareup.com' },
} as const;

const getScriptUrl = (environment: CardForm['environment']) =>
  environment === 'practice' ? '/practice/square.js' : `${squareHosts[environment].script}/v1/square.js`;

/**
 * Returns the data of the card form, and loads Square's client for the call that follows. Null if the site takes no
 * cards.
 */
export function prepareCardForm(square: Square | undefined): CardForm | null {
  if (!square) return null;
  square.warmUp();
  const { environment, applicationId, locationId } = square;
  return { environment, script: getScriptUrl(environment), application_id: applicationId, location_id: locationId };
}

/**
 * Returns the content sources that a card form needs: Square's script and form, and any frame, because banks show their
 * challenge in a frame. The practice form comes from the site itself and needs none.
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
