/** The maximum size of a Word document in bytes. */
export const maxDocumentBytes = 25_000_000;
/** The maximum number of its pictures. */
export const maxDocumentPictures = 60;
