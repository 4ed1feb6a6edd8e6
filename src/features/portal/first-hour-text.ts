/** How much of the first hour is left, of what every society needs; without a full stop. */
export function leftInWords(steps: readonly { done: boolean; optional: boolean }[]): string {
  const needed = steps.filter(({ optional }) => !optional);
  const left = needed.filter(({ done }) => !done).length;
  return left === 1 ? 'One thing is left' : `${left} of ${needed.length} things are left`;
}
