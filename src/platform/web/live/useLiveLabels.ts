import { useEffect, useState } from 'react';
import type { LiveLabels } from '#platform/shared/live-labels.ts';

const none: LiveLabels = {};

/** What `address` says about a cached page now; nothing until the answer, where it can't be had, and at "". */
export function useLiveLabels(address: string): LiveLabels {
  const [labels, setLabels] = useState(none);
  useEffect(() => {
    if (address === '') return;
    const gone = new AbortController();
    fetch(address, { signal: gone.signal })
      .then((response) => (response.ok ? response.json() : none))
      .then(
        (said: LiveLabels | null) => setLabels(said ?? none),
        () => {},
      );
    return () => gone.abort();
  }, [address]);
  return labels;
}
