/** The header with the id of whom a page was made for, both in its answer and in the calls that are made from it. */
export const visitorHeader = 'x-visitor';
