import { refuse } from './refusal.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What the browser says of where a request comes from; `own` is the origin that people type. */
export interface Provenance {
  method: string;
  origin: string | undefined;
  secFetchSite: string | undefined;
  secFetchMode: string | undefined;
  own: string;
}

const elsewhere = 'This came from another website, so nothing was done. Open the page here and try again.';

/**
 * Refuses an unsafe request from another site (DESIGN §4). With neither header it isn't a browser that sends it, and
 * it is judged by its session alone.
 */
export function refuseForeign({ method, origin, secFetchSite, own }: Provenance): void {
  if (safeMethods.has(method)) return;
  const foreignSite = secFetchSite !== undefined && secFetchSite !== 'same-origin' && secFetchSite !== 'none';
  const foreignOrigin = origin !== undefined && origin !== own;
  if (foreignSite || foreignOrigin) refuse(403, elsewhere);
}

/**
 * Refuses a GET that changes something unless our own pages' script makes it (DESIGN §4): no link, no picture, no
 * address typed, no other site. A client that is no browser says nothing of this, and is judged by its session alone.
 */
export function refuseUnlessFetched({ origin, secFetchSite, secFetchMode, own }: Provenance): void {
  if (origin !== undefined && origin !== own) refuse(403, elsewhere);
  if (secFetchSite === undefined && secFetchMode === undefined) return;
  const byScript = secFetchMode === 'cors' || secFetchMode === 'same-origin';
  if (secFetchSite !== 'same-origin' || !byScript) refuse(403, elsewhere);
}

/** Whether our own pages, or no browser at all, ask: only then may merely opening an address do something. */
export const comesFromHere = ({ origin, secFetchSite, own }: Provenance): boolean =>
  (origin === undefined || origin === own) && (secFetchSite === undefined || secFetchSite === 'same-origin');
