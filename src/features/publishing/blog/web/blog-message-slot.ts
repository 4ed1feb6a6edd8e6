/** The slot for messages about a post: in the list of all posts, which follows after saving. */
export const blogMessageSlot = 'blog';
