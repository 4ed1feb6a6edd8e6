/** Where answers about a post are shown: in the list of all, which is where one is after saving. */
export const blogPlace = 'blog';
