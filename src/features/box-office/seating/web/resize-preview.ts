import type { Plan } from '../plan/plan.ts';

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

export function createResizePreview(): ResizePreview {
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
