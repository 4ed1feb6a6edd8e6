import { useState } from 'react';

/**
 * Returns what to do after something has failed to load `failures` times: show it, fetch it again, or replace it with
 * words.
 */
export const getNextAttempt = (failures: number): 'first' | 'again' | 'given up' =>
  failures === 0 ? 'first' : failures === 1 ? 'again' : 'given up';

/** Returns the same URL with `?refresh` added to its query, to bypass every cache. `data:` URLs stay as they are. */
export function addRefreshParam(url: string): string {
  if (url === '' || url.startsWith('data:')) return url;
  const hash = url.indexOf('#');
  const [path, fragment] = hash < 0 ? [url, ''] : [url.slice(0, hash), url.slice(hash)];
  return `${path}${path.includes('?') ? '&' : '?'}refresh${fragment}`;
}

/** Applies `addRefreshParam` to every URL in a `srcset`. */
export const addRefreshParamToSrcset = (srcset: string): string =>
  srcset
    .split(/,\s+/)
    .map((candidate) => {
      const [url = '', ...size] = candidate.trim().split(/\s+/);
      return [addRefreshParam(url), ...size].join(' ');
    })
    .join(', ');

/**
 * Counts how often a URL has failed to load, and determines the next attempt. The count of a new URL starts at zero.
 */
export function useRetry(url: string): { attempt: ReturnType<typeof getNextAttempt>; fail: () => void } {
  const [failed, setFailed] = useState({ url, times: 0 });
  const times = failed.url === url ? failed.times : 0;
  return { attempt: getNextAttempt(times), fail: () => setFailed({ url, times: times + 1 }) };
}
