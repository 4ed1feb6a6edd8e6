/**
 * Returns the pictures in dropped or pasted content. If the content also has text, as from a web page or a document,
 * returns none.
 */
export const getTransferredPictures = (data: DataTransfer | null): File[] =>
  !data || data.types.includes('text/plain') ? [] : [...data.files].filter(({ type }) => type.startsWith('image/'));
