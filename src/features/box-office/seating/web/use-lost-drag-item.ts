import { useEffect, useRef } from 'react';
import type { Parties, Plan } from '../plan/plan.ts';
import type { DragItem } from './commands.ts';

/**
 * Detects that someone else has reassigned the dragged item. The returned predicate tells whether an item was lost this
 * way and must not be dropped.
 */
export function useLostDragItem(
  { inHand, plan, parties }: { inHand: DragItem | null; plan: Plan; parties: Parties },
  onLost: () => void,
): (what: DragItem) => boolean {
  const ofHand = inHand?.kind === 'order' ? parties.get(inHand.ref)?.ref : plan.assignments[inHand?.from ?? ''];
  const lost = useRef<DragItem>(null);
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
