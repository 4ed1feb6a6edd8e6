import { refuse } from '../errors/http-error.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The origin of a request as the browser states it, and this site's own origin (`ownOrigin`). */
export interface Provenance {
  method: string;
  origin: string | undefined;
  secFetchSite: string | undefined;
  secFetchMode: string | undefined;
  /** The destination of the fetch, such as `document` or `image`; `empty` for a script's own fetch. */
  secFetchDest: string | undefined;
  /**
   * The accepted content types. A browser that follows a link accepts HTML, and one that loads a picture accepts
   * images.
   */
  accept: string;
  referer: string | undefined;
  /** True if the user agent is a browser's. */
  isBrowser: boolean;
  /**
   * True if our own script sends the request while navigating to a page (`x-navigation`). Such a request doesn't count
   * as the script's own fetch, because the script also follows links in user texts.
   */
  navigates: boolean;
  ownOrigin: string;
}

const crossSiteMessage =
  'This request didn’t come from a form or button on this site, so nothing was changed. Open the page on this site and try again.';

/**
 * Refuses an unsafe request from another site. A request with neither `Origin` nor `Sec-Fetch-Site` doesn't come from a
 * browser, so only its session decides.
 */
export function refuseCrossSiteRequest({ method, origin, secFetchSite, ownOrigin: own }: Provenance): void {
  if (safeMethods.has(method)) return;
  const foreignSite = secFetchSite !== undefined && secFetchSite !== 'same-origin' && secFetchSite !== 'none';
  const foreignOrigin = origin !== undefined && origin !== own;
  if (foreignSite || foreignOrigin) refuse(403, crossSiteMessage);
}

/**
 * Refuses a state-changing GET unless our own script fetches it without following a link. Clients other than browsers
 * don't send the headers that show this, so only their session is checked.
 */
export function requireScriptFetch(provenance: Provenance): void {
  if (!isFetched(provenance)) refuse(403, crossSiteMessage);
}

/**
 * Returns true for a script's own fetch. Loads by elements return false, although fonts and pictures with `crossorigin`
 * have the same mode.
 */
const isByScript = ({ secFetchMode, secFetchDest = 'empty' }: Provenance) =>
  (secFetchMode === 'cors' || secFetchMode === 'same-origin') && secFetchDest === 'empty';

const isToBeShown = (accept: string) => /text\/html|image\//.test(accept);

/**
 * Returns true if the request comes from one of our pages, or comes without a referrer from a client that isn't a
 * browser. A browser omits the referrer only if the page forbids it, and our own pages never do.
 */
const isReferredHere = ({ referer = '', isBrowser, ownOrigin: own }: Provenance): boolean =>
  referer === '' ? !isBrowser : URL.canParse(referer) && new URL(referer).origin === own;

function isFetched(provenance: Provenance): boolean {
  const { method, origin, secFetchSite, secFetchMode, accept, navigates, ownOrigin: own } = provenance;
  // HEAD requests and followed links aren't meant to change anything
  if (method === 'HEAD' || navigates || (origin !== undefined && origin !== own)) return false;
  const byScript = isByScript(provenance);
  if (secFetchSite !== undefined) return secFetchSite === 'same-origin' && byScript;
  // Over plain http, browsers send neither `Sec-Fetch-Site` nor `Sec-Fetch-Mode`. Node's own fetch sends only the mode
  return (secFetchMode === undefined || byScript) && !isToBeShown(accept) && isReferredHere(provenance);
}

/** The origin of a request and its purpose, from its headers. */
export interface ProvenanceWithPurpose extends Provenance {
  /** The `Sec-Purpose` or `Purpose` header, which a browser sends when it prefetches; undefined without one. */
  purpose: string | undefined;
}

/**
 * Returns true if our own script, or a client that isn't a browser, requests the content. Links, image loads,
 * prefetches and our own script's navigation don't count.
 */
export const isProgrammaticRequest = ({ purpose, ...provenance }: ProvenanceWithPurpose): boolean =>
  provenance.method === 'GET' && purpose === undefined && !isToBeShown(provenance.accept) && isFetched(provenance);

/**
 * Returns true if the request comes from somebody on our own pages, or not from a browser. Only then may opening a URL
 * change something. A picture on our pages doesn't count.
 */
export function isFirstPartyRequest(provenance: Provenance): boolean {
  const {
    method,
    origin,
    secFetchSite,
    secFetchMode,
    secFetchDest = 'document',
    accept,
    referer,
    ownOrigin: own,
  } = provenance;
  if (method === 'HEAD' || (origin !== undefined && origin !== own)) return false;
  if (secFetchSite !== undefined) {
    const opened = secFetchMode === 'navigate' && secFetchDest === 'document';
    return secFetchSite === 'same-origin' && (opened || isByScript(provenance));
  }
  // Over plain http, browsers send no `Sec-Fetch-…` headers. They send the referrer, unless the page forbids it
  const shownInPage = accept.includes('image/') && !accept.includes('text/html');
  return !shownInPage && isReferredHere(provenance) && (referer !== undefined || !isToBeShown(accept));
}
