/** The header with the id of the user a page was made for, both in its response and in the calls made from it. */
export const visitorHeader = 'x-visitor';
