/** The steps done so far, and those that can be redone. */
export interface History<State> {
  now: State;
  past: readonly Step<State>[];
  future: readonly Step<State>[];
}

interface Step<State> {
  /** The state on the other side of the step. */
  state: State;
  /** A description of the step. */
  says: string;
}

/** The number of steps that can be undone: more than anybody remembers. */
const mostSteps = 500;

/** Creates an empty history. */
export const createHistory = <State>(now: State): History<State> => ({ now, past: [], future: [] });

/** Adds a step; undone steps can't be redone after it. */
export const pushStep = <State>({ now, past }: History<State>, next: State, says: string): History<State> => ({
  now: next,
  past: [...past, { state: now, says }].slice(-mostSteps),
  future: [],
});

/** Goes back one step; unchanged if there is none. */
export function undo<State>(history: History<State>): History<State> {
  const step = history.past.at(-1);
  if (!step) return history;
  const { now, past, future } = history;
  return { now: step.state, past: past.slice(0, -1), future: [{ state: now, says: step.says }, ...future] };
}

/** Goes one step forward again. */
export function redo<State>(history: History<State>): History<State> {
  const [step, ...future] = history.future;
  if (!step) return history;
  return { now: step.state, past: [...history.past, { state: history.now, says: step.says }], future };
}
