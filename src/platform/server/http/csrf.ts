import { refuse } from './refusal.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What the browser says of where a request comes from; `own` is the origin that people type. */
export interface Provenance {
  method: string;
  origin: string | undefined;
  secFetchSite: string | undefined;
  secFetchMode: string | undefined;
  /** What it is fetched as: a `document`, an `image`; `empty` for what a script fetches. */
  secFetchDest: string | undefined;
  /** What it would be shown as: a browser that follows a link asks for HTML, one that loads a picture for images. */
  accept: string;
  referer: string | undefined;
  own: string;
}

const elsewhere = 'This came from another website, so nothing was done. Open the page here and try again.';

/**
 * Refuses an unsafe request from another site. With neither header it isn't a browser that sends it, and
 * it is judged by its session alone.
 */
export function refuseForeign({ method, origin, secFetchSite, own }: Provenance): void {
  if (safeMethods.has(method)) return;
  const foreignSite = secFetchSite !== undefined && secFetchSite !== 'same-origin' && secFetchSite !== 'none';
  const foreignOrigin = origin !== undefined && origin !== own;
  if (foreignSite || foreignOrigin) refuse(403, elsewhere);
}

/**
 * Refuses a GET that changes something unless our own pages' script makes it: no link, no picture, no
 * address typed, no other site. A client that is no browser says nothing of this, and is judged by its session alone.
 */
export function refuseUnlessFetched(provenance: Provenance): void {
  if (!isFetched(provenance)) refuse(403, elsewhere);
}

/** What a script asks for, not what a page shows in it: a font and a marked picture are fetched in the same mode. */
const isByScript = ({ secFetchMode, secFetchDest = 'empty' }: Provenance) =>
  (secFetchMode === 'cors' || secFetchMode === 'same-origin') && secFetchDest === 'empty';

const isToBeShown = (accept: string) => /text\/html|image\//.test(accept);

/** Whether the page it comes from, where it names one, is ours. */
const isReferredHere = ({ referer = '', own }: Provenance): boolean =>
  referer === '' || (URL.canParse(referer) && new URL(referer).origin === own);

function isFetched(provenance: Provenance): boolean {
  const { method, origin, secFetchSite, secFetchMode, accept, own } = provenance;
  // Whoever asks for the headers alone means to do nothing
  if (method === 'HEAD' || (origin !== undefined && origin !== own)) return false;
  const byScript = isByScript(provenance);
  if (secFetchSite !== undefined) return secFetchSite === 'same-origin' && byScript;
  // By plain http browsers say neither, and Node's own fetch says the mode alone
  return (secFetchMode === undefined || byScript) && !isToBeShown(accept) && isReferredHere(provenance);
}

/** What a request says of why it is made. */
export interface Errand extends Provenance {
  /** `Sec-Purpose` or `Purpose`: a browser that fetches ahead says so. */
  purpose: string | undefined;
  /** Whether our own script asks on its way to a page (`x-navigation`). */
  navigates: boolean;
}

/**
 * Whether a program asks, of its own accord, for what an address holds: no browser that follows a link, loads a picture
 * or fetches ahead, and not our own script, which brings people to pages before they have said yes to anything.
 */
export const isProgramsErrand = ({ purpose, navigates, ...provenance }: Errand): boolean =>
  provenance.method === 'GET' &&
  !navigates &&
  purpose === undefined &&
  !isToBeShown(provenance.accept) &&
  isFetched(provenance);

/**
 * Whether somebody on our own pages, or no browser at all, asks: only then may merely opening an address do something.
 * A picture that stands on our pages is not somebody.
 */
export function comesFromHere(provenance: Provenance): boolean {
  const { method, origin, secFetchSite, secFetchMode, secFetchDest = 'document', accept, referer, own } = provenance;
  if (method === 'HEAD' || (origin !== undefined && origin !== own)) return false;
  if (secFetchSite !== undefined) {
    const opened = secFetchMode === 'navigate' && secFetchDest === 'document';
    return secFetchSite === 'same-origin' && (opened || isByScript(provenance));
  }
  // By plain http browsers don't say so; where they come from they say, unless another page had them not say it
  const shownInPage = accept.includes('image/') && !accept.includes('text/html');
  return !shownInPage && isReferredHere(provenance) && (referer !== undefined || !isToBeShown(accept));
}
