/** How many bytes a Word document may have. */
export const longestDocument = 25_000_000;
