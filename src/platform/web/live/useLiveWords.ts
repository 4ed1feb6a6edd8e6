import { useEffect, useState } from 'react';
import type { LiveWords } from '#platform/shared/live-words.ts';

const none: LiveWords = {};

/** What `address` says of a kept page just now; nothing while it is asked, where it can't be had, and at "". */
export function useLiveWords(address: string): LiveWords {
  const [words, setWords] = useState(none);
  useEffect(() => {
    if (address === '') return;
    const gone = new AbortController();
    fetch(address, { signal: gone.signal })
      .then((response) => (response.ok ? response.json() : none))
      .then(
        (said: LiveWords | null) => setWords(said ?? none),
        () => {},
      );
    return () => gone.abort();
  }, [address]);
  return words;
}
