import { useEffect, useState } from 'react';
import type { LiveLabels } from '#platform/shared/pages.ts';

const none: LiveLabels = {};

/**
 * Fetches the live labels of a cached page. Returns none before they arrive, if the request fails, or if `url` is "".
 */
export function useLiveLabels(url: string): LiveLabels {
  const [labels, setLabels] = useState(none);
  useEffect(() => {
    if (url === '') return;
    const gone = new AbortController();
    fetch(url, { signal: gone.signal })
      .then((response) => (response.ok ? response.json() : none))
      .then(
        (said: LiveLabels | null) => setLabels(said ?? none),
        () => {},
      );
    return () => gone.abort();
  }, [url]);
  return labels;
}
