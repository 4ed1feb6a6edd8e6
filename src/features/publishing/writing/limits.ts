/** The maximum size of a Word document in bytes. */
export const maxWordDocumentBytes = 25_000_000;
/** The maximum number of pictures that are imported from a Word document. The rest are left out. */
export const maxWordDocumentPictures = 60;
