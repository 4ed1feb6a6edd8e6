import { refuse } from './refusal.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What the browser says of where a request comes from; `own` is the origin that people type. */
export interface Provenance {
  method: string;
  origin: string | undefined;
  secFetchSite: string | undefined;
  own: string;
}

/**
 * Refuses an unsafe request from another site (DESIGN §4). With neither header it isn't a browser that sends it, and
 * it is judged by its session alone.
 */
export function refuseForeign({ method, origin, secFetchSite, own }: Provenance): void {
  if (safeMethods.has(method)) return;
  const foreignSite = secFetchSite !== undefined && secFetchSite !== 'same-origin' && secFetchSite !== 'none';
  const foreignOrigin = origin !== undefined && origin !== own;
  if (foreignSite || foreignOrigin) {
    refuse(403, 'This came from another website, so nothing was done. Open the page here and try again.');
  }
}
