/** The number of entries of Recent in a page of HTML; JSON has all of them. */
export const entriesAPage = 40;
/** The number of entries of Recent shown at first; older ones are opened below them. */
export const initialEntryCount = 8;
/** The number of shows to a page. */
export const showsAPage = 48;
