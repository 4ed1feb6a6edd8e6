import { useState } from 'react';
import { getNextAttempt } from './retry.ts';

/**
 * Counts how often a URL has failed to load, and determines the next attempt. The count of a new URL starts at zero.
 */
export function useRetry(address: string): { attempt: ReturnType<typeof getNextAttempt>; fail: () => void } {
  const [failed, setFailed] = useState({ address, times: 0 });
  const times = failed.address === address ? failed.times : 0;
  return { attempt: getNextAttempt(times), fail: () => setFailed({ address, times: times + 1 }) };
}
