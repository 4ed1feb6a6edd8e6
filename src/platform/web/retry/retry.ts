/**
 * Returns what to show of something that has failed to load `failures` times: itself, itself fetched again, then words.
 */
export const getNextAttempt = (failures: number): 'first' | 'again' | 'given up' =>
  failures === 0 ? 'first' : failures === 1 ? 'again' : 'given up';

/** The same address, past every cache: `?refresh` is added to its query. `data:` addresses stay as they are. */
export function addRefreshParam(address: string): string {
  if (address === '' || address.startsWith('data:')) return address;
  const hash = address.indexOf('#');
  const [path, fragment] = hash < 0 ? [address, ''] : [address.slice(0, hash), address.slice(hash)];
  return `${path}${path.includes('?') ? '&' : '?'}refresh${fragment}`;
}

/** The same for every address of a `srcset`. */
export const addRefreshParamToSrcset = (srcset: string): string =>
  srcset
    .split(/,\s+/)
    .map((candidate) => {
      const [address = '', ...size] = candidate.trim().split(/\s+/);
      return [addRefreshParam(address), ...size].join(' ');
    })
    .join(', ');
