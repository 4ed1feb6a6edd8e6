/** How many entries of Recent a page of the HTML carries; JSON is whole. */
export const entriesAPage = 40;
/** How many shows. */
export const showsAPage = 48;
