type Steps = readonly { done: boolean; optional: boolean }[];

const countLeft = (steps: Steps, isOptional: boolean) =>
  steps.filter(({ done, optional }) => !done && optional === isOptional).length;

/** Describes the steps left that every society needs; without a full stop. */
export function formatNeeded(steps: Steps): string {
  const left = countLeft(steps, false);
  return left === 1 ? 'One thing is left' : `${left} things are left`;
}

/** The same, with the optional steps. */
export function formatLeft(steps: Steps): string {
  const optional = countLeft(steps, true);
  return optional === 0
    ? formatNeeded(steps)
    : `${formatNeeded(steps)}, and ${optional === 1 ? 'one' : optional} more if you like`;
}
