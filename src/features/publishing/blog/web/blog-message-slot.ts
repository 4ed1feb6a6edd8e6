/** The place for messages about a post. It is on the list of posts, to which the user returns after saving. */
export const blogMessageSlot = 'blog';
