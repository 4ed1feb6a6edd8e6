/** Where answers about a post are shown: in the list of all posts, which follows after saving. */
export const blogMessageSlot = 'blog';
