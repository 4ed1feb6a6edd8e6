import { type PointerEvent, useState } from 'react';
import { parseSeatLabel } from '#features/box-office/performances/seat-labels.ts';
import { type ActionOutcome, resize, type Side } from '../plan/actions.ts';
import { blockOf, type Parties, type Plan } from '../plan/plan.ts';
import type { DropTarget } from './use-drop-target.ts';
import type { DragStart, useSeatDrag } from './use-seat-drag.ts';

/** A plan while an edge is drawn, and the row that it differs in. */
interface Drawing {
  plan: Plan;
  row: number;
}

/** The effect on the plan of the edge being drawn. It changes with the pointer, and only the grid follows it. */
export interface ResizePreview {
  get: () => Drawing | null;
  set: (next: Drawing | null) => void;
  subscribe: (listener: () => void) => () => void;
}

function createResizePreview(): ResizePreview {
  let drawing: Drawing | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => drawing,
    set: (next) => {
      drawing = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A pointer draws an edge of a block to another seat of its row, with a preview of the plan. */
export function useBlockResize(
  { plan, parties }: { plan: Plan; parties: Parties },
  { aim, follow }: { aim: DropTarget; follow: ReturnType<typeof useSeatDrag>['follow'] },
) {
  const [tentative] = useState(createResizePreview);
  const draw = (
    { event, seat, side }: { event: PointerEvent<HTMLElement>; seat: string; side: Side },
    {
      opened,
      onStill,
      onEnd,
    }: { opened: string; onStill: DragStart['onStill']; onEnd: (outcome: ActionOutcome) => void },
  ) => {
    const row = parseSeatLabel(seat)?.row ?? 0;
    const block = blockOf(plan, seat);
    let outcome: ActionOutcome | undefined;
    let number: number | undefined;
    follow(
      { event, isAtOnce: block.includes(opened), onStill },
      {
        onHeld: () => aim.show(block),
        onMove: (over) => {
          const to = parseSeatLabel(over ?? '');
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
