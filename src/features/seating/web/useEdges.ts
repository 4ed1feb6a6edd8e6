import { type PointerEvent, useState } from 'react';
import { placeOf } from '#features/performances/seat-labels.ts';
import { type Outcome, resize, type Side } from '../plan/actions.ts';
import { blockOf, type Parties, type Plan } from '../plan/plan.ts';
import { startTentative } from './resize-preview.ts';
import type { Aim } from './useAim.ts';
import type { Grip, useHeld } from './useHeld.ts';

/** A pointer draws an edge of a block to another seat of its row; what that would make of the plan is seen meanwhile. */
export function useEdges(
  { plan, parties }: { plan: Plan; parties: Parties },
  { aim, follow }: { aim: Aim; follow: ReturnType<typeof useHeld>['follow'] },
) {
  const [tentative] = useState(startTentative);
  const draw = (
    { event, seat, side }: { event: PointerEvent<HTMLElement>; seat: string; side: Side },
    { opened, onStill, onEnd }: { opened: string; onStill: Grip['onStill']; onEnd: (outcome: Outcome) => void },
  ) => {
    const row = placeOf(seat)?.row ?? 0;
    const block = blockOf(plan, seat);
    let outcome: Outcome | undefined;
    let number: number | undefined;
    follow(
      { event, isAtOnce: block.includes(opened), onStill },
      {
        onHeld: () => aim.show(block),
        onMove: (over) => {
          const to = placeOf(over ?? '');
          if (!to || to.number === number) return;
          number = to.number;
          outcome = resize(plan, parties, { seat, side, to: to.number });
          tentative.set('refused' in outcome ? null : { plan: outcome.plan, row });
        },
        onEnd: (done) => {
          tentative.set(null);
          aim.clear();
          if (done && outcome) onEnd(outcome);
        },
      },
    );
  };
  return { tentative, draw };
}
