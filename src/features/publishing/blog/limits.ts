/** How many bytes a Word document may have. */
export const maxDocumentBytes = 25_000_000;
/** How many of its pictures are taken. */
export const maxDocumentPictures = 60;
