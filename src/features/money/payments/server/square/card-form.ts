import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import type { ContentSources } from '#platform/server/http/response/security-headers.ts';

/** The hosts of Square's script and of the script's requests. */
const squareHosts = {
  sandbox: { script: 'https://sandbox.web.squarecdn.com', asks: 'https://pci-connect.squareupsandbox.com' },
  production: { script: 'https://web.squarecdn.com', asks: 'https://pci-connect.squareup.com' },
} as const;

/** Returns the URL of Square's script, or of the practice provider's script with the same functions. */
export const getScriptUrl = (environment: PaymentEnvironment): string =>
  environment === 'practice' ? '/practice/square.js' : `${squareHosts[environment].script}/v1/square.js`;

/**
 * Returns the sources that a card form needs. Square's script and form have their own sources, and banks may show their
 * challenge in a frame from anywhere. The practice form comes from the site itself and needs none.
 */
export function getCardFormSources(environment: PaymentEnvironment): ContentSources | undefined {
  if (environment === 'practice') return undefined;
  const { script, asks } = squareHosts[environment];
  return {
    'script-src': [script],
    'style-src': [script],
    'font-src': ['https://square-fonts-production-f.squarecdn.com', 'https://d1g145x70srn7h.cloudfront.net'],
    'connect-src': [script, asks],
    'frame-src': ['https:'],
  };
}
