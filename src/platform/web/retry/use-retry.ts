import { useState } from 'react';
import { getNextAttempt } from './retry.ts';

/** Counts how often an address has failed to load, and decides the next attempt. A new address starts at zero. */
export function useRetry(address: string): { attempt: ReturnType<typeof getNextAttempt>; fail: () => void } {
  const [failed, setFailed] = useState({ address, times: 0 });
  const times = failed.address === address ? failed.times : 0;
  return { attempt: getNextAttempt(times), fail: () => setFailed({ address, times: times + 1 }) };
}
