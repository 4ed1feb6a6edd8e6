import { useState } from 'react';
import { attemptAfter } from './retry.ts';

/** How often an address has failed to load, and so what to try now. Another address starts afresh. */
export function useRetry(address: string): { attempt: ReturnType<typeof attemptAfter>; fail: () => void } {
  const [failed, setFailed] = useState({ address, times: 0 });
  const times = failed.address === address ? failed.times : 0;
  return { attempt: attemptAfter(times), fail: () => setFailed({ address, times: times + 1 }) };
}
