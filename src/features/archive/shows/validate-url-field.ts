import { isActionUrl } from '#platform/shared/calls/action-url.ts';

export type UrlField = 'programme' | 'banner' | 'noda_review' | 'radio_audio';

const notAnAddress = 'That doesn’t look like a web address. Paste the full link, starting with “https://”.';
const notAPage = 'That address does something when it is opened. Paste the link of a page.';

/**
 * Returns the reason why an address can't be saved, or undefined. A review must be on an https site; other addresses
 * may also be on this site.
 */
export function validateUrlField(field: UrlField, address: string): string | undefined {
  if (address === '') return undefined;
  if (isActionUrl(address)) return notAPage;
  if (field !== 'noda_review' && /^\/(?![/\\])\S*$/.test(address)) return undefined;
  if (/\s/.test(address) || !URL.canParse(address)) return notAnAddress;
  const { protocol } = new URL(address);
  if (protocol === 'https:') return undefined;
  return field === 'noda_review' || protocol !== 'http:' ? notAnAddress : undefined;
}
