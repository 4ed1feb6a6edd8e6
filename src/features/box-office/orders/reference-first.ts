/** Sorts exact reference matches first: a short reference also matches phone numbers. */
export function sortExactReferenceFirst<One extends { ref?: number | undefined }>(
  found: readonly One[],
  sought: string,
): One[] {
  const isIt = ({ ref }: One) => Number(`${ref}` === sought.trim());
  return found.toSorted((one, other) => isIt(other) - isIt(one));
}
