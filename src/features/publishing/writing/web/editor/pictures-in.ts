/**
 * Returns the pictures in dropped or pasted content; none if it also contains text, for example from a web page or a
 * document.
 */
export const picturesIn = (data: DataTransfer | null): File[] =>
  !data || data.types.includes('text/plain') ? [] : [...data.files].filter(({ type }) => type.startsWith('image/'));
