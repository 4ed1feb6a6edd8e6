import { visitorHeader } from '#platform/shared/calls/call-response.ts';
import type { Page, SiteData } from '#platform/shared/pages.ts';

export type PageLoadResult =
  /**
   * `url` is the page's final URL, after redirects on the server. `ownDocument` is true if the page's document has its
   * own content security or permissions policy, which only a full load applies. `visitor` is the id of the user for
   * whom the page was rendered, "" for a visitor who isn't signed in.
   */
  | { kind: 'page'; page: Page; url: URL; ownDocument: boolean; visitor: string }
  /** The URL is not a page, but a file or another program. The browser should go there itself. */
  | { kind: 'not-a-page' }
  /** `message` tells the visitor what happened and what to do. */
  | { kind: 'failed'; message: string };

const unreachable = 'The page couldn’t be loaded. Check your connection and try again.';
const busy = 'The site can’t answer right now. Please wait a moment and try again.';

/**
 * Requests the page at `url`. Pages that say "not found" or "not allowed" count as pages. A server error, too many
 * requests, an unreadable response and a lost connection are failures. Rejects only when `signal` aborts the request.
 * The `x-navigation` header says that somebody is about to see the page. The server then asks for a confirmation first,
 * if the page needs one.
 */
export async function loadPage(url: URL, ask: typeof fetch, signal: AbortSignal): Promise<PageLoadResult> {
  const requested = new URL(url);
  requested.search = url.search === '' ? '?react' : `${url.search}&react`;
  requested.hash = '';
  try {
    const response = await ask(requested, { signal, headers: { accept: 'application/json', 'x-navigation': '1' } });
    if (!isJson(response)) {
      if (response.ok) void response.body?.cancel();
      return response.ok ? { kind: 'not-a-page' } : { kind: 'failed', message: busy };
    }
    const page: unknown = await response.json();
    if (!isPage(page) || response.status >= 500 || response.status === 429) return { kind: 'failed', message: busy };
    const found = response.redirected ? foundAt(response.url, url) : url;
    const { headers } = response;
    const visitor = headers.get(visitorHeader) ?? '';
    return { kind: 'page', page, url: found, ownDocument: headers.has('x-own-document'), visitor };
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: 'failed', message: unreachable };
  }
}

/** Fetches fresh site data. Returns null if that fails. */
export async function loadSiteData(ask: typeof fetch): Promise<SiteData | null> {
  try {
    const response = await ask('/sitedata', { headers: { accept: 'application/json' } });
    return response.ok && isJson(response) ? await response.json() : null;
  } catch {
    return null;
  }
}

const isJson = (response: Response) => /^application\/json\b/.test(response.headers.get('content-type') ?? '');

const isPage = (value: unknown): value is Page =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/**
 * Returns the URL to show for a response that came from `found`: without the `react` key in its query, and with the
 * requested fragment.
 */
function foundAt(found: string, requested: URL): URL {
  const url = new URL(found);
  url.search = url.search.replace(/([?&])react=?(?=&|$)/, '$1').replace(/[?&]$/, '');
  url.hash = requested.hash;
  return url;
}
