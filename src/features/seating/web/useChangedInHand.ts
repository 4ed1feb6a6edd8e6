import { useEffect, useRef } from 'react';
import type { Parties, Plan } from '../plan/plan.ts';
import type { Held } from './commands.ts';

/**
 * Notices when others give away what is held, which a pointer that drags it doesn't know. Answers whether something is what
 * was lost so, and is no longer put down.
 */
export function useChangedInHand(
  { inHand, plan, parties }: { inHand: Held | null; plan: Plan; parties: Parties },
  onLost: () => void,
): (what: Held) => boolean {
  const ofHand = inHand?.kind === 'order' ? parties.get(inHand.ref)?.ref : plan.assignments[inHand?.from ?? ''];
  const lost = useRef<Held>(null);
  const picked = useRef({ inHand, ofHand });
  useEffect(() => {
    const before = picked.current;
    picked.current = { inHand, ofHand };
    if (!inHand || before.inHand !== inHand || before.ofHand === ofHand) return;
    lost.current = inHand;
    onLost();
  });
  return (what) => what === lost.current;
}
