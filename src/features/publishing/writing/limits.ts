/** The maximum size of a Word document in bytes. */
export const maxDocumentBytes = 25_000_000;
/** The maximum number of pictures in a Word document. */
export const maxDocumentPictures = 60;
