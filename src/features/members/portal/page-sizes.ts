/** How many entries of Recent a page of the HTML carries; JSON is whole. */
export const entriesAPage = 40;
/** How many entries of Recent are seen at once; older ones are opened below them. */
export const initialEntryCount = 8;
/** How many shows. */
export const showsAPage = 48;
