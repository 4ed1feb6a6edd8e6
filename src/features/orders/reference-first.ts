/** What was found, and before it whatever has the very reference that was typed: a short one stands in many a telephone number. */
export function referenceFirst<One extends { ref?: number | undefined }>(found: readonly One[], sought: string): One[] {
  const isIt = ({ ref }: One) => Number(`${ref}` === sought.trim());
  return found.toSorted((one, other) => isIt(other) - isIt(one));
}
