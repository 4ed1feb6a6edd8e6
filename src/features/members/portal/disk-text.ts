/** The warning about a full or nearly full disk; "" otherwise. */
export function formatDiskStatus({ isFull, takesNoFiles }: { isFull: boolean; takesNoFiles: boolean }): string {
  if (isFull) return 'The disk is full: nothing can be saved until whoever looks after the server frees some space.';
  if (!takesNoFiles) return '';
  return 'The disk is nearly full: no pictures, videos or documents can be uploaded until whoever looks after the server frees some space.';
}
